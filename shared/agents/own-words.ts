import type { PaperRecord } from '../contracts/record.ts';
import { repairCitations } from '../evidence/cite.ts';
import type { ReadPaper } from './inputs.ts';

/** Takes works out of a model's own wording that are neither among those it was given nor named by their texts. */
export type OwnWords = (text: string) => string;

/** What a work is known by; records and notes of the run both have it. */
type KnownWork = Pick<PaperRecord, 'ids' | 'title' | 'authors' | 'year'> & { readonly url?: string | null };

export function ownWords(works: readonly KnownWork[], texts: readonly string[]): OwnWords {
  const ids = works.flatMap((work) => work.ids);
  return (text) => repairCitations(text, ids, { works, texts, strict: true }).text.trim();
}

/** {@link ownWords} on papers that were read. */
export function wordsOnPapers(papers: readonly ReadPaper[]): OwnWords {
  return ownWords(
    papers.map(({ note }) => note),
    papers.map(({ text }) => text.text),
  );
}
