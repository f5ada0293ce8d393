import { UsageError } from '../contracts/errors.ts';

/** When a schedule is due: at calendar times, or at a steady distance. */
export type Timing =
  | { readonly kind: 'cron'; readonly fields: CronFields }
  | { readonly kind: 'rate'; readonly value: number; readonly unit: 'minute' | 'hour' | 'day' };

/** Allowed values of each field, sorted; null is any. Days of the week count from Sunday, 0. */
export interface CronFields {
  readonly minute: readonly number[] | null;
  readonly hour: readonly number[] | null;
  readonly day: readonly number[] | null;
  readonly month: readonly number[] | null;
  readonly weekday: readonly number[] | null;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const HELP =
  'Write five fields (minute hour day month weekday: "0 7 * * MON"), cron(…) with the six of EventBridge, or rate(7 days).';

/**
 * Reads an expression: five cron fields, EventBridge's `cron(…)` with six, or `rate(…)`. Both cron forms become the same
 * sets, so that the embedded loop and EventBridge fire at the same times.
 *
 * @throws {UsageError} naming the field and what it takes
 */
export function parseExpression(text: string): Timing {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const rate = /^rate\( ?(\d{1,6}) (minute|hour|day)s? ?\)$/i.exec(trimmed);
  if (rate) return rateOf(Number(rate[1]), rate[2]!.toLowerCase() as 'minute' | 'hour' | 'day');
  const inner = /^cron\((.*)\)$/i.exec(trimmed)?.[1]?.trim();
  const fields = (inner ?? trimmed).split(' ');
  if (fields.length === 6 && inner !== undefined) {
    if (fields[5] !== '*') throw refused('year', fields[5]!, 'only * is taken');
    return cronOf(fields.slice(0, 5), 1);
  }
  if (fields.length !== 5) {
    throw new UsageError(`The schedule "${text.slice(0, 80)}" has ${fields.length} fields. ${HELP}`);
  }
  return cronOf(fields, 0);
}

function rateOf(value: number, unit: 'minute' | 'hour' | 'day'): Timing {
  if (value < 1) throw new UsageError(`rate(${value} ${unit}s) never comes. ${HELP}`);
  return { kind: 'rate', value, unit };
}

/** @param sunday the number of Sunday: 0 in crontab (7 too), 1 at EventBridge */
function cronOf(texts: readonly string[], sunday: 0 | 1): Timing {
  const [minute, hour, day, month, weekday] = texts.map((text) => text.toUpperCase());
  const fields: CronFields = {
    minute: field('minute', minute!, 0, 59),
    hour: field('hour', hour!, 0, 23),
    day: field('day', question(day!), 1, 31),
    month: field('month', month!, 1, 12, MONTHS),
    weekday: weekdays(question(weekday!), sunday),
  };
  if (fields.day !== null && fields.weekday !== null) {
    throw new UsageError(`A day of the month and a day of the week are given; give one of them and * for the other.`);
  }
  return { kind: 'cron', fields };
}

const question = (text: string): string => (text === '?' ? '*' : text);

function weekdays(text: string, sunday: 0 | 1): number[] | null {
  const found = field('weekday', text, sunday, 7, WEEKDAYS, sunday);
  if (found === null) return null;
  const days = [...new Set(found.map((day) => (day - sunday) % 7))].sort((a, b) => a - b);
  return days.length === 7 ? null : days;
}

/** One field: `*`, numbers, names, ranges, lists and steps. */
function field(
  name: string,
  text: string,
  min: number,
  max: number,
  names: readonly string[] = [],
  first = 1,
): number[] | null {
  if (text === '*') return null;
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const hit = /^(?:(\*)|([0-9A-Z]+)(?:-([0-9A-Z]+))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!hit) throw refused(name, text, 'numbers, ranges (1-5), lists (1,3) and steps (*/2) are taken');
    const step = hit[4] === undefined ? 1 : Number(hit[4]);
    if (step < 1) throw refused(name, text, 'a step is at least 1');
    const from = hit[1] ? min : number(name, text, hit[2]!, min, max, names, first);
    const to = hit[1] ? max : hit[3] ? number(name, text, hit[3], min, max, names, first) : hit[4] ? max : from;
    if (from > to) throw refused(name, text, `${hit[2]}-${hit[3]} ends before it begins`);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function number(
  name: string,
  text: string,
  part: string,
  min: number,
  max: number,
  names: readonly string[],
  first: number,
): number {
  const named = names.indexOf(part);
  const value = named >= 0 ? named + first : /^\d{1,2}$/.test(part) ? Number(part) : Number.NaN;
  if (!(value >= min && value <= max)) throw refused(name, text, `${min} to ${max} are taken`);
  return value;
}

function refused(name: string, text: string, why: string): UsageError {
  return new UsageError(`The ${name} "${text.slice(0, 40)}" of the schedule is not understood: ${why}. ${HELP}`);
}

/** The five fields of a crontab. */
export function crontabOf({ minute, hour, day, month, weekday }: CronFields): string {
  return [minute, hour, day, month, weekday].map((values) => values?.join(',') ?? '*').join(' ');
}

/** The expression as EventBridge Scheduler takes it. */
export function eventBridgeOf(timing: Timing): string {
  if (timing.kind === 'rate') return `rate(${timing.value} ${timing.unit}${timing.value === 1 ? '' : 's'})`;
  const { minute, hour, day, month, weekday } = timing.fields;
  const list = (values: readonly number[] | null) => values?.join(',') ?? '*';
  const days = weekday === null ? [list(day), '?'] : ['?', weekday.map((one) => WEEKDAYS[one]).join(',')];
  return `cron(${list(minute)} ${list(hour)} ${days[0]} ${list(month)} ${days[1]} *)`;
}
