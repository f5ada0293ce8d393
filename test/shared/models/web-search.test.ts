import { afterEach, describe, expect, it } from 'vitest';
import { openProviders } from '../../../shared/models/open.ts';
import { SEARCH_PRICE } from '../../../shared/models/prices.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { mostOfSearch, searchRequest, UNKNOWN_SEARCH_INPUT } from '../../../shared/models/search-bounds.ts';
import { DEFAULT_MODELS } from '../../../shared/models/settings.ts';
import { callId, reserve, settle } from '../../../shared/run/budget.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { readBudget } from '../../../shared/run/stops.ts';
import type { RoleCall, Searched } from '../../../shared/runtime.ts';
import type { MessagesServerOptions } from '../../support/messages-server/server.ts';
import { MessagesServer } from '../../support/messages-server/server.ts';
import { type Bench, bench, chargesOf, invocation, queryRole, retried, rowsOf, runnerAt, SHORT } from './harness.ts';

const servers: MessagesServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** Ways in which a search goes wrong that keep no other away. */
const FAULTS = ['drop', 'drop-midway', 'stream-error', 'overloaded', 'refusal', 'paused', 'truncation'] as const;
const STEP = { stage: 2, step: 'research.1.1.SQ1.web' };
const WORST = mostOfSearch(searchRequest(DEFAULT_MODELS, 'fair queues'));

interface World extends Bench {
  readonly server: MessagesServer;
  search(query?: string, more?: Partial<RoleCall>): Promise<Searched>;
}

async function world(options: MessagesServerOptions = {}, budget = 1_500_000, limits = {}): Promise<World> {
  const server = await MessagesServer.start(options);
  servers.push(server);
  const made = await bench({ budget });
  const runner = runnerAt(server.url, limits);
  return {
    ...made,
    server,
    async search(query = 'fair queues', more = {}) {
      const search = await runner.webSearch((more.run ?? made.run) as RunHandle);
      return search!(query, invocation(made.run, { ...STEP, ...more }), 60_000);
    },
  };
}

const bodyOf = (searched: Searched) => JSON.parse(searched.kind === 'answered' ? searched.body : 'null');

