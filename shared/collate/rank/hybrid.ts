import { terms } from '../../text/tokenise.ts';
import { cosine } from '../embed/cosine.ts';
import type { Embedder } from '../embed/port.ts';
import { bestEntries } from './best.ts';
import { BM25_DEFAULTS, Bm25Index } from './bm25.ts';
import { embeddingText } from './embedding-text.ts';
import type { Fields } from './field-weights.ts';
import { LEXICAL_OPTIONS, LexicalIndex } from './lexical.ts';

/**
 * How documents are compared with the query: `bm25` is the textbook formula over one text a document, `dense` the cosine
 * of the embeddings, `hybrid` both with phrases, n-grams and a weighted title.
 */
export const SIMILARITY_MODES = ['hybrid', 'bm25', 'dense'] as const;
export type SimilarityMode = (typeof SIMILARITY_MODES)[number];

/** The share of the cosine in the hybrid similarity of a long query. Chosen on development data, see bench. */
const DENSE_SHARE = 0.3;
/** What is left of it for a query of one term: it orders what words leave equal. */
const LEAST_SHARE = 0.01;

export interface RankableDoc extends Fields {
  readonly id: string;
}

export interface Ranked {
  readonly id: string;
  /** What the order follows; equal to `similarity` unless centrality is mixed in. */
  readonly score: number;
  /** 0…1. Lexical scores are relative to the best document of the query, cosines are raw and cut at 0. */
  readonly similarity: number;
}

export interface HybridOptions {
  readonly embedder: Embedder;
  /** An index over exactly these documents in this order, when there is one already; for the mode `bm25` or `hybrid`. */
  readonly bm25?: Bm25Index;
  readonly mode?: SimilarityMode;
  /** Absent: all documents. */
  readonly limit?: number;
}

/**
 * Ranks `docs` for `query`, best first, ties by id; the result does not depend on the order of `docs`. For many queries
 * over the same documents make a `HybridIndex` once.
 */
export async function rankHybrid(
  query: string,
  docs: readonly RankableDoc[],
  options: HybridOptions,
): Promise<Ranked[]> {
  const index = new HybridIndex(docs, options.embedder, options.bm25);
  return index.rank(query, options.mode ?? 'hybrid', options.limit);
}

/** A collection to be ranked again and again: every part is made on first use and kept. */
export class HybridIndex {
  readonly #docs: readonly RankableDoc[];
  readonly #ids: readonly string[];
  readonly #embedder: Embedder;
  readonly #given: Bm25Index | undefined;
  #plain: LexicalIndex | undefined;
  #weighted: LexicalIndex | undefined;
  #vectors: Promise<Float32Array[]> | undefined;

  /** @throws RangeError when `given` is not over these documents in this order. */
  constructor(docs: readonly RankableDoc[], embedder: Embedder, given?: Bm25Index) {
    if (given !== undefined && (given.size !== docs.length || docs.some((doc, i) => given.forward.ids[i] !== doc.id))) {
      throw new RangeError('the BM25 index is over other documents than the ones to rank: build it from the same list');
    }
    this.#docs = docs;
    this.#ids = docs.map((doc) => doc.id);
    this.#embedder = embedder;
    this.#given = given;
  }

  /** The best `limit` documents, best first, ties by id. */
  async rank(query: string, mode: SimilarityMode, limit = this.#docs.length): Promise<Ranked[]> {
    const similarities = await this.similarities(query, mode);
    return bestEntries(similarities, this.#ids, limit).map((i) => {
      const similarity = similarities[i]!;
      return { id: this.#ids[i]!, score: similarity, similarity };
    });
  }

  /**
   * As `rank` by hybrid similarity, but only among the `pool` best by words, and no other document is embedded: for
   * collections that are too large, or whose embedder is too dear, to be embedded whole. A document that shares no word
   * with the query is not found.
   */
  async rankPool(query: string, pool: number, limit: number): Promise<Ranked[]> {
    const lexical = relativeToBest(this.#weightedIndex().scores(query));
    const mixed = mixOf(query);
    const members = bestEntries(lexical, this.#ids, pool, 0);
    const texts = members.map((i) => embeddingText(this.#docs[i]!));
    const [asked, ...vectors] = await this.#embedder.embed([query, ...texts]);
    const similarities = Float64Array.from(members, (i, at) => mixed(lexical[i]!, likeness(asked!, vectors[at]!)));
    const ids = members.map((i) => this.#ids[i]!);
    return bestEntries(similarities, ids, limit).map((at) => ({
      id: ids[at]!,
      score: similarities[at]!,
      similarity: similarities[at]!,
    }));
  }

  /** The similarity of every document, in the order of the documents. */
  async similarities(query: string, mode: SimilarityMode): Promise<Float64Array> {
    if (mode === 'bm25') return relativeToBest(this.#plainIndex().wordScores(query));
    const dense = await this.#cosines(query);
    if (mode === 'dense') return dense;
    const lexical = relativeToBest(this.#weightedIndex().scores(query));
    const mixed = mixOf(query);
    return lexical.map((value, i) => mixed(value, dense[i]!));
  }

  #plainIndex(): LexicalIndex {
    this.#plain ??= new LexicalIndex(this.#given ?? this.#build(BM25_DEFAULTS));
    return this.#plain;
  }

  #weightedIndex(): LexicalIndex {
    this.#weighted ??= new LexicalIndex(this.#given ?? this.#build(LEXICAL_OPTIONS));
    return this.#weighted;
  }

  #build(options: ConstructorParameters<typeof Bm25Index>[0]): Bm25Index {
    const index = new Bm25Index(options);
    // Positions, not ids: two documents with one id are the caller's affair, and both are ranked.
    for (const [i, doc] of this.#docs.entries()) index.add(String(i), doc);
    return index;
  }

  async #cosines(query: string): Promise<Float64Array> {
    // A failure is not kept: the next query asks again.
    this.#vectors ??= this.#embedder.embed(this.#docs.map(embeddingText)).catch((error: unknown) => {
      this.#vectors = undefined;
      throw error;
    });
    const [vectors, asked] = await Promise.all([this.#vectors, this.#embedder.embed([query])]);
    return Float64Array.from(vectors, (vector) => likeness(asked[0]!, vector));
  }
}

/**
 * The hybrid similarity for `query`, of the lexical score relative to the best and the cosine. A word has a meaning among
 * others only, so of n distinct terms the cosine counts 1 - 1/n of its share: nearly nothing for one, half for two.
 */
function mixOf(query: string): (lexical: number, dense: number) => number {
  const others = 1 - 1 / Math.max(1, new Set(terms(query)).size);
  const share = LEAST_SHARE + DENSE_SHARE * others;
  return (lexical, dense) => (1 - share) * lexical + share * dense;
}

/** 0…1. A broken vector (NaN) is as far away as can be: its document still gets its lexical share. */
function likeness(a: Float32Array, b: Float32Array): number {
  const value = cosine(a, b);
  return Number.isNaN(value) ? 0 : Math.max(value, 0);
}

function relativeToBest(scores: Float64Array): Float64Array {
  let best = 0;
  for (const score of scores) best = Math.max(best, score);
  return best > 0 ? scores.map((score) => score / best) : scores;
}
