import { describe, expect, it } from 'vitest';
import { Conflict, LimitReached, NotFound } from '../../../shared/api/errors.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { findFiring } from '../../../shared/schedule/rows.ts';
import type { Scheduler } from '../../../shared/schedule/scheduler.ts';
import { keys } from '../../../shared/store/keys.ts';
import { makeWorld, request, type World } from '../api/fakes.ts';

const WEEKLY = { name: 'Attention, weekly', expression: '0 7 * * MON', request: { topic: 'efficient attention' } };
const MONDAY = new Date('2026-03-02T07:00:00Z');

async function weekly(more: object = {}): Promise<World> {
  const world = makeWorld('2026-03-01T10:00:00.000Z');
  await world.service('a').schedules.create({ ...WEEKLY, ...more });
  return world;
}

it('is refused at once for a request that names what is not there', async () => {
  const world = makeWorld();
  const { schedules } = world.service('a');
  const lost = { ...WEEKLY, request: { topic: 'x', library: 'nothing' } };
  await expect(schedules.create(lost)).rejects.toThrow('There is no library "nothing"');
  await expect(
    schedules.create({ ...WEEKLY, request: { topic: 'x', continues: 'nothing-2026-01-01' } }),
  ).rejects.toThrow(UsageError);
  const { id } = await schedules.create(WEEKLY);
  await expect(schedules.replace(id, lost)).rejects.toThrow(UsageError);
  expect(await schedules.list()).toHaveLength(1);
  // A run that goes on now has ended when the schedule comes.
  const { slug } = await world.service('a').create(request('two'));
  await schedules.create({ ...WEEKLY, request: { topic: 'x', continues: slug } });
});

describe('firing', () => {
  it('twice for one time starts one run, also at the same moment and after a crash', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    const [one, two] = await Promise.all([
      schedules.fire('attention-weekly', MONDAY, 'clock'),
      schedules.fire('attention-weekly', MONDAY, 'clock'),
    ]);
    expect(one.slug).toBe('efficient-attention-2026-03-02');
    expect(two.slug).toBe(one.slug);
    expect(await schedules.fire('attention-weekly', MONDAY, 'clock')).toEqual({ status: 'duplicate', slug: one.slug });
    // As if the first delivery had died before it could note its run.
    await world.table.update(keys.firing('a', 'attention-weekly', MONDAY.toISOString()), {
      set: { status: 'claimed', slug: null },
    });
    expect((await schedules.fire('attention-weekly', MONDAY, 'clock')).slug).toBe(one.slug);
    expect(world.executions.started).toEqual([`a/${one.slug}/1`]);
    expect((await world.service('a').list()).runs).toHaveLength(1);
  });

  it('while the run before is going starts nothing, and says so', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    const first = await schedules.fire('attention-weekly', MONDAY, 'clock');
    const next = new Date('2026-03-09T07:00:00Z');
    expect(await schedules.fire('attention-weekly', next, 'clock')).toEqual({ status: 'overlap', slug: first.slug });
    expect(await findFiring(world.table, 'a', 'attention-weekly', next.toISOString())).toMatchObject({
      status: 'overlap',
    });
    world.executions.end('a', first.slug!);
    const third = await schedules.fire('attention-weekly', new Date('2026-03-16T07:00:00Z'), 'clock');
    expect(third.status).toBe('started');
  });

  it('never asks: its runs take defaults', async () => {
    const world = await weekly();
    const { slug } = await world.service('a').schedules.fire('attention-weekly', MONDAY, 'clock');
    expect((await world.service('a').view(slug!)).request.noInput).toBe(true);
  });

  it('of a schedule that is paused or deleted does nothing', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    await schedules.pause('attention-weekly');
    expect((await schedules.fire('attention-weekly', MONDAY, 'clock')).status).toBe('paused');
    await schedules.remove('attention-weekly');
    expect((await schedules.fire('attention-weekly', MONDAY, 'clock')).status).toBe('gone');
    expect(world.executions.started).toEqual([]);
  });

  it('is noted when a limit refuses the run', async () => {
    const world = await weekly();
    const service = world.service('a', { limits: { runsAtOnce: 1, tokensPerMonth: 1_600_000 } });
    await service.create({ ...(await service.schedules.get('attention-weekly')).request, topic: 'another' });
    expect((await service.schedules.fire('attention-weekly', MONDAY, 'clock')).status).toBe('limited');
    await expect(service.schedules.runNow('attention-weekly')).rejects.toThrow(LimitReached);
  });
});

