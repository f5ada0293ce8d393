import { type DirectedGraph, UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import { compareText } from './order.ts';

// A CommonJS module whose declared default is, at run time, the module itself.
const louvain = louvainModule as unknown as typeof louvainModule.default;

/** An undirected edge with its weight; the weights of repeated edges add up. */
export type WeightedEdge = readonly [a: string, b: string, weight: number];

/** Seeded generator (mulberry32) of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Communities by modularity (Blondel et al. 2008), seeded. They are numbered from 0 by size, then by their first id, so
 * that the numbers mean the same whatever the order of the input. A node without edges is a community of its own.
 * @param resolution above 1 gives more and smaller communities
 */
export function communities(
  nodes: readonly string[],
  edges: readonly WeightedEdge[],
  seed = 1,
  resolution = 1,
): Map<string, number> {
  const graph = new UndirectedGraph<Record<string, never>, { weight: number }>();
  for (const id of [...new Set(nodes)].sort(compareText)) graph.addNode(id);
  const ordered = edges
    .map(([a, b, weight]) => (a < b ? ([a, b, weight] as const) : ([b, a, weight] as const)))
    .sort((x, y) => compareText(x[0], y[0]) || compareText(x[1], y[1]) || x[2] - y[2]);
  for (const [a, b, weight] of ordered) {
    if (a === b || !(weight > 0) || !graph.hasNode(a) || !graph.hasNode(b)) continue;
    graph.updateUndirectedEdge(a, b, (known) => ({ weight: (known.weight ?? 0) + weight }));
  }
  return communitiesOf(graph, seed, resolution);
}

/** Communities of a graph that is already built; edges without a weight weigh 1. */
export function communitiesOf(graph: DirectedGraph | UndirectedGraph, seed = 1, resolution = 1): Map<string, number> {
  if (graph.size === 0) return numbered(new Map(graph.nodes().map((id, at) => [id, at])));
  const found = louvain(graph, { rng: seeded(seed), getEdgeWeight: 'weight', resolution });
  return numbered(new Map(Object.entries(found)));
}

function numbered(found: ReadonlyMap<string, number>): Map<string, number> {
  const members = new Map<number, string[]>();
  for (const id of [...found.keys()].sort(compareText)) {
    const community = found.get(id)!;
    const list = members.get(community);
    if (list === undefined) members.set(community, [id]);
    else list.push(id);
  }
  const ordered = [...members.values()].sort((a, b) => b.length - a.length || compareText(a[0]!, b[0]!));
  const out = new Map<string, number>();
  ordered.forEach((ids, number) => {
    for (const id of ids) out.set(id, number);
  });
  return out;
}
