import { isStopWord } from '../text/stopwords.ts';
import { tokens } from '../text/tokenise.ts';
import { communities, type WeightedEdge } from './graph/louvain.ts';
import { compareText, type Edge } from './graph/order.ts';

export interface ClusterPaper {
  readonly id: string;
  readonly title: string | null;
  readonly abstract: string | null;
}

export interface ClusterOptions {
  /** Citations among the papers; they bind papers together. */
  readonly edges?: readonly Edge[];
  /** Unit-length vectors by id; without them papers are compared by their words. */
  readonly vectors?: ReadonlyMap<string, Float32Array>;
  readonly neighbours?: number;
  readonly seed?: number;
  readonly resolution?: number;
}

export interface Cluster {
  /** Its most distinctive terms, for a reader. */
  readonly label: string;
  readonly terms: readonly string[];
  /** Ids in order. */
  readonly papers: readonly string[];
}

/** Beyond this many papers neighbours are looked for among those that share a rare term only. */
const BRUTE_FORCE = 4000;
const CITATION_WEIGHT = 1;
const TERMS = 5;

/** Single words and neighbouring pairs of a paper's title (counted twice) and abstract. */
function termsOf(paper: ClusterPaper): Map<string, number> {
  const counts = new Map<string, number>();
  const read = (text: string, weight: number) => {
    const words = tokens(text.slice(0, 6000)).filter((word) => word.length < 40);
    words.forEach((word, at) => {
      if (isStopWord(word) || word.length < 3 || /^\d+$/.test(word)) return;
      counts.set(word, (counts.get(word) ?? 0) + weight);
      const next = words[at + 1];
      if (next !== undefined && next.length >= 3 && !isStopWord(next) && !/^\d+$/.test(next)) {
        const pair = `${word} ${next}`;
        counts.set(pair, (counts.get(pair) ?? 0) + weight);
      }
    });
  };
  read(paper.title ?? '', 2);
  read(paper.abstract ?? '', 1);
  return counts;
}

