import type { PaperRecord } from '../../contracts/record.ts';
import type { Mark, Sentence } from '../../contracts/synthesis.ts';
import type { StoredText } from '../../contracts/text.ts';

const PREPRINT_VENUE = /\b(?:arxiv|corr|biorxiv|medrxiv|ssrn|preprints?|techrxiv|osf)\b/i;
const PREPRINT_DOI = /^10\.(?:48550|1101|2139|31234|31219|36227|20944|21203)\//;

/** Whether a record is a preprint only: an arXiv id or a preprint server's DOI, and no other DOI, venue or published id. */
export function isPreprint(record: PaperRecord): boolean {
  const dois = record.ids.filter((id) => id.startsWith('doi:')).map((id) => id.slice(4));
  if (record.doi !== null) dois.push(record.doi);
  if (dois.some((doi) => !PREPRINT_DOI.test(doi))) return false;
  if (record.ids.some((id) => id.startsWith('acl:'))) return false;
  const venue = record.venue ?? '';
  if (venue !== '' && !PREPRINT_VENUE.test(venue)) return false;
  return dois.length > 0 || venue !== '' || record.arxivId !== null || record.ids.some((id) => id.startsWith('arxiv:'));
}

/** The marks a reader needs at a cited sentence, in the order of the contract's list. */
export function marksFor(
  sentence: Pick<Sentence, 'cites' | 'verdict' | 'marks'>,
  known: ReadonlyMap<string, PaperRecord>,
  texts: ReadonlyMap<string, StoredText>,
  lostCitation: boolean,
): Mark[] {
  const marks: Mark[] = [];
  const records = sentence.cites.flatMap((id) => known.get(id) ?? []);
  const read = sentence.cites.flatMap((id) => texts.get(id) ?? []);
  if (sentence.cites.length === 1) marks.push('single-source');
  if (records.length > 0 && records.every(isPreprint)) marks.push('preprint');
  if (read.length > 0 && read.every((text) => text.access === 'abstract')) marks.push('abstract-only');
  if (sentence.verdict === 'unsupported') marks.push('unsupported');
  if (lostCitation) marks.push('unknown-citation');
  if (records.some((record) => record.retracted || record.withdrawn)) marks.push('retracted');
  if (sentence.marks.includes('offline')) marks.push('offline');
  return marks;
}
