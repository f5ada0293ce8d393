import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readServerFile } from '../../../local/cloud/server-file.ts';
import { ApiClient } from '../../../shared/api/client.ts';
import { Synthesis } from '../../../shared/contracts/synthesis.ts';
import { cli, startCli } from '../../support/cli.ts';
import { MessagesServer } from '../../support/messages-server/server.ts';

let folder: string;
let home: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-stops-'));
  home = join(folder, 'home');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  cli(args, { PLUMBLINE_HOME: home, PLUMBLINE_CLOCK: '2026-11-30T12:00:00Z', ...more });
const file = (slug: string, path: string) => readFileSync(join(home, 'runs', slug, path), 'utf8');
const partial = (slug: string) => Synthesis.parse(JSON.parse(file(slug, 'synthesis.json'))).partial;

/** Serves the home, and asks it as any program may. */
async function served() {
  const process = startCli(['serve'], { PLUMBLINE_HOME: home });
  while (!process.seen.out.includes('Serving')) await sleep(50);
  const { port, token } = (await readServerFile(home))!;
  const api = new ApiClient(`http://127.0.0.1:${port}`, { token });
  const became = async (slug: string, status: string) => {
    while ((await api.view(slug)).status !== status) await sleep(100);
  };
  return { process, api, became };
}

const AMBIGUOUS = ['run', 'transformers', '--offline', '--wait-for-answers'];

describe('a question to a run on a server', () => {
  it('is answered over the API; at the deadline its default is taken and what there is written up; a kill leaves it open', async () => {
    const { process, api, became } = await served();
    expect((await run([...AMBIGUOUS, '--depth=quick'])).code).toBe(4);
    await api.answer('transformers-2026-11-30', 'Q1', '2');
    await became('transformers-2026-11-30', 'complete');
    expect((await run(['answer', 'transformers-2026-11-30', 'Q1', '1'])).code).toBe(2);

    const late = 'transformers-2026-11-30-2';
    expect((await run([...AMBIGUOUS, '--deadline=20s'])).code).toBe(4);
    await became(late, 'partial');
    expect((await api.view(late)).questions).toMatchObject([{ answeredBy: 'default' }]);
    expect(partial(late)?.reason).toBe('the run was stopped by its deadline in stage 0 (intake)');

    const killed = 'transformers-2026-11-30-3';
    expect((await run(AMBIGUOUS)).code).toBe(4);
    process.kill('SIGKILL');
    await process.ended;
    expect((await run(['status', killed])).out).toContain('waiting');
    expect((await run(['cancel', killed])).code).toBe(0);
    expect((await run(['status', killed])).out).toContain('cancelled');
    expect(file(killed, 'synthesis.md')).toContain(`\`plumbline resume ${killed}\``);
    const resumed = await run(['resume', killed, '--json']);
    expect(JSON.parse(resumed.out)).toMatchObject({ status: 'complete', unanswered: expect.any(Array) });
    expect(partial(killed)).toBeNull();
  });
});

describe('a budget', () => {
  it.each([
    [1, 'stage 0 (intake)'],
    [20, 'stage 2 (discovery)'],
  ])(
    'of %ik tokens ends in exit 5 with a partial of %s, and a larger one goes on to the end',
    async (budget, where) => {
      const server = await MessagesServer.start({ rate: 0 });
      const environment = { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: server.url };
      const slug = 'consensus-protocols-2026-11-30';
      try {
        const args = ['run', 'consensus protocols', '--sources=library', `--budget=${budget}k-tokens`];
        const stopped = await run(args, environment);
        expect(stopped.code, stopped.err).toBe(5);
        expect(stopped.out).toContain(`resume ${slug} --budget=<N>k-tokens`);
        expect(partial(slug)?.reason).toBe(`the run was stopped by its token budget in ${where}`);
        const same = await run(['resume', slug], environment);
        expect(same).toMatchObject({ code: 2, err: expect.stringMatching(/--budget=\d+k-tokens/) });
        const on = await run(['resume', slug, '--budget=1500k-tokens', '--json'], environment);
        expect(on.code, on.err).toBe(0);
        expect(JSON.parse(on.out)).toMatchObject({ slug, status: 'complete', reason: null });
        expect(partial(slug)).toBeNull();
      } finally {
        await server.close();
      }
    },
  );
});

describe('a deadline', () => {
  it('that comes before there is a plan still ends in exit 0 with an honest partial', async () => {
    const ended = await run(['run', 'graph processing', '--offline', '--deadline=1s', '--json']);
    expect(ended.code, ended.err).toBe(0);
    const { slug, status, reason } = JSON.parse(ended.out) as { slug: string; status: string; reason: string };
    expect([status, reason]).toEqual(['partial', 'deadline']);
    expect(partial(slug)?.undone.length).toBeGreaterThan(0);
  });
});
