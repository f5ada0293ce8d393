import * as z from 'zod';

/** What was met while building the graph. Nothing is dropped without being counted here. */
export const GraphCounts = z.object({
  /** Papers of the run. */
  papers: z.number().int(),
  /** Neighbours that are no papers of the run. */
  stubs: z.number().int(),
  edges: z.number().int(),
  self_citations: z.number().int(),
  /** Edges with an end that is no id at all. */
  to_nowhere: z.number().int(),
  /** Edges with an end outside the graph: beyond the hops asked for. */
  to_unknown: z.number().int(),
  duplicate_edges: z.number().int(),
  capped_nodes: z.number().int(),
  capped_edges: z.number().int(),
  /** Papers whose references were asked for, and those for which no answer came. */
  fetched: z.number().int(),
  failed: z.number().int(),
});
export type GraphCounts = z.infer<typeof GraphCounts>;

/** A node of `citation-graph.json`. */
export const GraphNode = z.object({
  id: z.string(),
  title: z.string().nullable(),
  year: z.number().int().nullable(),
  inRun: z.boolean(),
  /** Share of the random walk; sums to 1 over the graph. */
  pagerank: z.number(),
  community: z.number().int(),
});
export type GraphNode = z.infer<typeof GraphNode>;

/** `citation-graph.json`: an edge goes from the citing to the cited. Nodes and edges are in order of their ids. */
export const CitationGraph = z.object({
  nodes: z.array(GraphNode),
  edges: z.array(z.tuple([z.string(), z.string()])),
  counts: GraphCounts,
  notes: z.array(z.string()),
});
export type CitationGraph = z.infer<typeof CitationGraph>;
