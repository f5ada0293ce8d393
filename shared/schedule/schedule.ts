import * as z from 'zod';
import { RunRequest } from '../contracts/run.ts';

export const ScheduleId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a schedule is named in lower case')
  .max(50);

/** A topic that is researched again and again. */
export const Schedule = z.object({
  id: ScheduleId,
  name: z.string(),
  /** As typed: five cron fields, `cron(…)` or `rate(…)`. */
  expression: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** A firing starts somewhere within so many minutes after its time. */
  flexibleMinutes: z.number().int().min(0).max(1440),
  paused: z.boolean(),
  /** Whether a notice goes out when there is something new. */
  notify: z.boolean(),
  request: RunRequest,
  created: z.string(),
  /** Where a rate counts from: creation, or the last change of the expression. */
  anchor: z.string(),
  /** Times up to this one are dealt with. */
  doneUntil: z.string(),
  /** The run that was started last. */
  lastRun: z.string().nullable(),
  /** The scheduled time of that run. */
  lastTime: z.string().nullable(),
  /** Grows with every change by the user. */
  version: z.number().int().positive(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A schedule as it is shown. */
export const ScheduleView = Schedule.omit({ anchor: true, doneUntil: true }).extend({
  /** The next time; null while paused. */
  next: z.string().nullable(),
});
export type ScheduleView = z.infer<typeof ScheduleView>;

export const ScheduleList = z.object({ schedules: z.array(ScheduleView) });

/** What became of one scheduled time. */
export const Firing = z.object({
  time: z.string(),
  status: z.enum(['claimed', 'started', 'overlap', 'limited', 'refused']),
  by: z.enum(['clock', 'user']),
  /** The run it started; for `overlap` the run that was still going. */
  slug: z.string().nullable(),
  reason: z.string().nullable(),
  /** Number of its digest, once there is one; 0 when its run brought none. */
  digest: z.number().int().nullable(),
});
export type Firing = z.infer<typeof Firing>;

/** How a delivery of a scheduled time ended. */
export interface Fired {
  readonly status: Firing['status'] | 'duplicate' | 'paused' | 'gone';
  readonly slug: string | null;
}
