import anyAscii from 'any-ascii';
import * as z from 'zod';
import { NewRun, runRequestOf } from '../api/requests.ts';
import { UsageError } from '../contracts/errors.ts';
import { hash6 } from '../contracts/ids.ts';
import { parseExpression } from './expression.ts';
import type { Schedule } from './schedule.ts';
import { checkTimezone, nextTime, type Rhythm, shortestGap } from './times.ts';

/** What making or replacing a schedule takes. */
export const NewSchedule = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ examples: ['Consensus protocols'] }),
  expression: z
    .string()
    .min(1)
    .max(200)
    .meta({ examples: ['0 7 * * MON', 'cron(0 7 ? * MON *)', 'rate(7 days)'] }),
  timezone: z
    .string()
    .min(1)
    .max(60)
    .default('UTC')
    .meta({ examples: ['Europe/Berlin', 'UTC'] }),
  flexibleMinutes: z.number().int().min(0).max(1440).default(0),
  notify: z.boolean().default(true),
  request: NewRun,
});
export type NewSchedule = z.input<typeof NewSchedule>;

/** The user's part of a schedule. */
export type Wanted = Pick<Schedule, 'name' | 'expression' | 'timezone' | 'flexibleMinutes' | 'notify' | 'request'>;

/**
 * Checks what the schema cannot: expression, time zone, that there is a next time and that the window fits between two.
 * @throws {UsageError}
 */
export function wantedOf(body: z.output<typeof NewSchedule>, now: Date): Wanted {
  const { name, expression, timezone, flexibleMinutes, notify, request } = body;
  const rhythm: Rhythm = { timing: parseExpression(expression), timezone: checkTimezone(timezone), anchor: now };
  if (nextTime(rhythm, now) === null) throw new UsageError(`The schedule "${expression}" never comes.`);
  if (flexibleMinutes * 60_000 >= shortestGap(rhythm, now)) {
    throw new UsageError(
      `A window of ${flexibleMinutes} minutes does not fit between two times of "${expression}". Make it smaller.`,
    );
  }
  return { name, expression: expression.trim(), timezone, flexibleMinutes, notify, request: runRequestOf(request) };
}

/** The rhythm of a stored schedule. */
export function rhythmOf({ expression, timezone, anchor }: Schedule): Rhythm {
  return { timing: parseExpression(expression), timezone, anchor: new Date(anchor) };
}

/** Ids to try for a name: kebab-case ASCII of at most 40 characters, then with -2, -3 and so on. */
export function scheduleIdOf(name: string, n: number): string {
  const stem = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const known = stem === '' ? `schedule-${hash6(name)}` : stem;
  return n === 1 ? known : `${known}-${n}`;
}
