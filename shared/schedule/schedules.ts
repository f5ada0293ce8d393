import { Conflict, LimitReached, NotFound } from '../api/errors.ts';
import type { Runtime } from '../runtime.ts';
import { holds } from '../store/holds.ts';
import { keys, schedulePk } from '../store/keys.ts';
import { deleteRows, purge } from '../store/purge.ts';
import { type Digest, DigestLine, type DigestList } from './digest/digest.ts';
import { schedulePrefix } from './digest/files.ts';
import { listLines, readDigest, readDigestFile } from './digest/read.ts';
import { fire, type Starts } from './fire.ts';
import { NewSchedule, rhythmOf, scheduleIdOf, type Wanted, wantedOf } from './new-schedule.ts';
import { findSchedule, getSchedule, listSchedules, scheduleRow } from './rows.ts';
import type { Fired, Schedule, ScheduleView } from './schedule.ts';
import type { Scheduler } from './scheduler.ts';
import { latestTime, nextTime, windowOffset } from './times.ts';

/** Schedules of one owner; more is a mistake in somebody's loop. */
const MOST = 100;
const PAGE = 50;

/** What front ends do with schedules. */
export interface SchedulesApi {
  create(body: NewSchedule): Promise<ScheduleView>;
  list(): Promise<ScheduleView[]>;
  get(id: string): Promise<ScheduleView>;
  replace(id: string, body: NewSchedule): Promise<ScheduleView>;
  remove(id: string): Promise<void>;
  pause(id: string): Promise<ScheduleView>;
  resume(id: string): Promise<ScheduleView>;
  /** Starts a run now, outside the rhythm. */
  runNow(id: string): Promise<{ slug: string }>;
  /** Digests, newest first. */
  digests(id: string, options?: { before?: number; limit?: number }): Promise<DigestList>;
  digest(id: string, number: number): Promise<Digest>;
  /** A digest for reading. */
  digestText(id: string, number: number, form: 'markdown' | 'html'): Promise<string>;
}

/** Makes the digests of a schedule that are due. */
export type Digester = (runtime: Runtime, owner: string, id: string) => Promise<unknown>;

/** Recurring topics of one owner. The rows are the truth; the scheduler is told what they say. */
export class Schedules implements SchedulesApi {
  private readonly runtime: Runtime;
  private readonly owner: string;
  private readonly scheduler: Scheduler;
  private readonly starts: Starts;
  private readonly digester: Digester | null;

  constructor(runtime: Runtime, owner: string, scheduler: Scheduler, starts: Starts, digester: Digester | null) {
    this.runtime = runtime;
    this.owner = owner;
    this.scheduler = scheduler;
    this.starts = starts;
    this.digester = digester;
  }

  /**
   * @throws {UsageError} for what can never fire, or would research what is not there
   * @throws {LimitReached} when there are too many
   */
  async create(body: NewSchedule): Promise<ScheduleView> {
    const now = this.now();
    const wanted = await this.checked(body, now);
    if ((await listSchedules(this.runtime.table, this.owner)).length >= MOST) {
      throw new LimitReached(`There are ${MOST} schedules, which is the most. Delete one that is not needed.`, 3600);
    }
    const schedule = await this.claim(wanted, now);
    try {
      await this.scheduler.put(this.owner, schedule);
    } catch (error) {
      // One that would never fire must not be listed.
      await this.runtime.table.delete(keys.schedule(this.owner, schedule.id));
      throw error;
    }
    return this.shown(schedule);
  }

  async list(): Promise<ScheduleView[]> {
    return (await listSchedules(this.runtime.table, this.owner)).map((schedule) => this.shown(schedule));
  }

  async get(id: string): Promise<ScheduleView> {
    return this.shown(await getSchedule(this.runtime.table, this.owner, id));
  }

  /** Replaces what the user has said; a new expression or time zone counts from now. */
  async replace(id: string, body: NewSchedule): Promise<ScheduleView> {
    const now = this.now();
    const wanted = await this.checked(body, now);
    return this.change(id, (before) => {
      const same = before.expression === wanted.expression && before.timezone === wanted.timezone;
      return { ...before, ...wanted, ...(same ? {} : { anchor: now.toISOString(), doneUntil: now.toISOString() }) };
    });
  }

  async pause(id: string): Promise<ScheduleView> {
    return this.change(id, (before) => ({ ...before, paused: true }));
  }

  /** Times that passed while it was paused are not made up for. */
  async resume(id: string): Promise<ScheduleView> {
    const now = this.now().toISOString();
    return this.change(id, (before) => (before.paused ? { ...before, paused: false, doneUntil: now } : before));
  }

  /** Deletes a schedule with its firings and digests; the runs it has started stay. */
  async remove(id: string): Promise<void> {
    const { table, blobs } = this.runtime;
    await getSchedule(table, this.owner, id);
    await this.scheduler.remove(this.owner, id);
    await purge(blobs, schedulePrefix(this.runtime, this.owner, id));
    await deleteRows(table, await table.query({ pk: schedulePk(this.owner, id) }));
    await table.delete(keys.schedule(this.owner, id));
  }

