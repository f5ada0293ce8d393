import type { Embedder } from '../embed/port.ts';
import { pageranks } from '../graph/pagerank.ts';
import { candidateScore, minMax } from './candidate-score.ts';
import { readEdges } from './edges.ts';
import { type Ranked, rankHybrid, type SimilarityMode } from './hybrid.ts';
import { compareText } from './order.ts';
import { readRecords } from './records.ts';

/** With edges, only the best by similarity are candidates: importance is compared among them. */
export const CANDIDATE_POOL = 100;

export interface RankOptions {
  readonly embedder: Embedder;
  /** Citation links in any shape `readEdges` knows; absent: no centrality. */
  readonly edges?: unknown;
  /** How many lines; absent: all. */
  readonly top?: number;
  readonly similarity?: SimilarityMode;
  /** Hears what was left out of the input, and why. */
  readonly onNote?: (note: string) => void;
}

/** One line of `tools rank`; with edges, similarity and centrality are scaled to 0…1 inside the candidate pool. */
export interface RankLine extends Ranked {
  /** Null without edges: nothing is known of importance then. */
  readonly centrality: number | null;
}

/**
 * `tools rank`: the records by their similarity with `query`, or, with edges, by 0.6 · similarity + 0.4 · PageRank. The
 * result does not depend on the order of records or edges. Records beyond the candidate pool follow it with score 0.
 */
export async function rankRecords(
  records: readonly unknown[],
  query: string,
  options: RankOptions,
): Promise<RankLine[]> {
  const onNote = options.onNote ?? (() => undefined);
  const docs = readRecords(records, onNote);
  const ranked = await rankHybrid(query, docs, { embedder: options.embedder, mode: options.similarity ?? 'hybrid' });
  const lines =
    options.edges === undefined || options.edges === null
      ? ranked.map((line) => ({ ...line, centrality: null }))
      : withCentrality(ranked, options.edges, onNote);
  return lines.slice(0, Math.max(0, options.top ?? lines.length)).map(rounded);
}

function withCentrality(ranked: readonly Ranked[], edges: unknown, onNote: (note: string) => void): RankLine[] {
  const ranks = pageranks(...graphOf(ranked, edges, onNote));
  const pool = ranked.slice(0, CANDIDATE_POOL);
  const similarities = minMax(pool.map((line) => line.similarity));
  const centralities = scaledCentralities(pool.map((line) => ranks.get(line.id) ?? 0));
  const lines = pool.map(({ id }, i) => {
    const [similarity, centrality] = [similarities[i]!, centralities[i]!];
    return { id, score: candidateScore(similarity, centrality), similarity, centrality };
  });
  lines.sort((a, b) => b.score - a.score || b.similarity - a.similarity || compareText(a.id, b.id));
  const rest = ranked.slice(CANDIDATE_POOL).map(({ id }) => ({ id, score: 0, similarity: 0, centrality: 0 }));
  return [...lines, ...rest];
}

/** Equal ranks say nothing about importance: 0 for all, where equal similarities would be 1. */
function scaledCentralities(ranks: readonly number[]): number[] {
  return ranks.every((rank) => rank === ranks[0]) ? ranks.map(() => 0) : minMax(ranks);
}

function graphOf(
  ranked: readonly Ranked[],
  edges: unknown,
  onNote: (note: string) => void,
): [string[], (readonly [string, string])[]] {
  const { links, unreadable } = readEdges(edges);
  const nodes = ranked.map((line) => line.id);
  const known = new Set(nodes);
  const inside = links.filter(([source, target]) => known.has(source) && known.has(target));
  const useful = inside.filter(([source, target]) => source !== target);
  if (unreadable > 0) onNote(`${unreadable} edges cannot be read: left out`);
  if (inside.length < links.length) onNote(`${links.length - inside.length} edges lead to no record: left out`);
  if (useful.length < inside.length)
    onNote(`${inside.length - useful.length} edges join a record with itself: left out`);
  const distinct = new Set(useful.map((link) => JSON.stringify(link))).size;
  if (distinct < useful.length) onNote(`${useful.length - distinct} edges are given more than once: counted once`);
  return [nodes, useful];
}

function rounded({ id, score, similarity, centrality }: RankLine): RankLine {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return {
    id,
    score: round(score),
    similarity: round(similarity),
    centrality: centrality === null ? null : round(centrality),
  };
}
