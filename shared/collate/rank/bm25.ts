import { terms } from '../../text/tokenise.ts';
import { FIELD_NAMES, type Fields, type FieldWeights } from './field-weights.ts';
import { compareText } from './order.ts';

/** Constants of the BM25 formula (Robertson and Zaragoza, 2009). */
export interface Bm25Options {
  /** How fast repeated occurrences saturate. */
  readonly k1: number;
  /** How strongly long documents are discounted, 0…1. */
  readonly b: number;
  readonly weights: FieldWeights;
}

export const BM25_DEFAULTS: Bm25Options = { k1: 1.2, b: 0.75, weights: { title: 1, abstract: 1, body: 0.5 } };

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** A weighted query term; a repeated or expanded term has another weight than 1. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** The index as plain JSON: per term, pairs of document number and weighted occurrences, flattened. */
export interface Bm25Json {
  readonly version: 1;
  readonly options: Bm25Options;
  readonly ids: readonly string[];
  readonly lengths: readonly number[];
  readonly postings: Readonly<Record<string, readonly number[]>>;
}

interface Postings {
  readonly docs: number[];
  readonly counts: number[];
}

/** An inverted index with BM25 scores over weighted fields. Adding an id a second time is an error: the caller dedups. */
export class Bm25Index {
  readonly options: Bm25Options;
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  readonly #postings = new Map<string, Postings>();
  readonly #known = new Map<string, number>();
  #totalLength = 0;

  constructor(options: Partial<Bm25Options> = {}) {
    this.options = { ...BM25_DEFAULTS, ...options };
  }

  get size(): number {
    return this.#ids.length;
  }

  /** @throws RangeError when `id` is in the index already. */
  add(id: string, fields: Fields): void {
    if (this.#known.has(id))
      throw new RangeError(`document ${id} is in the index already: give every document its own id`);
    const doc = this.#ids.length;
    const counts = new Map<string, number>();
    let length = 0;
    for (const field of FIELD_NAMES) {
      const text = fields[field];
      const weight = this.options.weights[field];
      if (!text || weight === 0) continue;
      for (const term of terms(text)) {
        counts.set(term, (counts.get(term) ?? 0) + weight);
        length += weight;
      }
    }
    this.#known.set(id, doc);
    this.#append(id, length, doc);
    for (const [term, count] of counts) {
      const postings = this.#postingsOf(term);
      postings.docs.push(doc);
      postings.counts.push(count);
    }
  }

  /** The best `limit` documents that share a term with `query`, best first, ties by id. */
  search(query: string, limit: number): Hit[] {
    return this.searchTerms(weighted(terms(query)), limit);
  }

  /** As `search`, for terms that are weighted already. */
  searchTerms(query: readonly WeightedTerm[], limit: number): Hit[] {
    const scores = this.scores(query);
    const hits: Hit[] = [];
    for (const [doc, score] of scores.entries()) if (score > 0) hits.push({ id: this.#ids[doc]!, score });
    hits.sort((a, b) => b.score - a.score || compareText(a.id, b.id));
    return hits.slice(0, Math.max(0, limit));
  }

  /** Every document's score, by document number: the order of `add`. */
  scores(query: readonly WeightedTerm[]): Float64Array {
    const { k1, b } = this.options;
    const scores = new Float64Array(this.#ids.length);
    const mean = this.#totalLength / Math.max(1, this.#ids.length) || 1;
    for (const { term, weight } of query) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      const factor = this.idf(term) * weight * (k1 + 1);
      for (let i = 0; i < postings.docs.length; i++) {
        const doc = postings.docs[i]!;
        const count = postings.counts[i]!;
        const norm = k1 * (1 - b + (b * this.#lengths[doc]!) / mean);
        scores[doc] = scores[doc]! + (factor * count) / (count + norm);
      }
    }
    return scores;
  }

  /** Inverse document frequency in its always positive form, ln(1 + (N - n + 0.5) / (n + 0.5)). */
  idf(term: string): number {
    const n = this.#postings.get(term)?.docs.length ?? 0;
    return Math.log(1 + (this.#ids.length - n + 0.5) / (n + 0.5));
  }

  toJSON(): Bm25Json {
    const postings: Record<string, number[]> = Object.create(null);
    for (const term of [...this.#postings.keys()].sort(compareText)) {
      const { docs, counts } = this.#postings.get(term)!;
      postings[term] = docs.flatMap((doc, i) => [doc, counts[i]!]);
    }
    return { version: 1, options: this.options, ids: [...this.#ids], lengths: [...this.#lengths], postings };
  }

  /** The inverse of `toJSON`, also for what `JSON.parse` gave back. */
  static fromJSON(json: Bm25Json): Bm25Index {
    const index = new Bm25Index(json.options);
    for (const [doc, id] of json.ids.entries()) {
      index.#known.set(id, doc);
      index.#append(id, json.lengths[doc] ?? 0, doc);
    }
    for (const [term, flat] of Object.entries(json.postings)) {
      const postings = index.#postingsOf(term);
      for (let i = 0; i + 1 < flat.length; i += 2) {
        postings.docs.push(flat[i]!);
        postings.counts.push(flat[i + 1]!);
      }
    }
    return index;
  }

  #append(id: string, length: number, doc: number): void {
    this.#ids[doc] = id;
    this.#lengths[doc] = length;
    this.#totalLength += length;
  }

  #postingsOf(term: string): Postings {
    const known = this.#postings.get(term);
    if (known !== undefined) return known;
    const made: Postings = { docs: [], counts: [] };
    this.#postings.set(term, made);
    return made;
  }
}

/** Terms with their number of occurrences as weight, in the order of first occurrence. */
export function weighted(list: readonly string[]): WeightedTerm[] {
  const counts = new Map<string, number>();
  for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, weight]) => ({ term, weight }));
}
