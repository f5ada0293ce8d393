import { afterAll, describe, expect, it } from 'vitest';
import { Breaker } from '../../../shared/sources/breaker.ts';
import type { Call } from '../../../shared/sources/caller.ts';
import type { SourceDeps } from '../../../shared/sources/deps.ts';
import { Network } from '../../../shared/sources/network.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { semanticscholar } from '../../../shared/sources/providers/semanticscholar.ts';
import { WaitBudget } from '../../../shared/sources/time.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import { FakeTime, WarpedTime } from '../../support/fake-time.ts';
import { type Replay, type ReplayAnswer, startReplay } from '../../support/replay-server.ts';

const opened: { deps: SourceDeps; replay: Replay }[] = [];
afterAll(async () => {
  for (const { deps, replay } of opened) {
    await deps.http.close();
    await replay.close();
  }
});

const PAPER = JSON.stringify({ total: 1, offset: 0, data: [{ paperId: 'a'.repeat(40), title: 'Bees' }] });

/** Semantic Scholar answering a list of answers in turn, the last one for ever. */
async function scripted(answers: readonly ReplayAnswer[], blobs = new MemoryBlobs()) {
  let at = 0;
  const replay = await startReplay({ semanticscholar: () => answers[Math.min(at++, answers.length - 1)]! });
  const time = new WarpedTime();
  const deps = openSources({
    env: { ...replay.env, SEMANTICSCHOLAR_API_KEY: 'key-of-the-test' },
    table: new MemoryTable(),
    blobs,
    time,
    random: () => 0,
  });
  opened.push({ deps, replay });
  const call = (more: Partial<Call> = {}) => {
    const query = { text: 'bees', max: 5, days: { from: null, to: null }, cursor: null, relaxed: false };
    return deps.caller.call({
      provider: 'semanticscholar',
      request: semanticscholar.buildRequest(query, deps.config.providers.semanticscholar.access),
      hasKey: true,
      share: 'SQ1',
      deadline: time.now() + 600_000,
      waits: new WaitBudget(5000),
      parse: (response, context) => semanticscholar.parse(response, context),
      ...more,
    });
  };
  return { replay, deps, time, call };
}

describe('calling a provider', () => {
  it('waits for a short burst and gets its answer', async () => {
    const { call, replay } = await scripted([
      { status: 429, body: '{"message":"Too Many Requests"}' },
      { body: PAPER },
    ]);
    expect((await call()).outcome).toBe('hits');
    expect(replay.requests).toHaveLength(2);
    expect(replay.requests[0]!.headers['x-api-key']).toBe('key-of-the-test');
  });

  it('ends within its waiting time when the provider keeps refusing, and leaves it alone from then on', async () => {
    const { call, replay, time } = await scripted([{ status: 429, body: '{"message":"Too Many Requests"}' }]);
    const started = time.now();
    const result = await call();
    expect(result.outcome).toBe('throttled');
    expect(time.now() - started).toBeLessThanOrEqual(6500);
    const asked = replay.requests.length;
    expect(asked).toBeLessThanOrEqual(3);
    const later = await call({ waits: new WaitBudget(100) });
    expect(later.outcome).toBe('throttled');
    expect(later.notes[0]).toMatch(/left alone for another/);
    expect(replay.requests).toHaveLength(asked);
  });

  it('does not ask again for a quota that is used up', async () => {
    const { call, replay } = await scripted([{ status: 429, body: '{"message":"monthly quota exceeded"}' }]);
    expect((await call()).retry?.kind).toBe('quota');
    expect(replay.requests).toHaveLength(1);
  });

  it('tries stumbles again, and no answer that is final', async () => {
    const stumbled = await scripted([{ status: 503, body: '' }, { body: '{"total":' }, { body: PAPER }]);
    expect((await stumbled.call()).outcome).toBe('hits');
    const final = await scripted([{ status: 400, body: '{"error":"bad fields"}' }]);
    expect((await final.call()).outcome).toBe('error');
    expect(final.replay.requests).toHaveLength(1);
  });

  it('keeps answers, and confirms old ones with the service', async () => {
    const blobs = new MemoryBlobs();
    const { call, replay } = await scripted(
      [
        { headers: { etag: '"v1"' }, body: PAPER },
        { status: 304, body: '' },
      ],
      blobs,
    );
    await call();
    expect((await call()).outcome).toBe('hits');
    expect(replay.requests).toHaveLength(1);
    const confirmed = await call({ freshMs: 0 });
    expect(confirmed.papers[0]!.title).toBe('Bees');
    expect(replay.requests[1]!.headers['if-none-match']).toBe('"v1"');
    for (const name of await blobs.list(''))
      expect(new TextDecoder().decode(await blobs.get(name))).not.toContain('key-of-the-test');
  });

  it('keeps no failure', async () => {
    const blobs = new MemoryBlobs();
    const { call } = await scripted([{ status: 500, body: '' }], blobs);
    await call();
    expect(await blobs.list('')).toEqual([]);
  });
});

