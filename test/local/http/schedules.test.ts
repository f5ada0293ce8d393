import { expect, it } from 'vitest';
import { startSchedules } from '../../../local/cloud/scheduler.ts';
import { makeWorld } from '../../shared/api/fakes.ts';
import { finish, paper } from '../../shared/schedule/finished.ts';

it('the embedded loop fires once, makes the digest, and a restart repeats nothing', async () => {
  const world = makeWorld('2026-03-01T10:00:00.000Z');
  const service = world.service('local');
  await service.schedules.create({ name: 'weekly', expression: '0 7 * * MON', request: { topic: 'raft' } });
  const loop = startSchedules({ runtime: world.runtime, service }, 'local', 3_600_000);
  await loop.turn();
  expect(world.executions.started).toEqual([]);
  world.time = Date.parse('2026-03-02T07:00:01Z');
  await Promise.all([loop.turn(), loop.turn()]);
  expect(world.executions.started).toEqual(['local/raft-2026-03-02/1']);
  await finish(world, 'local', 'raft-2026-03-02', { papers: [paper('arxiv:2401.00001', 'A paper')] });
  await loop.turn();
  expect((await service.schedules.digests('weekly')).digests).toMatchObject([{ number: 1, papers: 1 }]);
  await loop.stop();
  const again = startSchedules({ runtime: world.runtime, service }, 'local', 3_600_000);
  await again.turn();
  await again.stop();
  expect(world.executions.started).toHaveLength(1);
});

it('a turn that fails is logged, and the next one tries again', async () => {
  const world = makeWorld('2026-03-01T10:00:00.000Z');
  const service = world.service('local');
  await service.schedules.create({ name: 'weekly', expression: '0 7 * * MON', request: { topic: 'raft' } });
  world.time = Date.parse('2026-03-02T07:00:01Z');
  const start = world.executions.start.bind(world.executions);
  world.executions.start = async () => {
    throw new Error('engine is starting');
  };
  const loop = startSchedules({ runtime: world.runtime, service }, 'local', 10);
  await expect.poll(() => world.logged.some(({ message }) => message.startsWith('A turn'))).toBe(true);
  world.executions.start = start;
  await expect.poll(() => world.executions.started).toEqual(['local/raft-2026-03-02/1']);
  await loop.stop();
});