describe('a search of the web by the model', () => {
  it('is one small call with one use of the tool, without thinking', async () => {
    const { server, search } = await world();
    expect(await search()).toMatchObject({ kind: 'answered', model: 'claude-haiku-5-5' });
    const { request } = server.calls[0]!;
    expect(server.calls).toHaveLength(1);
    expect(request.tools).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }]);
    expect(request).toMatchObject({ thinking: { type: 'disabled' } });
    expect(request.tool_choice).toBeUndefined();
    expect(request.max_tokens).toBeLessThanOrEqual(1500);
  });

  it('is charged by its usage and its fee, and written down', async () => {
    const { run, server, search } = await world();
    await search();
    const [row] = await chargesOf(run);
    const { input, output } = server.billed;
    expect(row).toMatchObject({ role: 'web-search', status: 'ok', stage: 2, input, output, tokens: input + output });
    expect(row!.cost).toBeCloseTo((input * 0.1 + output * 0.5) / 1e6 + SEARCH_PRICE, 10);
    expect(await readBudget(run)).toMatchObject({ used: input + output, calls: 1, cost: row!.cost, open: {} });
  });

  it('keeps pages and what is cited of them, and none of the model’s words', async () => {
    const body = bodyOf(await (await world()).search());
    const text = JSON.stringify(body);
    expect(text).toContain('"page_age":"March 4, 2024"');
    expect(text).toContain('finds that it scales.');
    expect(text).not.toMatch(/encrypted|I will look|The page says so/);
  });

  it('is not made again when the step is, nor by a later attempt', async () => {
    const { run, runtime, server, search } = await world();
    const first = await search();
    expect(await search()).toEqual(first);
    expect(await search('fair queues', { run: new RunHandle(runtime, { ...run, attempt: 2 }) })).toEqual(first);
    expect(server.calls).toHaveLength(1);
    expect(await chargesOf(run)).toHaveLength(1);
  });

  it('that was stored and not settled when its attempt died is charged with its fee', async () => {
    const { run, runtime, server, search } = await world();
    await search();
    const before = await readBudget(run);
    const [file] = (await runtime.blobs.list(`runs/${run.slug}/replies/`)).map((key) => key.split('/').at(-1)!);
    const id = callId(1, 'research.1.1.SQ2.web', file!.replace('.json', ''));
    await reserve(run, id, WORST, false);
    await search('something else', { run: new RunHandle(runtime, { ...run, attempt: 2 }) });
    const after = await readBudget(run);
    expect(after.open).toEqual({});
    expect(after.calls).toBe(3);
    expect(after.cost).toBeGreaterThan(before.cost + 2 * SEARCH_PRICE);
    expect(server.calls).toHaveLength(2);
  });

  it('reserves the window of the turn that reads the pages', () => {
    expect(WORST).toBeGreaterThan(1_000_000);
    expect(WORST).toBeLessThan(1_015_000);
  });

  it('that does not fit the budget left is none with a note, and the run goes on', async () => {
    const { run, server, search } = await world();
    await reserve(run, callId(1, 'x', 'aa'), 300_000, false);
    await settle(run, callId(1, 'x', 'aa'), { tokens: 300_000, cost: 0 });
    expect(await search()).toMatchObject({ kind: 'failed', outcome: 'none', note: expect.stringMatching(/^budget: /) });
    expect(server.calls).toHaveLength(0);
    expect((await rowsOf(run)).filter((row) => row.event === 'refused_budget')).toHaveLength(1);
    expect((await readBudget(run)).refused).toBeUndefined();
  });

  it('waits for calls in flight to settle', async () => {
    const { run, search } = await world();
    await reserve(run, callId(1, 'x', 'aa'), 900_000, false);
    expect(await search()).toMatchObject({ kind: 'busy', outcome: 'none' });
  });

  it('is broken off when the model calls the tool again, and keeps what it found', async () => {
    const { run, server, search } = await world({ web: () => ({ again: true, brings: 200_000 }) });
    const body = bodyOf(await search());
    expect(JSON.stringify(body)).not.toContain('max_uses_exceeded');
    expect(body.content.filter((block: { type: string }) => block.type === 'web_search_tool_result')).toHaveLength(1);
    const { used } = await readBudget(run);
    expect(used).toBeGreaterThan(server.billed.input);
    expect(used).toBeLessThan(mostOfSearch(searchRequest(DEFAULT_MODELS, 'fair queues')));
  });

  it.each(['drop-midway', 'cut-clean', 'garbled', 'stream-error'] as const)(
    'that was paid for and broke (%s) is a failure, charged once and not made again',
    async (fault) => {
      const { run, server, search } = await world({ script: () => fault });
      const first = await search();
      expect(JSON.stringify(first)).toMatch(/the search (?:failed|did not end)/);
      expect(await search()).toEqual(first);
      expect(server.calls).toHaveLength(1);
      const budget = await readBudget(run);
      expect(budget).toMatchObject({ calls: 1, open: {} });
      expect(budget.used).toBeGreaterThan(0);
    },
  );

  it('that stalls is given up, and charged what it may have brought', async () => {
    const { run, search } = await world({ script: () => 'stall-midway' }, 1_500_000, SHORT);
    expect(bodyOf(await search())).toMatchObject({ type: 'error' });
    expect((await readBudget(run)).used).toBeGreaterThanOrEqual(UNKNOWN_SEARCH_INPUT);
  });

  it('that is throttled costs nothing, is waited for, and keeps others away', async () => {
    const { run, server, search } = await world({ script: () => 'rate-limit-later', retryAfter: 30 });
    expect(await search()).toMatchObject({ kind: 'busy', waitMs: 30_000, outcome: 'throttled' });
    expect(await search('another')).toMatchObject({ kind: 'busy', outcome: 'throttled' });
    expect(server.calls).toHaveLength(1);
    expect(await readBudget(run)).toMatchObject({ used: 0, open: {} });
  });

  it('that is refused outright is blocked', async () => {
    const { search } = await world({ script: () => 'unauthorised' });
    expect(await search()).toMatchObject({ kind: 'failed', outcome: 'blocked' });
  });

  it('is there only with a model that has it, and a budget that could hold it', async () => {
    const providers = openProviders({
      ANTHROPIC_API_KEY: 'k',
      AWS_REGION: 'eu-west-1',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    });
    const runner = new ModelRunner(providers);
    const of = async (request: object) => {
      const { run } = await bench(request);
      return { search: await runner.webSearch(run), warnings: (await run.meta()).warnings };
    };
    expect((await of({})).search).not.toBeNull();
    expect((await of({ depth: 'deep' })).search).not.toBeNull();
    for (const request of [{ offline: true }, { model: 'extractive' as const }, { model: 'bedrock' as const }])
      expect(await of(request)).toEqual({ search: null, warnings: [] });
    const quick = await of({ depth: 'quick' });
    expect(quick.search).toBeNull();
    expect(quick.warnings.join()).toMatch(/web was not searched.*budget/);
    const { run } = await bench();
    expect(await new ModelRunner(openProviders({})).webSearch(run)).toBeNull();
  });
});