describe('the breaker', () => {
  it('opens at once for everybody, lets one probe through, and closes on success', async () => {
    const time = new FakeTime();
    const table = new MemoryTable();
    const [a, b] = [new Breaker(table, time, () => 0), new Breaker(table, time, () => 0)];
    expect((await a.check('p')).state).toBe('closed');
    await a.trip('p', 'throttled', { kind: 'burst', waitMs: 3000 }, 'too fast');
    expect(await b.check('p')).toMatchObject({ state: 'open', waitMs: 3000, outcome: 'throttled' });
    void time.sleep(3000);
    await time.run();
    const gates = await Promise.all([a.check('p'), b.check('p'), a.check('p')]);
    expect(gates.map((gate) => gate.state).sort()).toEqual(['open', 'open', 'probe']);
    await a.succeed('p');
    expect((await b.check('p')).state).toBe('closed');
  });

  it('remembers a wait that was long enough, and starts from it the next time', async () => {
    const time = new FakeTime();
    const breaker = new Breaker(new MemoryTable(), time, () => 0);
    for (let i = 0; i < 5; i++) {
      void time.sleep(await breaker.trip('p', 'throttled', null, 'x'));
      await time.run();
    }
    await breaker.succeed('p');
    const wait = await breaker.trip('p', 'throttled', null, 'x');
    expect(wait).toBe(11_200); // 0.7 of the 16 s that were enough
  });

  it('keeps the longer of two waits, and leaves a refusal alone for minutes', async () => {
    const time = new FakeTime();
    const breaker = new Breaker(new MemoryTable(), time, () => 0);
    await breaker.trip('p', 'throttled', { kind: 'burst', waitMs: 60_000 }, 'x');
    expect(await breaker.trip('p', 'throttled', { kind: 'burst', waitMs: 1000 }, 'x')).toBe(60_000);
    expect(await breaker.trip('q', 'blocked', { kind: 'never', waitMs: null }, 'x')).toBe(600_000);
    for (let i = 0; i < 5; i++) await breaker.stumble('r', '503');
    expect(await breaker.check('r')).toMatchObject({ state: 'open', outcome: 'error' });
  });
});

describe('finding out that there is no network', () => {
  it('takes one short probe for all calls and all processes', async () => {
    const table = new MemoryTable();
    const time = new FakeTime();
    let probes = 0;
    const reach = async () => {
      probes++;
      return false;
    };
    const network = new Network(table, time, ['a.org', 'b.org'], reach);
    expect(await Promise.all([network.isOnline(), network.isOnline()])).toEqual([false, false]);
    expect(await network.isOnline()).toBe(false);
    expect(await new Network(table, time, ['a.org'], reach).isOnline()).toBe(false);
    expect(probes).toBe(2);
  });

  it('is online as soon as one host can be reached', async () => {
    const never = new Promise<boolean>(() => undefined);
    const network = new Network(new MemoryTable(), new FakeTime(), ['a.org', 'b.org'], (host) =>
      host === 'b.org' ? Promise.resolve(true) : never,
    );
    expect(await network.isOnline()).toBe(true);
  });
});
