import type { PaperRecord } from '../../contracts/record.ts';
import type { Synthesis } from '../../contracts/synthesis.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { measureKey } from './compare.ts';
import { recordsById, type Source } from './sources.ts';
import { count, enumerate } from './wording.ts';

const MOST_READ = 8;
const MOST_UNREAD = 3;

/**
 * What to read, in this order and why: reasons are facts of the run (citations, years, sub-questions, rubric), never praise.
 *
 * @param mayList whether a work that was not read may be on it
 */
export function writeReadingList(
  input: SynthesizeInput,
  sources: readonly Source[],
  mayList: (record: PaperRecord) => boolean = () => true,
): Synthesis['reading_list'] {
  if (sources.length === 0) return [];
  const cited = citationCounts(input);
  const read = sources.filter((s) => s.note !== null && !s.retracted);
  const reasons = new Map(read.map((s) => [s.id, reasonsFor(s, read, cited, input)]));
  const worth = (s: Source) =>
    0.5 * s.rank + 0.12 * Math.min(5, cited.get(s.id) ?? 0) + 0.08 * (reasons.get(s.id)?.length ?? 0);
  const ranked = [...read].sort((a, b) => worth(b) - worth(a) || (a.id < b.id ? -1 : 1)).slice(0, MOST_READ);
  const list = ranked.map((s) => ({ paper: s.id, reason: reasons.get(s.id)!.slice(0, 2).join('; ') }));
  return [...list, ...unread(input, sources, cited, mayList)];
}

/** How many of the run's records cite each record, under its first id. */
function citationCounts(input: SynthesizeInput): ReadonlyMap<string, number> {
  const byId = recordsById(input.records);
  const counts = new Map<string, number>();
  for (const record of input.records) {
    const targets = new Set(
      record.cites.map((id) => byId.get(id)?.id).filter((id) => id !== undefined && id !== record.id),
    );
    for (const id of targets) counts.set(id!, (counts.get(id!) ?? 0) + 1);
  }
  return counts;
}

function reasonsFor(
  s: Source,
  read: readonly Source[],
  cited: ReadonlyMap<string, number>,
  input: SynthesizeInput,
): string[] {
  const reasons: string[] = [];
  const mine = cited.get(s.id) ?? 0;
  const most = Math.max(0, ...read.map((r) => cited.get(r.id) ?? 0));
  if (mine >= 2 && mine === most && read.filter((r) => cited.get(r.id) === most).length === 1) {
    reasons.push(`the most cited among what was found: by ${count(mine, 'other work')}`);
  } else if (mine >= 2) reasons.push(`cited by ${count(mine, 'other work')} that were found`);
  const years = read.filter((r) => r.year !== null).map((r) => r.year!);
  const same = (year: number) => years.filter((y) => y === year).length === 1;
  if (s.year !== null && years.length > 2 && s.year === Math.min(...years) && same(s.year))
    reasons.push('the earliest work read, from which the others can be dated');
  if (s.year !== null && years.length > 2 && s.year === Math.max(...years) && same(s.year))
    reasons.push(`the most recent work read (${s.year})`);
  for (const sq of s.sq) {
    if (read.filter((r) => r.sq.includes(sq)).length === 1) reasons.push(`the only paper read for ${sq}`);
  }
  const sides = input.contradictions.items.filter((c) => c.a.paper === s.id || c.b.paper === s.id).map((c) => c.id);
  if (sides.length > 0) reasons.push(`one side of ${enumerate(sides)}`);
  const measure = s.note?.table.measure;
  const key = measure ? measureKey(measure.text) : '';
  if (
    key !== '' &&
    read.filter((r) => r.note?.table.measure && measureKey(r.note.table.measure.text) === key).length === 1
  ) {
    reasons.push(`the only one whose figures are in ${measure!.text}`);
  }
  const marks = input.methodology.papers.find((p) => p.id === s.id)?.marks.filter((m) => m.met === 'yes') ?? [];
  if (marks.length >= 4)
    reasons.push(`its evaluation can be checked: ${enumerate(marks.slice(0, 4).map((m) => m.criterion))}`);
  if (s.access === 'full' && read.some((r) => r.access === 'abstract')) reasons.push('read in full');
  if (reasons.length === 0) {
    const some = s.sq.length > 0 && s.sq.length <= 2 ? `, for ${enumerate([...s.sq])}` : '';
    reasons.push(`ranked ${ordinal(read.indexOf(s) + 1)} for the topic${some}`);
  }
  return reasons;
}

function unread(
  input: SynthesizeInput,
  sources: readonly Source[],
  cited: ReadonlyMap<string, number>,
  mayList: (record: PaperRecord) => boolean,
): Synthesis['reading_list'] {
  const read = new Set(sources.filter((s) => s.note !== null).flatMap((s) => [...s.ids, s.id]));
  return input.records
    .filter(
      (r) =>
        !read.has(r.id) &&
        mayList(r) &&
        r.title !== null &&
        r.url !== null &&
        !r.retracted &&
        !r.withdrawn &&
        (cited.get(r.id) ?? 0) >= 2,
    )
    .sort((a, b) => cited.get(b.id)! - cited.get(a.id)! || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_UNREAD)
    .map((r) => ({
      paper: r.id,
      reason: `not read in this run, but cited by ${count(cited.get(r.id)!, 'work')} that were found`,
    }));
}

function ordinal(n: number): string {
  const tail = n % 100 > 10 && n % 100 < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[n % 10] ?? 'th');
  return `${n}${tail}`;
}
