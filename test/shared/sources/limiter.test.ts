import { describe, expect, it } from 'vitest';
import { SourceBusy } from '../../../shared/sources/errors.ts';
import { Limiter, type Rate } from '../../../shared/sources/limiter.ts';
import { limitOf } from '../../../shared/sources/limits.ts';
import { WaitBudget } from '../../../shared/sources/time.ts';
import { MemoryTable } from '../../../shared/store/memory.ts';
import { FakeTime, seededRandom } from '../../support/fake-time.ts';

/** A provider that enforces its limit at the door: so many starts in a window, so many connections at once. */
class Provider {
  readonly starts: number[] = [];
  readonly by = new Map<string, number>();
  violations = 0;
  open = 0;
  readonly #allowed: { readonly windowMs: number; readonly count: number; readonly connections: number };

  constructor(allowed: { windowMs: number; count: number; connections: number }) {
    this.#allowed = allowed;
  }

  arrive(now: number, share: string): void {
    const { windowMs, count, connections } = this.#allowed;
    const recent = this.starts.filter((start) => start > now - windowMs).length;
    if (recent >= count || this.open >= connections) this.violations++;
    this.starts.push(now);
    this.by.set(share, (this.by.get(share) ?? 0) + 1);
    this.open++;
  }
}

interface Run {
  readonly workers: number;
  readonly seconds: number;
  readonly rate: Rate;
  readonly allowed: { windowMs: number; count: number; connections: number };
  readonly latencyMs: number;
  readonly shareOf: (worker: number) => string;
}

async function simulate(run: Run): Promise<{ provider: Provider; busy: number; longest: number }> {
  const time = new FakeTime();
  const random = seededRandom(7);
  const limiter = new Limiter(new MemoryTable(), time, random);
  const provider = new Provider(run.allowed);
  const end = time.now() + run.seconds * 1000;
  let busy = 0;
  let longest = 0;
  const worker = async (number: number) => {
    while (time.now() < end) {
      const budget = new WaitBudget(5000);
      const asked = time.now();
      try {
        const turn = await limiter.acquire('p', run.rate, run.shareOf(number), budget);
        longest = Math.max(longest, time.now() - asked);
        // Requests take a moment to reach the provider, not always the same one.
        await time.sleep(20 + random() * 10);
        provider.arrive(time.now(), run.shareOf(number));
        await time.sleep(run.latencyMs * (0.5 + random()));
        provider.open--;
        await turn.release();
      } catch (error) {
        if (!(error instanceof SourceBusy)) throw error;
        busy++;
        await time.sleep(1000 + random() * 2000); // the state machine's retry
      }
    }
  };
  const all = Array.from({ length: run.workers }, (_, number) => worker(number));
  await time.run(end + 60_000);
  await Promise.all(all);
  return { provider, busy, longest };
}

describe('the shared limiter', () => {
  it('lets 40 workers use arXiv at one request per 3 s over one connection: no violation, at least 90 % used', async () => {
    const seconds = 600;
    const { provider, longest } = await simulate({
      workers: 40,
      seconds,
      rate: limitOf('arxiv', false),
      allowed: { windowMs: 3000, count: 1, connections: 1 },
      latencyMs: 800,
      shareOf: (worker) => `SQ${worker % 5}`,
    });
    expect(provider.violations).toBe(0);
    expect(provider.starts.length).toBeGreaterThanOrEqual(0.9 * (seconds / 3));
    expect(longest).toBeLessThanOrEqual(5200);
  });

  it('keeps one request per second with short answers, and three connections at ten per second', async () => {
    const s2 = await simulate({
      workers: 40,
      seconds: 120,
      rate: limitOf('semanticscholar', true),
      allowed: { windowMs: 1000, count: 1, connections: 1 },
      latencyMs: 300,
      shareOf: (worker) => `SQ${worker % 8}`,
    });
    expect(s2.provider.violations).toBe(0);
    expect(s2.provider.starts.length).toBeGreaterThanOrEqual(0.9 * 120);
    const crossref = await simulate({
      workers: 40,
      seconds: 20,
      rate: limitOf('crossref', true),
      allowed: { windowMs: 1000, count: 10, connections: 3 },
      latencyMs: 150,
      shareOf: (worker) => `SQ${worker % 4}`,
    });
    expect(crossref.provider.violations).toBe(0);
    expect(crossref.provider.starts.length).toBeGreaterThanOrEqual(0.9 * 200);
  });

  it('gives every sub-question its part, however many workers another one has', async () => {
    const { provider } = await simulate({
      workers: 40,
      seconds: 300,
      rate: limitOf('arxiv', false),
      allowed: { windowMs: 3000, count: 1, connections: 1 },
      latencyMs: 500,
      shareOf: (worker) => (worker === 0 ? 'small' : 'large'),
    });
    const small = provider.by.get('small') ?? 0;
    expect(provider.violations).toBe(0);
    expect(small).toBeGreaterThanOrEqual(0.3 * provider.starts.length);
    expect(provider.starts.length).toBeGreaterThanOrEqual(90);
  });

  it('allows a burst after a pause, and no more than the minute allows', async () => {
    const { provider } = await simulate({
      workers: 6,
      seconds: 300,
      rate: limitOf('github', false),
      allowed: { windowMs: 60_000, count: 10, connections: 1 },
      latencyMs: 300,
      shareOf: () => 'SQ1',
    });
    expect(provider.violations).toBe(0);
    expect(provider.starts.slice(0, 3).every((start) => start - provider.starts[0]! < 3000)).toBe(true);
  });

  it('fails with SourceBusy instead of sleeping longer than the budget', async () => {
    const time = new FakeTime();
    const limiter = new Limiter(new MemoryTable(), time, () => 0.5);
    const rate = { intervalMs: 20_000, connections: 1 };
    const first = await limiter.acquire('slow', rate, 'SQ1', new WaitBudget(5000)).then((turn) => turn);
    await first.release();
    const before = time.now();
    const second = limiter.acquire('slow', rate, 'SQ1', new WaitBudget(5000)).catch((error: unknown) => error);
    await time.run();
    const error = await second;
    expect(error).toBeInstanceOf(SourceBusy);
    expect((error as SourceBusy).retryable).toBe(true);
    expect(time.now() - before).toBeLessThanOrEqual(5000);
  });

  it('takes a connection back when its holder died', async () => {
    const time = new FakeTime();
    const limiter = new Limiter(new MemoryTable(), time, () => 0.5);
    const rate = { intervalMs: 100, connections: 1 };
    void limiter.acquire('p', rate, 'SQ1', new WaitBudget(5000));
    await time.run();
    const early = limiter.acquire('p', rate, 'SQ2', new WaitBudget(5000)).catch((error: unknown) => error);
    await time.run();
    expect(await early).toBeInstanceOf(SourceBusy);
    void time.sleep(61_000);
    await time.run();
    const late = limiter.acquire('p', rate, 'SQ2', new WaitBudget(5000));
    await time.run();
    await expect(late).resolves.toHaveProperty('release');
  });

  it('lets a rate learned from headers override the documented one for all workers', async () => {
    const table = new MemoryTable();
    const time = new FakeTime();
    await new Limiter(table, time, () => 0.5).learn('crossref', { intervalMs: 208, connections: 1 });
    const other = new Limiter(table, time, () => 0.5);
    expect(await other.rate('crossref', { intervalMs: 104, connections: 3 })).toEqual({
      intervalMs: 208,
      connections: 1,
    });
    expect(await other.rate('dblp', { intervalMs: 1040, connections: 1 })).toEqual({
      intervalMs: 1040,
      connections: 1,
    });
  });
});
