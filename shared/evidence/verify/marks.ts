import { isPreprint } from '../../contracts/preprint.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { Mark, Sentence } from '../../contracts/synthesis.ts';
import type { StoredText } from '../../contracts/text.ts';

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
