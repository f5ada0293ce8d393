import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callId, markRefused, orphansOf, partsOfCallId, reserve, settle } from '../../../shared/run/budget.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { checkStops, readBudget } from '../../../shared/run/stops.ts';
import { bench } from './harness.ts';

describe('the budget item', () => {
  it('lets forty parallel workers use all of it and nothing more', async () => {
    const { run } = await bench({ budget: 200_000 });
    const spendable = 200_000 * 0.85;
    let charged = 0;
    const worker = async (n: number) => {
      for (let k = 0; k < 30; k++) {
        const worst = 1000 + ((n * 37 + k * 101) % 2000);
        const id = callId(1, `step.${n}.${k}`, 'ab');
        const held = await reserve(run, id, worst, false);
        await Promise.resolve();
        if (held.kind !== 'held') continue;
        const used = worst - ((n + k) % 3 === 0 ? 0 : 100);
        await settle(run, id, { tokens: used, cost: 0.001 });
        charged += used;
        expect((await readBudget(run)).used).toBeLessThanOrEqual(spendable);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => worker(n)));
    const after = await readBudget(run);
    expect(after.used).toBe(charged);
    expect(after.used).toBeLessThanOrEqual(spendable);
    expect(after.used).toBeGreaterThan(spendable - 3000);
    expect(after.open).toEqual({});
    expect(after.available + after.used).toBe(200_000);
  });

  it('keeps what is available, open and used equal to the whole, whatever happens in whatever order', async () => {
    const action = fc.record({
      id: fc.integer({ min: 0, max: 5 }),
      worst: fc.integer({ min: 1, max: 60_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom('reserve', 'settle', 'release'),
      writer: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const { run } = await bench({ budget: 100_000 });
        for (const { id, worst, share, kind, writer } of actions) {
          const name = callId(1, `s${id}`, 'cd');
          if (kind === 'reserve') await reserve(run, name, worst, writer);
          else {
            const held = (await readBudget(run)).open[name] ?? 0;
            await settle(run, name, kind === 'release' ? null : { tokens: Math.floor(held * share), cost: 0 });
          }
          const { available, open, used } = await readBudget(run);
          const held = Object.values(open).reduce((sum, one) => sum + one, 0);
          expect(available + held + used).toBe(100_000);
          expect(available).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps 15 % for the writer', async () => {
    const { run } = await bench({ budget: 100_000 });
    expect(await reserve(run, callId(1, 'read', 'aa'), 85_000, false)).toEqual({ kind: 'held' });
    expect(await reserve(run, callId(1, 'more', 'aa'), 1, false)).toMatchObject({ kind: 'busy' });
    expect(await reserve(run, callId(1, 'write', 'aa'), 15_000, true)).toEqual({ kind: 'held' });
    expect((await readBudget(run)).available).toBe(0);
  });

  it('tells a refusal that calls in flight may lift from one that nothing will', async () => {
    const { run } = await bench({ budget: 100_000 });
    await reserve(run, callId(1, 'a', 'aa'), 60_000, false);
    expect(await reserve(run, callId(1, 'b', 'aa'), 60_000, false)).toEqual({ kind: 'busy' });
    await settle(run, callId(1, 'a', 'aa'), { tokens: 60_000, cost: 1 });
    expect(await reserve(run, callId(1, 'b', 'aa'), 60_000, false)).toEqual({ kind: 'refused', room: 25_000 });
  });

  it('settles once, and counts failed calls', async () => {
    const { run } = await bench({ budget: 100_000 });
    const id = callId(1, 'a', 'aa');
    await reserve(run, id, 10_000, false);
    expect(await reserve(run, id, 10_000, false)).toEqual({ kind: 'open' });
    expect(await settle(run, id, { tokens: 4000, cost: 0.5 })).toBe(true);
    expect(await settle(run, id, { tokens: 4000, cost: 0.5 })).toBe(false);
    await reserve(run, id, 10_000, false);
    await settle(run, id, { tokens: 0, cost: 0 });
    expect(await readBudget(run)).toMatchObject({ used: 4000, calls: 2, cost: 0.5, available: 96_000 });
  });

  it('knows which reservations an earlier attempt left behind; a batch outlives its attempt', async () => {
    const { run } = await bench({ budget: 100_000 });
    await reserve(run, callId(1, 'research.1.1.SQ1.arxiv', 'aa'), 1000, false);
    await reserve(run, callId(2, 'read.doi:10.1/x.y', 'bb'), 1000, false);
    await reserve(run, 'batch.read.doi:10.1/x.cc', 1000, false);
    expect(orphansOf(await readBudget(run), 2)).toEqual(['1.research.1.1.SQ1.arxiv.aa']);
    expect(partsOfCallId('2.read.doi:10.1/x.y.bb')).toEqual({ attempt: 2, hash: 'bb' });
  });

  it('stops what has not started once a call had to be refused', async () => {
    const { run } = await bench({ budget: 100_000 });
    await checkStops(run, await run.meta());
    await markRefused(run);
    await expect(checkStops(run, await run.meta())).rejects.toMatchObject({ name: 'BudgetExhausted' });
    expect(new RunHandle(run.runtime, run).attempt).toBe(1);
  });
});
