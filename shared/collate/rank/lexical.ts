import { terms } from '../../text/tokenise.ts';
import { type Bm25Index, weighted } from './bm25.ts';
import { GramIndex } from './grams.ts';
import { addPhraseScores } from './phrases.ts';

/** A word of the title counts as often as two of the abstract. Chosen on development data, see bench. */
export const LEXICAL_OPTIONS = { k1: 1.2, b: 0.75, weights: { title: 2, abstract: 1, body: 0.5 } } as const;

/** What the two further lexical scores count beside BM25 over words. Chosen on development data, see bench. */
const PHRASE_WEIGHT = 0.2;
const GRAM_WEIGHT = 0.2;

/** BM25 over words, pairs of neighbouring words, and character n-grams of words: three views of one index. */
export class LexicalIndex {
  readonly index: Bm25Index;
  #grams: GramIndex | undefined;

  /** `index` should be made with `LEXICAL_OPTIONS`; others work, less well. */
  constructor(index: Bm25Index) {
    this.index = index;
  }

  /** BM25 over words alone, by document number. */
  wordScores(query: string): Float64Array {
    return this.index.scores(weighted(terms(query)));
  }

  /** The sum of the three scores, by document number. */
  scores(query: string): Float64Array {
    this.#grams ??= new GramIndex(this.index);
    const words = terms(query);
    const scores = this.index.scores(weighted(words));
    addPhraseScores(this.index, words, PHRASE_WEIGHT, scores);
    this.#grams.addScores(words, GRAM_WEIGHT, scores);
    return scores;
  }
}
