import { type Bm25Index, idf, saturate } from './bm25.ts';

/** Longer n-grams behave like whole words, shorter ones match everything; chosen on development data, see bench. */
export const GRAM_SIZE = 5;
/** A very short term has one or two n-grams, which should not count for the whole of it. */
const FEWEST_GRAMS = 3;

/**
 * Character n-grams of the terms, for words that differ in form only ("immunodeficient", "immunodeficiency") or that are
 * part of a longer one. Held over the vocabulary, not over the documents: a document's counts follow from its terms.
 */
export class GramIndex {
  readonly #index: Bm25Index;
  readonly #termsByGram = new Map<string, number[]>();
  readonly #lengths: Float64Array;
  readonly #meanLength: number;

  constructor(index: Bm25Index) {
    this.#index = index;
    const { vocabulary } = index.forward;
    const sizes = new Uint16Array(vocabulary.length);
    for (const [id, term] of vocabulary.entries()) {
      const grams = gramsOf(term);
      sizes[id] = grams.length;
      for (const gram of grams) {
        const known = this.#termsByGram.get(gram);
        if (known === undefined) this.#termsByGram.set(gram, [id]);
        else known.push(id);
      }
    }
    const { offsets, docs, counts } = index.postings;
    this.#lengths = new Float64Array(index.size);
    let total = 0;
    for (let id = 0; id < vocabulary.length; id++) {
      for (let i = offsets[id]!; i < offsets[id + 1]!; i++) {
        const length = counts[i]! * sizes[id]!;
        this.#lengths[docs[i]!]! += length;
        total += length;
      }
    }
    this.#meanLength = total / Math.max(1, index.size) || 1;
  }

  /**
   * Adds to `scores` the BM25 score over n-grams, times `weight`. A term's n-grams share what the term counts, so that a
   * long term counts no more than a short one, and it counts the more the rarer it is: forms of common words match by
   * their stems already, and would bring noise.
   */
  addScores(query: readonly string[], weight: number, scores: Float64Array): void {
    const { k1, b } = this.#index.options;
    const counts = new Float64Array(this.#index.size);
    for (const [gram, share] of this.#weightedGrams(query)) {
      const touched = this.#count(gram, counts);
      const factor = weight * share * idf(this.#index.size, touched.length);
      for (const doc of touched) {
        scores[doc]! += factor * saturate(counts[doc]!, this.#lengths[doc]! / this.#meanLength, k1, b);
        counts[doc] = 0;
      }
    }
  }

  #weightedGrams(query: readonly string[]): Map<string, number> {
    const { size, forward, postings } = this.#index;
    const weights = new Map<string, number>();
    for (const term of query) {
      const id = forward.termId(term);
      const containing = id < 0 ? 0 : postings.offsets[id + 1]! - postings.offsets[id]!;
      const rarity = idf(size, containing) / idf(size, 0);
      const grams = gramsOf(term);
      const share = (rarity * rarity * GRAM_SIZE) / Math.max(FEWEST_GRAMS, grams.length);
      for (const gram of grams) weights.set(gram, (weights.get(gram) ?? 0) + share);
    }
    return weights;
  }

  /** Fills `counts` with the occurrences of `gram` and returns the documents that have any. */
  #count(gram: string, counts: Float64Array): number[] {
    const { offsets, docs, counts: occurrences } = this.#index.postings;
    const touched: number[] = [];
    for (const id of this.#termsByGram.get(gram) ?? []) {
      for (let i = offsets[id]!; i < offsets[id + 1]!; i++) {
        const doc = docs[i]!;
        if (counts[doc] === 0) touched.push(doc);
        counts[doc]! += occurrences[i]!;
      }
    }
    return touched;
  }
}

/** The n-grams of a term with its ends marked; a short term is one gram. A repeated gram is listed once a time. */
export function gramsOf(term: string): string[] {
  const marked = `#${term}#`;
  if (marked.length <= GRAM_SIZE) return [marked];
  const grams: string[] = [];
  for (let i = 0; i + GRAM_SIZE <= marked.length; i++) grams.push(marked.slice(i, i + GRAM_SIZE));
  return grams;
}