  /** @throws {Conflict} while the run before is still going */
  async runNow(id: string): Promise<{ slug: string }> {
    await getSchedule(this.runtime.table, this.owner, id);
    const fired = await this.fire(id, this.now(), 'user');
    if (fired.status === 'started' || fired.status === 'duplicate') {
      if (fired.slug !== null) return { slug: fired.slug };
    }
    if (fired.status === 'limited') throw new LimitReached('No run could be started: a limit is reached.', 60);
    throw new Conflict(
      fired.status === 'overlap'
        ? `The run ${fired.slug} of this schedule is still going; wait for it, or cancel it.`
        : `The schedule ${id} could not be run (${fired.status}). Look at it again.`,
    );
  }

  /** Newest first. Where nothing else makes digests when a run ends, those that are due are made now. */
  async digests(id: string, options: { before?: number; limit?: number } = {}): Promise<DigestList> {
    await getSchedule(this.runtime.table, this.owner, id);
    await this.digester?.(this.runtime, this.owner, id);
    const { before = Number.POSITIVE_INFINITY, limit = PAGE } = options;
    const lines = (await listLines(this.runtime, this.owner, id)).filter(({ number }) => number < before).reverse();
    const digests = lines.slice(0, limit);
    return { digests, next: lines.length > limit ? digests.at(-1)!.number : null };
  }

  /** @throws {NotFound} */
  async digest(id: string, number: number): Promise<Digest> {
    return readDigest(this.runtime, this.owner, id, await this.digestLine(id, number));
  }

  /** @throws {NotFound} */
  async digestText(id: string, number: number, form: 'markdown' | 'html'): Promise<string> {
    const file = form === 'markdown' ? 'digest.md' : 'digest.html';
    return readDigestFile(this.runtime, this.owner, id, await this.digestLine(id, number), file);
  }

  private async checked(body: NewSchedule, now: Date): Promise<Wanted> {
    const wanted = wantedOf(NewSchedule.parse(body), now);
    await this.starts.check(wanted.request);
    return wanted;
  }

  private async digestLine(id: string, number: number): Promise<DigestLine> {
    const row = await this.runtime.table.get(keys.digest(this.owner, id, number));
    if (!row)
      throw new NotFound(`The schedule ${id} has no digest ${number}. Its digests are listed without a number.`);
    return DigestLine.parse(row);
  }

  /** A delivery of one scheduled time; harmless to repeat. */
  async fire(id: string, time: Date, by: 'clock' | 'user'): Promise<Fired> {
    return fire(this.runtime.table, this.starts, this.owner, id, time, by);
  }

  /**
   * Fires what is due: for each schedule the last time that has come, window included. Earlier ones that were missed (the
   * machine slept) are not made up for one by one.
   */
  async fireDue(now: Date): Promise<{ id: string; time: string; fired: Fired }[]> {
    const done = [];
    for (const schedule of await listSchedules(this.runtime.table, this.owner)) {
      if (schedule.paused) continue;
      const time = latestTime(rhythmOf(schedule), new Date(schedule.doneUntil), now);
      if (time === null) continue;
      if (time.getTime() + windowOffset(schedule.id, time, schedule.flexibleMinutes) > now.getTime()) continue;
      const fired = await this.fire(schedule.id, time, 'clock');
      await this.markDone(schedule.id, time);
      done.push({ id: schedule.id, time: time.toISOString(), fired });
    }
    return done;
  }

  /** Times of schedules are times of the real world, whatever clock artefacts show. */
  private now(): Date {
    return new Date(this.runtime.clock.wall());
  }

  private async markDone(id: string, time: Date): Promise<void> {
    const doneUntil = time.toISOString();
    const earlier = { exists: true, atMost: { doneUntil } };
    // Otherwise it is deleted, or dealt with beyond this time already.
    await holds(() => this.runtime.table.update(keys.schedule(this.owner, id), { set: { doneUntil } }, earlier));
  }

  /** Claims the first free id for a name. */
  private async claim(wanted: Wanted, now: Date): Promise<Schedule> {
    const at = now.toISOString();
    for (let n = 1; ; n++) {
      const id = scheduleIdOf(wanted.name, n);
      const marks = { created: at, anchor: at, doneUntil: at, lastRun: null, lastTime: null };
      const schedule: Schedule = { id, ...wanted, paused: false, ...marks, version: 1 };
      const put = () => this.runtime.table.put(keys.schedule(this.owner, id), scheduleRow(schedule), { exists: false });
      if (await holds(put)) return schedule;
    }
  }

  /** Changes the user's part, unless somebody else did at the same moment; then tells the scheduler. */
  private async change(id: string, to: (before: Schedule) => Schedule): Promise<ScheduleView> {
    const { table } = this.runtime;
    const before = await getSchedule(table, this.owner, id);
    const after = { ...to(before), version: before.version + 1 };
    const { lastRun: _run, lastTime: _time, ...own } = after;
    const set = scheduleRow(own as Schedule);
    const unchanged = { exists: true, equals: { version: before.version } };
    if (!(await holds(() => table.update(keys.schedule(this.owner, id), { set }, unchanged)))) {
      throw new Conflict(`The schedule ${id} was changed by somebody else at the same moment. Look at it again.`);
    }
    const now = (await findSchedule(table, this.owner, id)) ?? after;
    await this.scheduler.put(this.owner, now);
    return this.shown(now);
  }

  private shown(schedule: Schedule): ScheduleView {
    const { anchor: _anchor, doneUntil: _done, ...view } = schedule;
    const next = schedule.paused ? null : nextTime(rhythmOf(schedule), this.now());
    return { ...view, next: next?.toISOString() ?? null };
  }
}