describe('forty parallel workers with searches among their calls', () => {
  it('overspend nothing', async () => {
    const brings = (query: string) => 20_000 + (query.length % 7) * 60_000;
    const { run, server, search } = await world({ web: (query) => ({ brings: brings(query) }) }, 3_500_000);
    const runner = runnerAt(server.url);
    let refused = 0;
    const worker = async (n: number) => {
      for (let k = 0; k < 3; k++) {
        const step = `research.1.${k}.SQ${n}.web`;
        const searched = await search(`queues ${'x'.repeat(n)} ${k}`, { step });
        if (searched.kind !== 'answered') refused++;
        const call = () => runner.run(queryRole, { topic: `topic ${n} ${k}` }, invocation(run, { ...STEP, step }));
        await retried(call, 50).catch((error: Error) => expect(error.name).toMatch(/BudgetExhausted|ModelThrottled/));
        expect((await readBudget(run)).used).toBeLessThanOrEqual(3_500_000 * 0.85);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => worker(n)));
    const budget = await readBudget(run);
    expect(budget.open).toEqual({});
    expect(budget.used).toBe(server.billed.input + server.billed.output);
    expect(budget.used).toBeLessThanOrEqual(3_500_000 * 0.85);
    expect(budget.available + budget.used).toBe(3_500_000);
    expect(server.calls.filter(({ request }) => request.tools !== undefined).length).toBeGreaterThan(3);
    expect(refused).toBeGreaterThan(0);
  });

  it('overspend nothing whatever fails, and pay for no search twice', async () => {
    const options = { rate: 0.4, faults: FAULTS, web: () => ({ brings: 60_000 }) };
    const { run, server, search } = await world(options, 3_500_000, { ...SHORT, firstMs: 2000 });
    const worker = async (n: number) => {
      for (let k = 0; k < 4; k++)
        for (let again = 0; again < 2; again++)
          await search(`queues ${n} ${k}`, { step: `research.1.${k}.SQ${n}.web` });
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => worker(n)));
    const budget = await readBudget(run);
    expect(budget.open).toEqual({});
    expect(budget.used).toBeLessThanOrEqual(3_500_000 * 0.85);
    const paid = server.calls.filter(({ input }) => input > 0).map(({ request }) => JSON.stringify(request));
    expect(new Set(paid).size).toBe(paid.length);
    expect(budget.used).toBeGreaterThanOrEqual(server.billed.input + server.billed.output);
    expect(budget.available + budget.used).toBe(3_500_000);
  });
});
