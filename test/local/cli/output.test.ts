import { expect, it } from 'vitest';
import { startCli } from '../../support/cli.ts';

it('all that was printed leaves through a pipe before the process ends', async () => {
  const pair = '[{"id":"a","title":"One title"},{"id":"b","title":"Another one"}]\n';
  const { code, out } = await startCli(['tools', 'match', '-'], {}, pair.repeat(8000)).ended;
  expect(code).toBe(0);
  expect(out.split('\n')).toHaveLength(8001);
}, 20_000);
