import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli, startCli } from '../../support/cli.ts';
import { smallLibrary } from '../../support/small-library.ts';

let folder: string;
let environment: { PLUMBLINE_HOME: string; PLUMBLINE_CLOCK: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-cli-'));
  environment = { PLUMBLINE_HOME: join(folder, 'home'), PLUMBLINE_CLOCK: '2026-11-30T12:00:00Z' };
  const lines = smallLibrary().map((record) => JSON.stringify(record));
  await writeFile(join(folder, 'mine.jsonl'), [...lines.slice(0, 3), 'a broken line', ...lines.slice(3)].join('\n'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('runs a topic without a terminal, shows it, lists it and deletes it', async () => {
  const library = join(folder, 'mine.jsonl');
  const run = await cli(
    ['run', 'Raft vs Paxos', '--offline', '--depth=quick', '--json', `--library=${library}`],
    environment,
  );
  expect(run.err).toContain('! mine.jsonl line 4 left out: not JSON');
  expect(run.code).toBe(0);
  const result = JSON.parse(run.out) as Record<string, unknown>;
  expect(result).toMatchObject({ slug: 'raft-vs-paxos-2026-11-30', status: 'complete', depth: 'quick', tokens: 0 });
  for (const path of ['result', 'plan', 'transcript']) expect(existsSync(String(result[path])), path).toBe(true);
  expect(existsSync(join(environment.PLUMBLINE_HOME, 'server.json'))).toBe(false);

  const list = await cli(['list', '--json'], environment);
  expect(JSON.parse(list.out)).toMatchObject({ slug: result.slug, status: 'complete' });

  const unread = startCli(['export', String(result.slug), '--format', 'html'], environment);
  unread.leave();
  expect(await unread.ended).toMatchObject({ code: 0, err: '' });

  const kept = await cli(['delete', String(result.slug)], environment);
  expect(kept).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  const gone = await cli(['delete', String(result.slug), '--yes'], environment);
  expect(gone).toMatchObject({ code: 0, out: 'Deleted raft-vs-paxos-2026-11-30.\n' });
  await expect(stat(String(result.result))).rejects.toThrow('ENOENT');
});

it('answers a script from a pipe, and ends quietly when nobody reads', async () => {
  const plan = {
    nodes: [
      { id: 'SQ1', question: 'a?', depends_on: ['SQ2'] },
      { id: 'SQ2', question: 'b?', depends_on: ['SQ1'] },
    ],
  };
  const check = await cli(['tools', 'plan', 'check', '-'], environment, JSON.stringify(plan));
  expect(check.code).toBe(0);
  expect(JSON.parse(check.out)).toMatchObject({ valid: false, ready: [] });
  const wrong = await cli(['tools', 'replan', '-'], environment, 'no JSON');
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('- is not JSON') });
});
