import { expect, it } from 'vitest';
import { openTable } from '../../../local/cloud/table.ts';
import { sweep } from '../../support/api-sweep.ts';
import { twoOwners } from '../../support/api-world.ts';

it('6,000 requests over the table in memory', async () => {
  const owners = await twoOwners();
  const seen = await sweep(owners, 6_000);
  await owners.close();
  for (const status of [200, 201, 202, 204, 304, 400, 404, 405, 406, 409, 413, 415, 422, 429]) {
    expect(seen.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(0);
  }
});

it('1,000 requests over the embedded table', async () => {
  const table = await openTable();
  const owners = await twoOwners(table.table);
  const seen = await sweep(owners, 1000);
  await owners.close();
  expect(seen.get(200) ?? 0).toBeGreaterThan(50);
  await table.close();
});
