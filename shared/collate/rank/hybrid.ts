import { terms } from '../../text/tokenise.ts';
import { cosine } from '../embed/cosine.ts';
import type { Embedder } from '../embed/port.ts';
import { Bm25Index, weighted } from './bm25.ts';
import type { Fields } from './field-weights.ts';
import { compareText } from './order.ts';

/** How documents are compared with the query. */
export type SimilarityMode = 'hybrid' | 'bm25' | 'dense';

export interface RankableDoc extends Fields {
  readonly id: string;
}

export interface Ranked {
  readonly id: string;
  /** What the order follows: equal to `similarity` here, and something else once centrality is mixed in. */
  readonly score: number;
  /** 0…1. */
  readonly similarity: number;
}

export interface HybridOptions {
  /** Needed for the modes `hybrid` and `dense`. */
  readonly embedder: Embedder;
  /** An index over exactly these documents, in this order, when there is one already. */
  readonly bm25?: Bm25Index;
  readonly mode?: SimilarityMode;
  /** Absent: all documents. */
  readonly limit?: number;
}

/** Ranks `docs` for `query`, best first, ties by id; the result does not depend on the order of `docs`. */
export async function rankHybrid(
  query: string,
  docs: readonly RankableDoc[],
  options: HybridOptions,
): Promise<Ranked[]> {
  const mode = options.mode ?? 'hybrid';
  const lexical = mode === 'dense' ? null : lexicalScores(query, docs, options.bm25);
  const dense = mode === 'bm25' ? null : await denseScores(query, docs, options.embedder);
  const ranked = docs.map((doc, i) => {
    const similarity =
      lexical === null ? dense![i]! : dense === null ? lexical[i]! : 0.7 * lexical[i]! + 0.3 * dense[i]!;
    return { id: doc.id, score: similarity, similarity };
  });
  ranked.sort((a, b) => b.score - a.score || compareText(a.id, b.id));
  return ranked.slice(0, options.limit ?? ranked.length);
}

function lexicalScores(query: string, docs: readonly RankableDoc[], given: Bm25Index | undefined): number[] {
  const index = given ?? new Bm25Index();
  if (given === undefined) for (const doc of docs) index.add(doc.id, doc);
  const scores = index.scores(weighted(terms(query)));
  let best = 0;
  for (const score of scores) best = Math.max(best, score);
  return docs.map((_, i) => (best > 0 ? scores[i]! / best : 0));
}

async function denseScores(query: string, docs: readonly RankableDoc[], embedder: Embedder): Promise<number[]> {
  const texts = docs.map((doc) => [doc.title, doc.abstract].filter(Boolean).join('. '));
  const [asked, ...vectors] = await embedder.embed([query, ...texts]);
  return vectors.map((vector) => Math.max(0, cosine(asked!, vector)));
}
