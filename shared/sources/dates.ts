import type { Horizon } from '../contracts/run.ts';

/** A date only as precise as its source is. */
export interface PartialDate {
  readonly year: number;
  /** `2023`, `2023-04` or `2023-04-11`. */
  readonly date: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Builds a date from its parts; a month or day out of range is left away.
 *
 * @param thisYear years from 1400 to the next one are believed
 * @returns null for year 0, a placeholder, or a year nobody can have published in
 */
export function dateOf(year: unknown, month: unknown, day: unknown, thisYear: number): PartialDate | null {
  const y = whole(year);
  if (y === null || y < 1400 || y > thisYear + 1) return null;
  const m = whole(month);
  if (m === null || m < 1 || m > 12) return { year: y, date: String(y) };
  const d = whole(day);
  if (d === null || d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return { year: y, date: `${y}-${two(m)}` };
  return { year: y, date: `${y}-${two(m)}-${two(d)}` };
}

function whole(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  return typeof value === 'string' && /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date at the start of an ISO-like text (`2023-04-11T…`, `2023/4`, `2023`), or an RFC 1123 one; null otherwise. */
export function parseDate(value: unknown, thisYear: number): PartialDate | null {
  if (typeof value === 'number') return dateOf(value, null, null, thisYear);
  if (typeof value !== 'string') return null;
  const text = value.trim().slice(0, 40);
  const iso = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:$|[T\s])/.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3], thisYear);
  const named = /^(?:[A-Za-z]{3,9},\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4})\b/.exec(text);
  if (named) return dateOf(named[3], MONTHS.indexOf(named[2]!.toLowerCase()) + 1, named[1], thisYear);
  const american = /^([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/.exec(text);
  if (american) return dateOf(american[3], MONTHS.indexOf(american[1]!.toLowerCase()) + 1, american[2], thisYear);
  return null;
}

/** The UTC day of a time in seconds since 1970. */
export function dateOfSeconds(value: unknown, thisYear: number): PartialDate | null {
  const seconds =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 4e10) return null;
  const at = new Date(seconds * 1000);
  return dateOf(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), thisYear);
}

/** 1 January is what many services write when they know the year only. */
export function yearPrecision(date: PartialDate | null): PartialDate | null {
  return date?.date.endsWith('-01-01') ? { year: date.year, date: String(date.year) } : date;
}

/** Whole days, both ends included; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The horizon as days, for providers' date filters. `preferred` horizons filter nothing. */
export function dayRange(horizon: Horizon | null): DayRange {
  if (horizon === null || horizon.rule === 'preferred') return { from: null, to: null };
  return { from: firstDay(horizon.from), to: lastDay(horizon.to) };
}

function firstDay(value: string | null): string | null {
  const hit = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value ?? '');
  return hit ? `${hit[1]}-${hit[2] ?? '01'}-${hit[3] ?? '01'}` : null;
}

function lastDay(value: string | null): string | null {
  const hit = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value ?? '');
  if (!hit) return null;
  const month = hit[2] ?? '12';
  return `${hit[1]}-${month}-${hit[3] ?? two(new Date(Date.UTC(Number(hit[1]), Number(month), 0)).getUTCDate())}`;
}

/** Seconds since 1970 of a day's first moment (UTC). */
export function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}
