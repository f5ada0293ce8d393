import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitReached } from '../../../shared/api/errors.ts';
import { Shares } from '../../../shared/api/shares.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { keys } from '../../../shared/store/keys.ts';
import { MemoryTable } from '../../../shared/store/memory.ts';
import { makeWorld, request } from './fakes.ts';

const LIMITS = { runsAtOnce: 2, tokensPerMonth: 10_000 };

describe('an owner’s share', () => {
  it('refuses a third run at once, and takes it when one has ended', async () => {
    const world = makeWorld();
    const service = world.service('a', { limits: LIMITS });
    const first = await service.create(request('one', { budget: 3000 }));
    await service.create(request('two', { budget: 3000 }));
    await expect(service.create(request('three', { budget: 3000 }))).rejects.toMatchObject({ retryAfter: 60 });
    expect((await service.list()).runs).toHaveLength(2);
    world.executions.end('a', first.slug);
    await service.cancel(first.slug);
    expect((await service.create(request('three', { budget: 3000 }))).slug).toMatch(/^three/);
  });

  it('counts what ended runs used, not what they might have used', async () => {
    const world = makeWorld();
    const service = world.service('a', { limits: LIMITS });
    const { slug } = await service.create(request('one', { budget: 9000 }));
    await expect(service.create(request('two', { budget: 2000 }))).rejects.toThrow(LimitReached);
    await world.table.update(keys.budget('a', slug), { set: { used: 500 } });
    world.executions.end('a', slug);
    await service.cancel(slug);
    await service.create(request('two', { budget: 9500 }));
    await expect(service.create(request('three', { budget: 1000 }))).rejects.toThrow(/2026-03 do not leave 1000/);
  });

  it('is whole again in the next month, and says when that is', async () => {
    const world = makeWorld('2026-03-31T23:00:00.000Z');
    const service = world.service('a', { limits: LIMITS });
    await service.create(request('one', { budget: 9000 }));
    await expect(service.create(request('two', { budget: 9000 }))).rejects.toMatchObject({ retryAfter: 3600 });
    world.time += 3600_000;
    await service.create(request('two', { budget: 9000 }));
  });

  it('of another owner is untouched', async () => {
    const world = makeWorld();
    await world.service('a', { limits: LIMITS }).create(request('one', { budget: 9000 }));
    await world.service('b', { limits: LIMITS }).create(request('one', { budget: 9000 }));
  });

  it('says that a budget is larger than any month', async () => {
    const service = makeWorld().service('a', { limits: LIMITS });
    await expect(service.create(request('one', { budget: 11_000 }))).rejects.toThrow(UsageError);
  });

  it('is taken again by a resumed run, and is not taken twice', async () => {
    const world = makeWorld();
    const service = world.service('a', { limits: { runsAtOnce: 1, tokensPerMonth: 10_000 } });
    const { slug } = await service.create(request('one', { budget: 4000 }));
    world.executions.end('a', slug);
    await service.resume(slug); // interrupted: it holds its share still
    world.executions.end('a', slug, 2);
    await service.cancel(slug);
    const second = await service.create(request('two', { budget: 4000 }));
    await expect(service.resume(slug)).rejects.toThrow(LimitReached);
    world.executions.end('a', second.slug);
    await service.cancel(second.slug);
    expect((await service.resume(slug)).status).toBe('active');
  });

  it('covers a budget that was raised', async () => {
    const world = makeWorld();
    const service = world.service('a', { limits: LIMITS });
    const { slug } = await service.create(request('one', { budget: 4000 }));
    world.executions.end('a', slug);
    await expect(service.resume(slug, { budget: 12_000 })).rejects.toThrow(/a month has 10000/);
    await service.resume(slug, { budget: 8000 });
    await expect(service.create(request('two', { budget: 3000 }))).rejects.toThrow(LimitReached);
  });

  it('is given back when a run is deleted', async () => {
    const world = makeWorld();
    const service = world.service('a', { limits: { runsAtOnce: 1, tokensPerMonth: 10_000 } });
    const { slug } = await service.create(request('one', { budget: 4000 }));
    world.executions.end('a', slug);
    await service.remove(slug);
    const slots = await world.table.get(keys.slots('a'));
    expect(slots).toMatchObject({ active: 0, open: {} });
  });

  it('never lets more runs or tokens through than it has, and gives all of it back', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('take' as const),
        id: fc.integer({ min: 0, max: 9 }),
        tokens: fc.integer({ min: 1, max: 6000 }),
      }),
      fc.record({
        kind: fc.constant('end' as const),
        id: fc.integer({ min: 0, max: 9 }),
        used: fc.integer({ min: 0, max: 6000 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const table = new MemoryTable();
        const runs = new Map<string, { ended: boolean; used: number; tokens: number }>();
        const clock = { now: () => new Date('2026-03-01T10:00:00Z'), wall: () => Date.parse('2026-03-01T10:00:00Z') };
        const shares = new Shares(table, clock, 'a', LIMITS, async (slug) => runs.get(slug));
        for (const one of steps) {
          const slug = `run-${one.id}`;
          const run = runs.get(slug);
          if (one.kind === 'end' && run && !run.ended)
            runs.set(slug, { ...run, ended: true, used: Math.min(one.used, run.tokens) });
          if (one.kind !== 'take' || run) continue;
          try {
            await shares.take(slug, one.tokens);
          } catch (error) {
            if (!(error instanceof LimitReached)) throw error;
            continue;
          }
          runs.set(slug, { ended: false, used: 0, tokens: one.tokens });
          await shares.name(slug, slug);
          const going = [...runs.values()].filter((each) => !each.ended);
          expect(going.length).toBeLessThanOrEqual(LIMITS.runsAtOnce);
          const spent = [...runs.values()].reduce((sum, each) => sum + (each.ended ? each.used : each.tokens), 0);
          expect(spent).toBeLessThanOrEqual(LIMITS.tokensPerMonth);
        }
        for (const [slug, run] of runs) runs.set(slug, { ...run, ended: true });
        await shares.sweep();
        expect(await table.get(keys.slots('a'))).toMatchObject(runs.size > 0 ? { active: 0, open: {} } : {});
        const used = [...runs.values()].reduce((sum, each) => sum + each.used, 0);
        if (runs.size > 0)
          expect(await table.get(keys.month('a', '2026-03'))).toMatchObject({ tokens: used, open: {} });
      }),
      { numRuns: 150 },
    );
  });
});