/** Log-weighted, idf-weighted, unit-length sparse vectors of terms that at least two papers share. */
function sparseVectors(terms: readonly ReadonlyMap<string, number>[]): Map<string, number>[] {
  const documents = new Map<string, number>();
  for (const counts of terms) for (const term of counts.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
  return terms.map((counts) => {
    const vector = new Map<string, number>();
    let square = 0;
    for (const [term, count] of counts) {
      const shared = documents.get(term)!;
      if (shared < 2) continue;
      const weight = (1 + Math.log(count)) * Math.log(1 + terms.length / shared);
      vector.set(term, weight);
      square += weight * weight;
    }
    const norm = Math.sqrt(square);
    if (norm > 0) for (const [term, weight] of vector) vector.set(term, weight / norm);
    return vector;
  });
}

/** Cosines of one paper with all others, gathered along the lists of papers that have each of its terms. */
function sparseCosines(vectors: readonly ReadonlyMap<string, number>[]): (own: number) => Float64Array {
  const lists = new Map<string, { papers: number[]; weights: number[] }>();
  vectors.forEach((vector, paper) => {
    for (const [term, weight] of vector) {
      let list = lists.get(term);
      if (list === undefined) {
        list = { papers: [], weights: [] };
        lists.set(term, list);
      }
      list.papers.push(paper);
      list.weights.push(weight);
    }
  });
  return (own) => {
    const sums = new Float64Array(vectors.length);
    for (const [term, weight] of vectors[own]!) {
      const { papers, weights } = lists.get(term)!;
      for (let at = 0; at < papers.length; at++) sums[papers[at]!]! += weight * weights[at]!;
    }
    return sums;
  };
}

function denseCosines(vectors: readonly (Float32Array | undefined)[]): (own: number) => Float64Array {
  return (own) => Float64Array.from(vectors, (other) => denseCosine(vectors[own], other));
}

function denseCosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** For each paper its nearest others by cosine, ties by order. */
function nearest(
  count: number,
  neighbours: number,
  cosines: (own: number) => Float64Array,
): { a: number; b: number; weight: number }[] {
  const links = new Map<number, { a: number; b: number; weight: number }>();
  for (let own = 0; own < count; own++) {
    const row = cosines(own);
    const close: { other: number; weight: number }[] = [];
    for (let other = 0; other < count; other++) {
      if (other === own) continue;
      const weight = Math.round(row[other]! * 1e6) / 1e6;
      if (weight <= 0) continue;
      const last = close[neighbours - 1];
      if (last !== undefined && weight <= last.weight) continue;
      let at = close.length;
      while (at > 0 && close[at - 1]!.weight < weight) at--;
      close.splice(at, 0, { other, weight });
      if (close.length > neighbours) close.pop();
    }
    for (const { other, weight } of close) {
      const [a, b] = own < other ? [own, other] : [other, own];
      links.set(a * count + b, { a, b, weight });
    }
  }
  return [...links.values()];
}

/** Terms by how much commoner they are in a cluster than elsewhere (class-based tf-idf), longest phrase first among equals. */
function distinctive(
  inside: readonly ReadonlyMap<string, number>[],
  total: ReadonlyMap<string, number>,
  papers: number,
): string[] {
  const own = new Map<string, number>();
  for (const counts of inside) for (const term of counts.keys()) own.set(term, (own.get(term) ?? 0) + 1);
  const scored = [...own].map(([term, count]) => {
    const share = count / inside.length;
    const elsewhere = (total.get(term)! - count) / Math.max(1, papers - inside.length);
    const enough = count >= Math.min(2, inside.length) ? 1 : 0.3;
    const phrase = term.includes(' ') ? 1.3 : 1;
    return { term, score: enough * phrase * share * Math.log((share + 0.02) / (elsewhere + 0.02)) };
  });
  scored.sort((a, b) => b.score - a.score || b.term.length - a.term.length || compareText(a.term, b.term));
  const kept: string[] = [];
  for (const { term } of scored) {
    if (kept.length === TERMS) break;
    const words = term.split(' ');
    if (
      kept.some((other) =>
        other.split(' ').some((word) => words.some((mine) => mine.replace(/s$/, '') === word.replace(/s$/, ''))),
      )
    )
      continue;
    kept.push(term);
  }
  return kept;
}

/**
 * Groups papers by citations and likeness (nearest neighbours, then seeded Louvain) and names each group by the terms that
 * tell it from the rest. Largest first; every paper is in exactly one group; the order of the input does not matter.
 */
export function clusterPapers(papers: readonly ClusterPaper[], options: ClusterOptions = {}): Cluster[] {
  const ordered = [...new Map(papers.map((paper) => [paper.id, paper])).values()].sort((a, b) =>
    compareText(a.id, b.id),
  );
  const ids = ordered.map((paper) => paper.id);
  const terms = ordered.map(termsOf);
  const links: WeightedEdge[] = [];
  const { vectors, edges = [], neighbours = 6, seed = 1, resolution = 1 } = options;
  if (ordered.length <= BRUTE_FORCE) {
    const cosines =
      vectors === undefined ? sparseCosines(sparseVectors(terms)) : denseCosines(ids.map((id) => vectors.get(id)));
    for (const { a, b, weight } of nearest(ordered.length, neighbours, cosines)) links.push([ids[a]!, ids[b]!, weight]);
  }
  for (const [from, to] of edges) links.push([from, to, CITATION_WEIGHT]);
  const of = communities(ids, links, seed, resolution);
  const groups = new Map<number, number[]>();
  ids.forEach((id, at) => {
    const community = of.get(id)!;
    groups.set(community, [...(groups.get(community) ?? []), at]);
  });
  const total = new Map<string, number>();
  for (const counts of terms) for (const term of counts.keys()) total.set(term, (total.get(term) ?? 0) + 1);
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((community) => {
      const members = groups.get(community)!;
      const named = distinctive(
        members.map((at) => terms[at]!),
        total,
        ordered.length,
      );
      return {
        label: named.slice(0, 3).join(', ') || (ordered[members[0]!]!.title ?? ids[members[0]!]!),
        terms: named,
        papers: members.map((at) => ids[at]!),
      };
    });
}
