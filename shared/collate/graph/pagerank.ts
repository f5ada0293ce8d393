import { DirectedGraph } from 'graphology';
import pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import { compareEdges, compareText, type Edge } from './order.ts';

// A CommonJS module whose declared default is, at run time, the module itself.
const pagerank = pagerankModule as unknown as typeof pagerankModule.default;

const DAMPING = 0.85;

/**
 * A directed graph, the same whatever the order of its parts. Edges that start and end at one node, repeat, or have an
 * end that is no node are left out.
 */
export function directed(nodes: readonly string[], edges: readonly Edge[]): DirectedGraph {
  const graph = new DirectedGraph();
  for (const id of [...new Set(nodes)].sort(compareText)) graph.addNode(id);
  let previous: Edge = ['', ''];
  let key = 0;
  for (const edge of [...edges].sort(compareEdges)) {
    const [from, to] = edge;
    const repeated = from === previous[0] && to === previous[1];
    previous = edge;
    if (repeated || from === to || !graph.hasNode(from) || !graph.hasNode(to)) continue;
    graph.addDirectedEdgeWithKey(String(key++), from, to);
  }
  return graph;
}

/**
 * PageRank of every node (Brin and Page 1998, damping 0.85), by citation: the cited gains.
 * @returns rank by node id; the ranks sum to 1; empty for no nodes
 */
export function pageranksOf(graph: DirectedGraph): Map<string, number> {
  if (graph.order === 0) return new Map();
  const ranks = pagerank(graph, { alpha: DAMPING, maxIterations: 1000, tolerance: 1e-10, getEdgeWeight: null });
  return new Map(graph.nodes().map((id) => [id, Number((ranks[id] ?? 0).toPrecision(10))]));
}

/** PageRank of nodes and edges as `directed` reads them. */
export function pageranks(nodes: readonly string[], edges: readonly Edge[]): Map<string, number> {
  return pageranksOf(directed(nodes, edges));
}
