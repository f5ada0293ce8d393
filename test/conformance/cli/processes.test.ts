import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptRow } from '../../../shared/contracts/run.ts';
import { cli, startCli } from '../../support/cli.ts';

let folder: string;
let environment: { PLUMBLINE_HOME: string; PLUMBLINE_CLOCK: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-processes-'));
  environment = { PLUMBLINE_HOME: join(folder, 'home'), PLUMBLINE_CLOCK: '2026-11-30T12:00:00Z' };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SLUG = 'consensus-protocols-2026-11-30';
const start = (...args: string[]) => startCli(['run', 'consensus protocols', '--offline', ...args], environment);
const run = (...args: string[]) => cli(args, environment);
const rows = (slug: string) =>
  readFileSync(join(environment.PLUMBLINE_HOME, 'runs', slug, 'transcript.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => TranscriptRow.parse(JSON.parse(line)));
const statusOf = async (slug: string): Promise<string> =>
  (JSON.parse((await run('status', slug, '--json')).out) as { status: string }).status;

describe('a process that ends', () => {
  it('kill -9 in each of the stages 2 to 7, resumed each time: no finished step runs again', async () => {
    let process = start();
    for (let stage = 2; stage <= 7; stage++) {
      await process.until(new RegExp(`^\\S+ ${stage} \\S+ +(dispatched|replan|proceed)`, 'm'));
      process.kill('SIGKILL');
      await process.ended;
      expect(await statusOf(SLUG)).toBe('interrupted');
      process = startCli(['resume', SLUG], environment);
    }
    const { code, out } = await process.ended;
    expect(code).toBe(0);
    expect(out).toContain('Research complete: consensus protocols');
    const finished = new Set<string>();
    for (const { event, id, status } of rows(SLUG)) {
      if (event === 'dispatched') expect(finished.has(id!), `${id} ran again`).toBe(false);
      if (event === 'returned' && status === 'ok') finished.add(id!);
    }
    expect(await run('resume', SLUG)).toMatchObject({ code: 2, err: expect.stringContaining('is complete') });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stores what is in flight and says how to go on',
    async (signal) => {
      const process = start();
      await process.until(/ 2 discovery +dispatched/);
      process.kill(signal);
      const { code, err } = await process.ended;
      expect(code).toBe(130);
      expect(err).toContain(`Stopped. Go on with: npm run -s plumbline -- resume ${SLUG}`);
      expect((await run('list', '--status=interrupted')).out).toContain(SLUG);
      expect((await run('resume', SLUG)).code).toBe(0);
    },
  );

  it('a second signal ends it at once', async () => {
    const process = start();
    await process.until(/ 2 discovery +dispatched/);
    process.kill('SIGINT');
    await process.until('Ctrl-C again ends at once').catch(() => {});
    await sleep(200);
    process.kill('SIGINT');
    expect((await process.ended).code).toBe(130);
    expect(await statusOf(SLUG)).toBe('interrupted');
  });
});

describe('a home that is deleted while a run is going', () => {
  it('ends its owner and a client at once, with the reason, and is not made again', async () => {
    const owner = start('--depth=deep');
    await owner.until(/dispatched/);
    const client = startCli(['run', 'graph processing', '--offline'], environment);
    await client.until(/dispatched/);
    await rm(environment.PLUMBLINE_HOME, { recursive: true, force: true, maxRetries: 5 });
    expect(await owner.ended).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/is gone: it was deleted/),
    });
    expect((await client.ended).code).toBe(2);
    expect(client.seen.err).toContain('does not exist');
    expect(existsSync(environment.PLUMBLINE_HOME)).toBe(false);
  });
});

describe('several commands in one home', () => {
  it('a second run is executed by the first process, which stays for it; others look on', async () => {
    const first = start('--depth=quick');
    await first.until(/dispatched/);
    const second = startCli(['run', 'graph processing', '--offline'], environment);
    await second.until(/dispatched/);
    const [list, status, log] = await Promise.all([
      run('list'),
      run('status', 'graph-processing-2026-11-30'),
      startCli(['log', SLUG, '--follow'], environment).ended,
    ]);
    expect(list.out).toContain(SLUG);
    expect(status.out).toContain('graph processing');
    expect(log.out).toContain('intake_complete');
    expect((await first.ended).code).toBe(0);
    expect(first.seen.err).toContain('Still executing here for other commands: graph-processing-2026-11-30');
    expect((await second.ended).code).toBe(0);
    expect(existsSync(join(environment.PLUMBLINE_HOME, 'server.json'))).toBe(false);
  });

  it('a client goes on with its run when the process that executed it is killed', async () => {
    const first = start('--depth=deep');
    await first.until(/dispatched/);
    const second = startCli(['run', 'graph processing', '--offline', '--depth=quick'], environment);
    await second.until(/ 2 discovery +dispatched/);
    first.kill('SIGKILL');
    const { code, err, out } = await second.ended;
    expect(err).toContain('The process that executed this run has ended');
    expect(code, err).toBe(0);
    expect(out).toContain('Research complete: graph processing');
    expect(await statusOf(SLUG)).toBe('interrupted');
  });

  it('a run is cancelled from another terminal, and ends in what it has', async () => {
    const first = start();
    await first.until(/ 4 deep-read +dispatched/);
    expect((await run('cancel', SLUG)).code).toBe(0);
    await first.ended;
    expect(await statusOf(SLUG)).toBe('cancelled');
  });

  it('a client that is interrupted leaves its run going', async () => {
    const serve = startCli(['serve'], environment);
    while (!serve.seen.out.includes('Serving')) await sleep(50);
    const client = start();
    await client.until(/ 2 discovery +dispatched/);
    client.kill('SIGINT');
    expect(await client.ended).toMatchObject({ code: 130, err: expect.stringContaining('The run goes on') });
    while ((await statusOf(SLUG)) === 'active') await sleep(200);
    expect(await statusOf(SLUG)).toBe('complete');
    serve.kill('SIGINT');
    expect((await serve.ended).code).toBe(0);
  });
});

describe('questions without a terminal', () => {
  it('take their default at once', async () => {
    const { code, out } = await run('run', 'transformers', '--offline', '--depth=quick');
    expect(code).toBe(0);
    expect(out).toContain('Next: ');
  });

  it('wait when that is wanted: exit 4, and an answer goes on', async () => {
    const waiting = await run('run', 'transformers', '--offline', '--depth=quick', '--wait-for-answers');
    expect(waiting.code).toBe(4);
    expect(waiting.out).toContain('1. ');
    expect(waiting.out).toContain('[default]');
    expect(waiting.out).toContain('answer transformers-2026-11-30 Q1 <choice>');
    expect(await run('resume', 'transformers-2026-11-30')).toMatchObject({ code: 4 });
    expect(await run('answer', 'transformers-2026-11-30', 'Q1', 'banana')).toMatchObject({ code: 2 });
    expect(await run('answer', 'transformers-2026-11-30', 'Q1', '1')).toMatchObject({ code: 0 });
    expect(await statusOf('transformers-2026-11-30')).toBe('complete');
  });
});

describe('schedules', () => {
  it('are added, run, read and removed', async () => {
    const args = [
      'schedule',
      'add',
      'graph processing',
      '--cron',
      '0 7 * * MON',
      '--zone',
      'Europe/Berlin',
      '--offline',
    ];
    expect(await run(...args, '--depth=quick')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Added graph-processing'),
    });
    expect((await run('schedule', 'list')).out).toContain('0 7 * * MON (Europe/Berlin)');
    const ran = await run('schedule', 'run', 'graph-processing');
    expect(ran.code, ran.err).toBe(0);
    expect((await run('schedule', 'show', 'graph-processing')).out).toMatch(/Last: +graph-processing-/);
    expect((await run('schedule', 'digests', 'graph-processing')).out).toContain('new papers');
    expect((await run('schedule', 'digests', 'graph-processing', '1')).out).toContain('#');
    expect((await run('schedule', 'pause', 'graph-processing')).out).toContain('Paused');
    expect((await run('schedule', 'resume', 'graph-processing')).out).toContain('next');
    expect((await run('schedule', 'remove', 'graph-processing')).code).toBe(2);
    expect((await run('schedule', 'remove', 'graph-processing', '--yes')).code).toBe(0);
    expect((await run('schedule', 'list')).out).toContain('No schedules yet');
  });
});
