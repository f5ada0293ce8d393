import { LimitReached } from '../api/errors.ts';
import { UsageError } from '../contracts/errors.ts';
import type { RunRequest } from '../contracts/run.ts';
import type { Origin } from '../run/create.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import type { Row, Table } from '../store/ports.ts';
import { findFiring, findSchedule } from './rows.ts';
import type { Fired, Firing, Schedule } from './schedule.ts';

/** What a firing needs of the runs. */
export interface Starts {
  /** @throws {UsageError} for a request that names what is not there */
  check(request: RunRequest): Promise<void>;
  /** Starts a run; the same origin is the same run. */
  start(request: RunRequest, origin: Origin): Promise<string>;
  /** Whether a run is still going; one that is not there is not. */
  isGoing(slug: string): Promise<boolean>;
}

/**
 * Starts the run of one scheduled time. A duplicate delivery finds the firing of the first: the same time is the same
 * run. While the run before is still going nothing is started.
 *
 * @param time the scheduled time, not that of the delivery
 */
export async function fire(
  table: Table,
  starts: Starts,
  owner: string,
  id: string,
  time: Date,
  by: Firing['by'],
): Promise<Fired> {
  const schedule = await findSchedule(table, owner, id);
  if (!schedule) return { status: 'gone', slug: null };
  if (schedule.paused && by === 'clock') return { status: 'paused', slug: null };
  const iso = time.toISOString();
  const before = await claimFiring(table, owner, id, { time: iso, by });
  if (before !== null && before.status !== 'claimed') return { status: 'duplicate', slug: before.slug };
  const { lastRun, lastTime } = schedule;
  // A run that this very time has started (its delivery was cut) is not in its own way.
  if (lastRun !== null && lastTime !== iso && (await starts.isGoing(lastRun))) {
    const reason = `The run ${lastRun} of the time before was still going.`;
    return settle(table, owner, id, iso, { status: 'overlap', slug: lastRun, reason });
  }
  return startRun(table, starts, owner, schedule, time);
}

/** @returns the firing that is there already; null when this delivery made it */
async function claimFiring(
  table: Table,
  owner: string,
  id: string,
  { time, by }: Pick<Firing, 'time' | 'by'>,
): Promise<Firing | null> {
  const firing: Firing = { time, by, status: 'claimed', slug: null, reason: null, digest: null };
  const claim = () => table.put(keys.firing(owner, id, time), firing as unknown as Row, { exists: false });
  return (await holds(claim)) ? null : ((await findFiring(table, owner, id, time)) ?? null);
}

async function startRun(table: Table, starts: Starts, owner: string, schedule: Schedule, time: Date): Promise<Fired> {
  const iso = time.toISOString();
  let slug: string;
  try {
    slug = await starts.start({ ...schedule.request, noInput: true }, { id: originId(schedule.id, iso), at: time });
  } catch (error) {
    if (error instanceof LimitReached) {
      return settle(table, owner, schedule.id, iso, { status: 'limited', slug: null, reason: error.message });
    }
    if (error instanceof UsageError) {
      return settle(table, owner, schedule.id, iso, { status: 'refused', slug: null, reason: error.message });
    }
    throw error;
  }
  // A schedule that was deleted meanwhile has nothing to note.
  await holds(() =>
    table.update(keys.schedule(owner, schedule.id), { set: { lastRun: slug, lastTime: iso } }, { exists: true }),
  );
  return settle(table, owner, schedule.id, iso, { status: 'started', slug, reason: null });
}

async function settle(
  table: Table,
  owner: string,
  id: string,
  time: string,
  set: Pick<Firing, 'status' | 'slug' | 'reason'>,
): Promise<Fired> {
  await table.update(keys.firing(owner, id, time), { set: { ...set } }, { exists: true });
  return { status: set.status, slug: set.slug };
}

/** The origin of a scheduled run: which schedule, which time. */
const originId = (id: string, time: string): string => `schedule:${id}@${time}`;

/** The schedule and the time that a run's origin names; null for other runs. */
export function scheduleOf(origin: unknown): { id: string; time: string } | null {
  const hit = typeof origin === 'string' ? /^schedule:([a-z0-9-]+)@(.+)$/.exec(origin) : null;
  return hit ? { id: hit[1]!, time: hit[2]! } : null;
}
