import { terms } from '../../text/tokenise.ts';
import { bestEntries } from './best.ts';
import { FIELD_NAMES, type Fields, type FieldWeights } from './field-weights.ts';
import { ForwardIndex } from './forward.ts';
import { invert, type Postings } from './postings.ts';

/** Constants of the BM25 formula (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
export interface Bm25Options {
  /** How fast repeated occurrences saturate. */
  readonly k1: number;
  /** How strongly long documents are discounted, 0…1. */
  readonly b: number;
  readonly weights: FieldWeights;
}

/** The textbook setting: title and abstract are one text. */
export const BM25_DEFAULTS: Bm25Options = { k1: 1.2, b: 0.75, weights: { title: 1, abstract: 1, body: 0.5 } };

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** A weighted query term; a repeated term has its number of occurrences as weight. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** The index as plain JSON: the vocabulary, and each document's terms by field as numbers in it. */
export interface Bm25Json {
  readonly version: 1;
  readonly options: Bm25Options;
  readonly vocabulary: readonly string[];
  readonly docs: readonly (readonly [id: string, ...fields: (readonly number[])[]])[];
}

/** An inverted index with BM25 scores over weighted fields. Adding an id a second time is an error: the caller dedups. */
export class Bm25Index {
  readonly options: Bm25Options;
  readonly forward = new ForwardIndex();
  #postings: Postings | undefined;

  constructor(options: Partial<Bm25Options> = {}) {
    this.options = { ...BM25_DEFAULTS, ...options };
  }

  get size(): number {
    return this.forward.ids.length;
  }

  /** @throws RangeError when `id` is in the index already. */
  add(id: string, fields: Fields): void {
    this.forward.add(id, fields);
    this.#postings = undefined;
  }

  /** The inverted lists, made on the first search after an `add`. */
  get postings(): Postings {
    this.#postings ??= invert(this.forward, this.options.weights);
    return this.#postings;
  }

  /** The best `limit` documents that share a term with `query`, best first, ties by id. */
  search(query: string, limit: number): Hit[] {
    return this.searchTerms(weighted(terms(query)), limit);
  }

  /** As `search`, for terms that are weighted already. */
  searchTerms(query: readonly WeightedTerm[], limit: number): Hit[] {
    const scores = this.scores(query);
    const { ids } = this.forward;
    return bestEntries(scores, ids, limit, 0).map((doc) => ({ id: ids[doc]!, score: scores[doc]! }));
  }

  /** Every document's score, by document number: the order of `add`. */
  scores(query: readonly WeightedTerm[]): Float64Array {
    const { offsets, docs, counts, lengths, meanLength } = this.postings;
    const { k1, b } = this.options;
    const scores = new Float64Array(this.size);
    for (const { term, weight } of query) {
      const id = this.forward.termId(term);
      if (id < 0) continue;
      const from = offsets[id]!;
      const to = offsets[id + 1]!;
      const factor = idf(this.size, to - from) * weight;
      for (let i = from; i < to; i++) {
        const doc = docs[i]!;
        scores[doc]! += factor * saturate(counts[i]!, lengths[doc]! / meanLength, k1, b);
      }
    }
    return scores;
  }

  toJSON(): Bm25Json {
    const { ids, vocabulary, sequence, starts } = this.forward;
    const fields = FIELD_NAMES.length;
    const docs = ids.map((id, doc): [string, ...number[][]] => [
      id,
      ...FIELD_NAMES.map((_, f) => [...sequence.subarray(starts[doc * fields + f]!, starts[doc * fields + f + 1]!)]),
    ]);
    return { version: 1, options: this.options, vocabulary: [...vocabulary], docs };
  }

  /**
   * The inverse of `toJSON`, also for what `JSON.parse` gave back.
   *
   * @throws RangeError when the JSON is of another version or names a term it does not hold.
   */
  static fromJSON(json: Bm25Json): Bm25Index {
    if (json.version !== 1) throw new RangeError(`index of version ${String(json.version)}: build it again`);
    const index = new Bm25Index(json.options);
    for (const [id, ...fields] of json.docs) {
      const named = (fields as (readonly number[])[]).map((list) =>
        list.map((number) => {
          const term = json.vocabulary[number];
          if (term === undefined)
            throw new RangeError(`document ${id} names term ${number}, which is missing: build the index again`);
          return term;
        }),
      );
      index.forward.addTerms(id, named);
    }
    return index;
  }
}

/** Inverse document frequency in its always positive form, ln(1 + (N - n + 0.5) / (n + 0.5)). */
export function idf(size: number, containing: number): number {
  return Math.log(1 + (size - containing + 0.5) / (containing + 0.5));
}

/** BM25's term part, 0…k1 + 1, for `count` occurrences in a document `relativeLength` times as long as the mean. */
export function saturate(count: number, relativeLength: number, k1: number, b: number): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * relativeLength));
}

/** Terms with their number of occurrences as weight, in the order of first occurrence. */
export function weighted(list: readonly string[]): WeightedTerm[] {
  const counts = new Map<string, number>();
  for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, weight]) => ({ term, weight }));
}
