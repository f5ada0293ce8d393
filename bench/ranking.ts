import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Embedder } from '../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../shared/collate/embed/static.ts';
import { HybridIndex, type RankableDoc, type SimilarityMode } from '../shared/collate/rank/hybrid.ts';
import { generalSets } from './embedder/general-sets.ts';
import type { BenchRow } from './row.ts';

/** Best figures known before (BM25 with Porter stems; a first static embedder alone), and the project's targets. */
const KNOWN: Readonly<Record<string, Readonly<Record<SimilarityMode, readonly [baseline: number, target: number]>>>> = {
  scifact: { bm25: [0.683, 0.683], dense: [0.406, 0.406], hybrid: [0.683, 0.7] },
  cacm: { bm25: [0.488, 0.488], dense: [0.262, 0.262], hybrid: [0.488, 0.51] },
  scitldr: { bm25: [0.932, 0.932], dense: [0.825, 0.825], hybrid: [0.932, 0.945] },
};

const MODES: readonly SimilarityMode[] = ['bm25', 'dense', 'hybrid'];

type Judgements = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A collection with queries and relevance judgements. */
export interface RankingSet {
  readonly docs: readonly RankableDoc[];
  /** `except`: the document that is the query itself, taken out of the ranking. */
  readonly queries: readonly { readonly id: string; readonly text: string; readonly except?: string }[];
  readonly judgements: Judgements;
}

/** Hybrid against the textbook BM25 on collections of other kinds: the baseline is the target, nowhere may it be missed. */
export async function generalRows(data: string, embedder: Embedder = loadStaticEmbedder()): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [set, collections] of Object.entries(generalSets(data))) {
    const { bm25, hybrid } = await meanNdcgOf(collections, embedder);
    rows.push({
      set,
      metric: 'nDCG@10 hybrid against BM25',
      ours: hybrid,
      baseline: bm25,
      target: bm25,
    });
  }
  return rows;
}

/** nDCG@10 of every mode on every set under `<data>/ranking`; a set whose files are missing gives no rows. */
export async function rankingRows(data: string, embedder: Embedder = loadStaticEmbedder()): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, figures] of Object.entries(KNOWN)) {
    const set = readRankingSet(join(data, 'ranking'), name);
    if (set === null) continue;
    const measured = await meanNdcg(set, embedder);
    for (const mode of MODES) {
      const [baseline, target] = figures[mode];
      rows.push({ set: name, metric: `nDCG@10 ${mode}`, ours: measured[mode], baseline, target });
    }
  }
  return rows;
}

/** Reads `<name>.corpus.jsonl.gz`, `<name>.queries.jsonl` and `<name>.qrels.json`; null when there is no such set. */
export function readRankingSet(folder: string, name: string): RankingSet | null {
  const corpus = join(folder, `${name}.corpus.jsonl.gz`);
  if (!existsSync(corpus)) return null;
  const docs = jsonLines<{ id: string; title?: string; text?: string }>(
    gunzipSync(readFileSync(corpus)).toString('utf8'),
  );
  const judgements = JSON.parse(readFileSync(join(folder, `${name}.qrels.json`), 'utf8')) as Judgements;
  const queries = jsonLines<{ id: string; text: string }>(readFileSync(join(folder, `${name}.queries.jsonl`), 'utf8'));
  return {
    docs: docs.map(({ id, title, text }) => ({ id, title, abstract: text })),
    queries: queries.filter((query) => judgements[query.id] !== undefined),
    judgements,
  };
}

/** Mean nDCG@10 over the judged queries, by mode. */
export async function meanNdcg(set: RankingSet, embedder: Embedder): Promise<Record<SimilarityMode, number>> {
  const index = new HybridIndex(set.docs, embedder);
  const sums = { bm25: 0, dense: 0, hybrid: 0 };
  for (const query of set.queries) {
    for (const mode of MODES) {
      const ranked = await index.rank(query.text, mode, 11);
      const others = ranked.map((line) => line.id).filter((id) => id !== query.except);
      sums[mode] += ndcg(others, set.judgements[query.id] ?? {});
    }
  }
  const mean = (sum: number) => sum / Math.max(1, set.queries.length);
  return { bm25: mean(sums.bm25), dense: mean(sums.dense), hybrid: mean(sums.hybrid) };
}

export type MeanNdcg = Readonly<Record<SimilarityMode | 'queries', number>>;

/** As `meanNdcg` over several collections together: the mean over all their queries, and how many these are. */
export async function meanNdcgOf(sets: readonly RankingSet[], embedder: Embedder): Promise<MeanNdcg> {
  const sums = { bm25: 0, dense: 0, hybrid: 0, queries: 0 };
  for (const set of sets) {
    const means = await meanNdcg(set, embedder);
    for (const mode of MODES) sums[mode] += means[mode] * set.queries.length;
    sums.queries += set.queries.length;
  }
  const queries = Math.max(1, sums.queries);
  return {
    bm25: sums.bm25 / queries,
    dense: sums.dense / queries,
    hybrid: sums.hybrid / queries,
    queries: sums.queries,
  };
}

/** Normalised discounted cumulative gain at 10, with linear gains. */
export function ndcg(ranked: readonly string[], grades: Readonly<Record<string, number>>): number {
  const gain = (list: readonly number[]) =>
    list.slice(0, 10).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const ideal = gain(Object.values(grades).sort((a, b) => b - a));
  return ideal === 0 ? 0 : gain(ranked.slice(0, 10).map((id) => grades[id] ?? 0)) / ideal;
}

function jsonLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
