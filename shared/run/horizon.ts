import type { Shape, Source } from '../contracts/enums.ts';
import type { Horizon } from '../contracts/run.ts';

/** `undated`: nothing says when it appeared. */
export type Position = 'in' | 'out' | 'undated';

const SOTA_MONTHS = 18;
const RECENT_YEARS = 5;

/**
 * The horizon of a shape when the user gave none: `sota` the last 18 months by month, hard for live sources;
 * `historical` unbounded; all others the last 5 years as a preference.
 */
export function defaultHorizon(shape: Shape, now: Date): Horizon {
  const year = now.getUTCFullYear();
  if (shape === 'historical') return { from: null, to: null, rule: 'preferred' };
  if (shape === 'sota') {
    return {
      from: month(year * 12 + now.getUTCMonth() - SOTA_MONTHS),
      to: month(year * 12 + now.getUTCMonth()),
      rule: 'hard_live',
    };
  }
  return { from: String(year - RECENT_YEARS), to: String(year), rule: 'preferred' };
}

/** `--time-horizon`: years, both included, hard everywhere. */
export function explicitHorizon(years: { readonly from: number; readonly to: number }): Horizon {
  return { from: String(years.from).padStart(4, '0'), to: String(years.to).padStart(4, '0'), rule: 'hard' };
}

function month(count: number): string {
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** What dates a record: an ISO date as precise as the source is, and a year. */
export interface Dated {
  readonly date: string | null;
  readonly year: number | null;
}

/**
 * What the horizon's rule does with a record: `out` and `undated` are left out and counted. A preference leaves nothing
 * out; the default of `sota` binds live sources only; an explicit horizon binds all, the library included.
 */
export function withinHorizon(record: Dated, horizon: Horizon, source: Source): Position {
  if (horizon.rule === 'preferred') return 'in';
  if (horizon.rule === 'hard_live' && source === 'library') return 'in';
  return positionInHorizon(record, horizon);
}

/**
 * Where a record stands, whatever the rule: for ranking by preference. Dates are compared as spans, so that a record
 * known by its year alone is `in` when any month of that year is.
 */
export function positionInHorizon(record: Dated, horizon: Horizon): Position {
  if (horizon.from === null && horizon.to === null) return 'in';
  const span = spanOf(record);
  if (!span) return 'undated';
  const from = horizon.from === null ? Number.NEGATIVE_INFINITY : monthsOf(horizon.from)[0];
  const to = horizon.to === null ? Number.POSITIVE_INFINITY : monthsOf(horizon.to)[1];
  return span[1] >= from && span[0] <= to ? 'in' : 'out';
}

const DATE = /^(\d{4})(?:-(\d{2}))?(?:-\d{2})?(?:T.*)?$/;

function spanOf(record: Dated): readonly [number, number] | null {
  const date = record.date?.trim() ?? '';
  const hit = DATE.exec(date);
  if (hit && (hit[2] === undefined || (Number(hit[2]) >= 1 && Number(hit[2]) <= 12))) return monthsOf(date);
  return record.year !== null && Number.isInteger(record.year) ? monthsOf(String(record.year).padStart(4, '0')) : null;
}

/** First and last month of `YYYY` or `YYYY-MM…`, counted from the year 0. */
function monthsOf(date: string): readonly [number, number] {
  const hit = DATE.exec(date);
  if (!hit) throw new RangeError(`"${date}" is not a year or a month`);
  const year = Number(hit[1]) * 12;
  if (hit[2] === undefined) return [year, year + 11];
  return [year + Number(hit[2]) - 1, year + Number(hit[2]) - 1];
}
