import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { UsageError } from '../contracts/errors.ts';
import { crontabOf, type Timing } from './expression.ts';

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
/** Times looked at until one exists: a time of day that the clocks jump over in spring does not. */
const TRIES = 8;

/** What the times of a schedule depend on. */
export interface Rhythm {
  readonly timing: Timing;
  /** IANA name. */
  readonly timezone: string;
  /** Where a rate counts from. */
  readonly anchor: Date;
}

/** @throws {UsageError} for a name that is no time zone */
export function checkTimezone(name: string): string {
  const known = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(name) && isZone(name);
  if (!known)
    throw new UsageError(`"${name.slice(0, 60)}" is no time zone. Write an IANA name, such as Europe/Berlin.`);
  return name;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The first time after `after`; null when there is none any more. A time that the clocks jump over is skipped. */
export function nextTime({ timing, timezone, anchor }: Rhythm, after: Date): Date | null {
  if (timing.kind === 'rate') {
    const every = timing.value * UNIT_MS[timing.unit];
    const passed = Math.max(0, Math.floor((after.getTime() - anchor.getTime()) / every));
    return new Date(anchor.getTime() + (passed + 1) * every);
  }
  const cron = new Cron(crontabOf(timing.fields), { timezone, paused: true });
  let from = after;
  for (let tried = 0; tried < TRIES; tried++) {
    const found = cron.nextRun(from);
    if (found === null || cron.match(found)) return found;
    from = found;
  }
  return null;
}

/** The last time at or before `now`, and after `after`; null when none came in between. */
export function latestTime(rhythm: Rhythm, after: Date, now: Date): Date | null {
  const { timing, timezone, anchor } = rhythm;
  if (timing.kind === 'rate') {
    const every = timing.value * UNIT_MS[timing.unit];
    const passed = Math.floor((now.getTime() - anchor.getTime()) / every);
    const last = anchor.getTime() + passed * every;
    return passed >= 1 && last > after.getTime() ? new Date(last) : null;
  }
  const cron = new Cron(crontabOf(timing.fields), { timezone, paused: true });
  // The bound is exclusive there and counts whole seconds.
  const found = cron.previousRuns(TRIES, new Date(Math.floor(now.getTime() / 1000) * 1000 + 1000));
  const last = found.find((time) => time.getTime() <= now.getTime() && cron.match(time));
  return last !== undefined && last.getTime() > after.getTime() ? last : null;
}

/** Shortest distance between two of the next times, in milliseconds; used to check that a window fits. */
export function shortestGap(rhythm: Rhythm, from: Date): number {
  let shortest = Number.POSITIVE_INFINITY;
  let at = nextTime(rhythm, from);
  for (let n = 0; at !== null && n < 50; n++) {
    const next = nextTime(rhythm, at);
    if (next === null) break;
    shortest = Math.min(shortest, next.getTime() - at.getTime());
    at = next;
  }
  return shortest;
}

/** Where inside its flexible window a firing starts, in milliseconds: spread evenly, and the same each time it is asked. */
export function windowOffset(id: string, time: Date, minutes: number): number {
  if (minutes === 0) return 0;
  const hash = createHash('sha256').update(`${id}@${time.toISOString()}`).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * minutes * 60_000);
}
