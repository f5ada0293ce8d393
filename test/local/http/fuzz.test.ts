import { expect, it } from 'vitest';
import { sweep } from '../../support/api-sweep.ts';
import { twoOwners } from '../../support/api-world.ts';

const RUNS = 300;

it('no request that the document allows, or nearly allows, gets a 500, an undocumented answer or another owner’s data', async () => {
  const owners = await twoOwners();
  const seen = await sweep(owners, RUNS);
  await owners.close();
  // A fuzzer that only ever sees refusals tests nothing.
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(8);
  expect((seen.get(202) ?? 0) + (seen.get(201) ?? 0), 'runs and schedules made').toBeGreaterThan(0);
});
