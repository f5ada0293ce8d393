import { type KnownWork, namedWorks } from '../evidence/verify/named-works.ts';
import type { ReadPaper } from './inputs.ts';

/** Takes works out of a model's own wording that are neither among those it was given nor named by their texts. */
export type OwnWords = (text: string) => string;

export function ownWords(works: readonly KnownWork[], texts: readonly string[]): OwnWords {
  return (text) => namedWorks(text, works, texts).text.trim();
}

/** {@link ownWords} on papers that were read. */
export function wordsOnPapers(papers: readonly ReadPaper[]): OwnWords {
  return ownWords(
    papers.map(({ note }) => note),
    papers.map(({ text }) => text.text),
  );
}