describe('what is due', () => {
  it('fires once, and after a long sleep only for the last time', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    expect(await schedules.fireDue(new Date('2026-03-02T06:59:59Z'))).toEqual([]);
    world.time = Date.parse('2026-03-30T12:00:00Z');
    const fired = await schedules.fireDue(new Date(world.time));
    expect(fired.map(({ time }) => time)).toEqual(['2026-03-30T07:00:00.000Z']);
    expect(await schedules.fireDue(new Date(world.time))).toEqual([]);
  });

  it('waits for its place in the window', async () => {
    const world = await weekly({ flexibleMinutes: 60 });
    const { schedules } = world.service('a');
    const early = await schedules.fireDue(MONDAY);
    const late = await schedules.fireDue(new Date('2026-03-02T08:00:00Z'));
    expect(early.length + late.length).toBe(1);
  });

  it('is not made up for after a pause', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    await schedules.pause('attention-weekly');
    world.time = Date.parse('2026-03-04T00:00:00Z');
    await schedules.resume('attention-weekly');
    expect(await schedules.fireDue(new Date(world.time))).toEqual([]);
    expect((await schedules.get('attention-weekly')).next).toBe('2026-03-09T07:00:00.000Z');
  });
});

describe('a schedule', () => {
  it('is made, shown, changed, run now and deleted', async () => {
    const world = await weekly({ timezone: 'Europe/Berlin' });
    const { schedules } = world.service('a');
    expect(await schedules.list()).toMatchObject([{ id: 'attention-weekly', next: '2026-03-02T06:00:00.000Z' }]);
    const changed = await schedules.replace('attention-weekly', { ...WEEKLY, expression: 'rate(7 days)' });
    expect(changed).toMatchObject({ expression: 'rate(7 days)', next: '2026-03-08T10:00:00.000Z', version: 2 });
    const { slug } = await schedules.runNow('attention-weekly');
    world.time += 1000;
    await expect(schedules.runNow('attention-weekly')).rejects.toThrow(Conflict);
    expect((await schedules.get('attention-weekly')).lastRun).toBe(slug);
    await schedules.remove('attention-weekly');
    expect(await schedules.list()).toEqual([]);
    expect(await world.table.query({ pk: 'SCHED#a#attention-weekly' })).toEqual([]);
    expect((await world.service('a').view(slug)).slug).toBe(slug);
  });

  it('of the same name gets another id', async () => {
    const world = await weekly();
    expect((await world.service('a').schedules.create(WEEKLY)).id).toBe('attention-weekly-2');
  });

  it('of another owner is not there', async () => {
    const { schedules } = (await weekly()).service('b');
    expect(await schedules.list()).toEqual([]);
    for (const call of [
      schedules.get('attention-weekly'),
      schedules.replace('attention-weekly', WEEKLY),
      schedules.pause('attention-weekly'),
      schedules.resume('attention-weekly'),
      schedules.runNow('attention-weekly'),
      schedules.digests('attention-weekly'),
      schedules.digest('attention-weekly', 1),
      schedules.remove('attention-weekly'),
    ]) {
      await expect(call).rejects.toThrow(NotFound);
    }
  });

  it.each([
    { expression: '0 0 30 2 *' },
    { expression: 'nonsense' },
    { timezone: 'Mars/Phobos' },
    { expression: '*/30 * * * *', flexibleMinutes: 30 },
    { request: { topic: '???' } },
  ])('that can never work is refused: %j', async (wrong) => {
    await expect(
      makeWorld()
        .service('a')
        .schedules.create({ ...WEEKLY, ...wrong }),
    ).rejects.toThrow(UsageError);
  });

  it('that the scheduler did not take is not listed', async () => {
    const scheduler: Scheduler = {
      put: async () => {
        throw new Error('no');
      },
      remove: async () => {},
    };
    const service = makeWorld().service('a', { scheduler });
    await expect(service.schedules.create(WEEKLY)).rejects.toThrow('no');
    expect(await service.schedules.list()).toEqual([]);
  });

  it('keeps the last run when it is changed while it fires', async () => {
    const world = await weekly();
    const { schedules } = world.service('a');
    const fired = await schedules.fire('attention-weekly', MONDAY, 'clock');
    await schedules.pause('attention-weekly');
    expect((await schedules.get('attention-weekly')).lastRun).toBe(fired.slug);
  });
});
