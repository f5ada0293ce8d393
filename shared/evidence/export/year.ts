import type { PaperRecord } from '../../contracts/record.ts';

/** A year as bibliographies can mean one; zero, negative and absurd ones are absent. */
function plausible(year: number): number | null {
  return Number.isInteger(year) && year >= 1000 && year <= 2999 ? year : null;
}

/** Year of a record: its own, or its date's. */
export function yearOf(record: Pick<PaperRecord, 'year' | 'date'>): number | null {
  return (record.year === null ? null : plausible(record.year)) ?? datePartsOf(record)[0] ?? null;
}

/** `[2021]`, `[2021, 4]` or `[2021, 4, 11]`, as precise as the record's date; its year when it has no usable date; else empty. */
export function datePartsOf(record: Pick<PaperRecord, 'year' | 'date'>): number[] {
  const own = record.year === null ? null : plausible(record.year);
  const hit = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(record.date ?? '');
  const year = hit ? plausible(Number(hit[1])) : null;
  if (year === null || (own !== null && own !== year)) return own === null ? [] : [own];
  const [month, day] = [Number(hit?.[2] ?? 0), Number(hit?.[3] ?? 0)];
  if (month < 1 || month > 12) return [year];
  return day < 1 || day > 31 ? [year, month] : [year, month, day];
}
