import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyReused } from '../../../shared/api/errors.ts';
import { MemoryTable } from '../../../shared/store/memory.ts';
import type { Key, Row } from '../../../shared/store/ports.ts';
import { makeWorld, request } from './fakes.ts';

/** A table that dies at the n-th write, as a process that is killed there. */
class DyingTable extends MemoryTable {
  left = Number.POSITIVE_INFINITY;

  override async put(key: Key, row: Row, condition?: Parameters<MemoryTable['put']>[2]): Promise<void> {
    this.spend();
    return super.put(key, row, condition);
  }

  override async update(...args: Parameters<MemoryTable['update']>): Promise<Row> {
    this.spend();
    return super.update(...args);
  }

  private spend(): void {
    if (this.left <= 0) throw new Error('killed');
    this.left--;
  }
}

describe('an idempotency key', () => {
  it('with the same request is the same run, also past midnight', async () => {
    const world = makeWorld('2026-03-01T23:59:00.000Z');
    const first = await world.service('a').create(request('raft'), 'k1');
    world.time += 5 * 60_000;
    const second = await world.service('a').create(request('raft'), 'k1');
    expect(second).toEqual(first);
    expect(world.executions.started).toEqual([`a/${first.slug}/1`]);
  });

  it('with another request is refused', async () => {
    const world = makeWorld();
    await world.service('a').create(request('raft'), 'k1');
    await expect(world.service('a').create(request('paxos'), 'k1')).rejects.toThrow(KeyReused);
  });

  it('of another owner means nothing', async () => {
    const world = makeWorld();
    const mine = await world.service('a').create(request('raft'), 'k1');
    const theirs = await world.service('b').create(request('paxos'), 'k1');
    expect(theirs.slug).not.toBe(mine.slug);
  });

  it('is free again after seven days', async () => {
    const world = makeWorld();
    await world.service('a').create(request('raft'), 'k1');
    world.time += 8 * 86_400_000;
    const later = await world.service('a').create(request('paxos'), 'k1');
    expect(later.slug).toMatch(/^paxos-/);
  });

  it('gives one run whatever write the first request died at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.boolean(), async (writes, limited) => {
        const table = new DyingTable();
        const world = makeWorld('2026-03-01T10:00:00.000Z', { table });
        const parts = limited ? { limits: { runsAtOnce: 1, tokensPerMonth: 1_500_000 } } : {};
        await world
          .service('a', parts)
          .create(request('raft'), 'other')
          .then((run) => world.executions.end('a', run.slug));
        await world.service('a', parts).cancel('raft-2026-03-01');
        table.left = writes;
        await world
          .service('a', parts)
          .create(request('raft'), 'k1')
          .catch((error: Error) => {
            expect(error.message).toBe('killed');
          });
        table.left = Number.POSITIVE_INFINITY;
        const again = await world.service('a', parts).create(request('raft'), 'k1');
        const { runs } = await world.service('a', parts).list();
        expect(runs.map((run) => run.slug).sort()).toEqual(['raft-2026-03-01', again.slug].sort());
        expect((await world.service('a', parts).view(again.slug)).status).toBe('active');
      }),
      { numRuns: 40 },
    );
  });

  it('is one run when two requests come at once', async () => {
    const world = makeWorld();
    const runs = await Promise.all(Array.from({ length: 8 }, () => world.service('a').create(request('raft'), 'k1')));
    expect(new Set(runs.map((run) => run.slug)).size).toBe(1);
    expect((await world.service('a').list()).runs).toHaveLength(1);
  });
});
