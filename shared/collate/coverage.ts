import { normaliseId } from '../contracts/ids.ts';
import type { Aliases } from './graph/aliases.ts';

/** What one finding brought to a node. */
export interface FoundFor {
  readonly node: string;
  /** Ids of its papers in any spelling. */
  readonly papers: readonly string[];
  /** Ids of its posts: discussions, pages, issues. */
  readonly posts: readonly string[];
}

export interface NodeCoverage {
  /** Distinct canonical papers. */
  readonly papers: number;
  /** Distinct sources that are no papers. */
  readonly community: number;
  /** Both together: the number that the rebalance and replan rules read. */
  readonly total: number;
  /** Canonical ids, sorted. */
  readonly paperIds: readonly string[];
}

/** Coverage per node, in the order of `nodes`; a paper found under two of its ids counts once. */
export function coverageOf(
  nodes: readonly string[],
  found: readonly FoundFor[],
  aliases: Aliases,
): Record<string, NodeCoverage> {
  const out: Record<string, NodeCoverage> = {};
  for (const node of nodes) {
    const own = found.filter((finding) => finding.node === node);
    const papers = new Set(own.flatMap((finding) => finding.papers.map((id) => aliases.resolve(id) ?? id)));
    const posts = new Set(own.flatMap((finding) => finding.posts.map((id) => normaliseId(id) ?? id)));
    out[node] = {
      papers: papers.size,
      community: posts.size,
      total: papers.size + posts.size,
      paperIds: [...papers].sort(),
    };
  }
  return out;
}

const SPREAD = 5;
const STARVED = 1;

/** The least and the most covered node, when the seed's rule asks for a rebalance. */
export interface Imbalance {
  readonly under: string;
  readonly over: string;
  readonly spread: number;
}

/**
 * The rebalance rule: the best covered node has at least 5 more than the worst, and the worst at most 1. Ties go to the
 * node that comes first in `nodes`, the plan's order. Null when nothing is to be done.
 */
export function imbalance(nodes: readonly string[], coverage: Readonly<Record<string, number>>): Imbalance | null {
  let under: string | null = null;
  let over: string | null = null;
  const of = (node: string) => coverage[node] ?? 0;
  for (const node of nodes) {
    if (under === null || of(node) < of(under)) under = node;
    if (over === null || of(node) > of(over)) over = node;
  }
  if (under === null || over === null) return null;
  const spread = of(over) - of(under);
  return spread >= SPREAD && of(under) <= STARVED ? { under, over, spread } : null;
}

/**
 * Two narrower queries for an over-covered node, one for each of its two largest clusters: the node's own words, and
 * terms of one cluster that the other does not have. Empty when the papers do not fall into two clusters.
 */
export function splitQueries(
  query: string,
  clusters: readonly { readonly terms: readonly string[]; readonly papers: readonly string[] }[],
): string[] {
  const [first, second] = [...clusters].sort(
    (a, b) => b.papers.length - a.papers.length || ((a.papers[0] ?? '') < (b.papers[0] ?? '') ? -1 : 1),
  );
  if (first === undefined || second === undefined) return [];
  const said = query.toLowerCase();
  const own = (terms: readonly string[], others: readonly string[]) =>
    terms.filter((term) => !others.includes(term) && !said.includes(term)).slice(0, 2);
  const parts = [own(first.terms, second.terms), own(second.terms, first.terms)];
  return parts.some((terms) => terms.length === 0) ? [] : parts.map((terms) => `${query} ${terms.join(' ')}`);
}
