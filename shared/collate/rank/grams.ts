import { type Bm25Index, idf, saturate } from './bm25.ts';

/** Longer n-grams behave like whole words, shorter ones match everything; chosen on development data, see bench. */
export const GRAM_SIZE = 5;

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

  /** Adds to `scores` the BM25 score over n-grams, times `weight`. */
  addScores(query: readonly string[], weight: number, scores: Float64Array): void {
    const { k1, b } = this.#index.options;
    const counts = new Float64Array(this.#index.size);
    for (const [gram, repeated] of countGrams(query)) {
      const touched = this.#count(gram, counts);
      const factor = weight * repeated * idf(this.#index.size, touched.length);
      for (const doc of touched) {
        scores[doc]! += factor * saturate(counts[doc]!, this.#lengths[doc]! / this.#meanLength, k1, b);
        counts[doc] = 0;
      }
    }
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

function countGrams(query: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of query) for (const gram of gramsOf(term)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}
