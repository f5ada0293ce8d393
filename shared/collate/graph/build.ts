import type { PaperRecord } from '../../contracts/record.ts';
import { Aliases } from './aliases.ts';
import { communitiesOf } from './louvain.ts';
import { compareEdges, compareText, type Edge } from './order.ts';
import { directed, pageranksOf } from './pagerank.ts';
import type { CitationGraph, GraphCounts } from './schema.ts';

/** What a source of references answers for a batch of ids. */
export interface FetchedReferences {
  /** From the citing to the cited, in any spelling of ids. */
  readonly edges: readonly Edge[];
  /** What it said about the papers at the ends. */
  readonly nodes?: readonly { readonly id: string; readonly title: string | null; readonly year: number | null }[];
  /** Ids it could not answer for. */
  readonly failed?: readonly string[];
  readonly notes?: readonly string[];
}

export type FetchReferences = (ids: readonly string[]) => Promise<FetchedReferences>;

export interface GraphOptions {
  /** 0: among the run's papers only; 1: with the papers they cite or are cited by; 2: and those of these. */
  readonly hops: 0 | 1 | 2;
  /** Asked for references; without it only the records' own `cites` count. */
  readonly references?: FetchReferences;
  /** Ids per call of `references`. */
  readonly batch?: number;
  /** Nodes beyond the run's papers; those with most links to the graph are kept. */
  readonly maxStubs?: number;
  readonly maxEdges?: number;
  /** Neighbours whose references are asked for in the second hop; those with most links first. */
  readonly maxSecondHop?: number;
  readonly seed?: number;
}

type Paper = Pick<PaperRecord, 'id' | 'ids' | 'title' | 'year' | 'cites'>;

const DEFAULTS = { batch: 100, maxStubs: 2000, maxEdges: 200_000, maxSecondHop: 200, seed: 1 };

/** Edges being gathered, resolved to canonical ids, with everything that was left out counted. */
class Gathered {
  readonly edges = new Map<string, Edge>();
  readonly facts = new Map<string, { title: string | null; year: number | null }>();
  readonly notes: string[] = [];
  readonly aliases: Aliases;
  selfCitations = 0;
  nowhere = 0;
  duplicates = 0;
  fetched = 0;
  failed = 0;

  constructor(aliases: Aliases) {
    this.aliases = aliases;
  }

  add(from: unknown, to: unknown): void {
    const citing = this.aliases.resolve(from);
    const cited = this.aliases.resolve(to);
    if (citing === null || cited === null) this.nowhere++;
    else if (citing === cited) this.selfCitations++;
    else {
      const key = `${citing}\n${cited}`;
      if (this.edges.has(key)) this.duplicates++;
      else this.edges.set(key, [citing, cited]);
    }
  }

  async fetch(ids: readonly string[], references: FetchReferences, batch: number): Promise<void> {
    for (let at = 0; at < ids.length; at += batch) {
      const part = ids.slice(at, at + batch);
      this.fetched += part.length;
      const answer = await references(part);
      for (const [from, to] of answer.edges) this.add(from, to);
      for (const node of answer.nodes ?? []) this.describe(node);
      this.failed += answer.failed?.length ?? 0;
      this.notes.push(...(answer.notes ?? []));
    }
  }

  describe(node: { id: string; title: string | null; year: number | null }): void {
    const id = this.aliases.resolve(node.id);
    if (id === null || this.aliases.has(id)) return;
    const known = this.facts.get(id);
    const title = known?.title ?? node.title;
    const year = known?.year ?? (Number.isInteger(node.year) ? node.year : null);
    this.facts.set(id, { title, year });
  }
}

/** Nodes outside the run by how many edges tie them to `inside`, most first, ties by id. */
function byLinks(edges: Iterable<Edge>, inside: ReadonlySet<string>): { id: string; links: number }[] {
  const links = new Map<string, number>();
  for (const [from, to] of edges) {
    if (inside.has(from) && !inside.has(to)) links.set(to, (links.get(to) ?? 0) + 1);
    if (inside.has(to) && !inside.has(from)) links.set(from, (links.get(from) ?? 0) + 1);
  }
  return [...links]
    .map(([id, count]) => ({ id, links: count }))
    .sort((a, b) => b.links - a.links || compareText(a.id, b.id));
}

/**
 * Builds the citation graph of a run: the records' own `cites` and what `references` answers, 0, 1 or 2 hops deep,
 * resolved through the papers' ids, with PageRank and communities. The result does not depend on the order of the papers.
 *
 * Rejects with whatever `references` throws; what it reports as failed is counted.
 */
export async function buildCitationGraph(papers: readonly Paper[], options: GraphOptions): Promise<CitationGraph> {
  const settings = { ...DEFAULTS, ...options };
  const ordered = distinct(papers);
  const gathered = new Gathered(new Aliases(ordered));
  for (const paper of ordered) for (const cited of paper.cites) gathered.add(paper.id, cited);
  const own = new Set(ordered.map((paper) => paper.id));
  if (options.references !== undefined && options.hops > 0) {
    await gathered.fetch([...own], options.references, settings.batch);
    if (options.hops === 2) {
      const neighbours = byLinks(gathered.edges.values(), own).slice(0, settings.maxSecondHop);
      await gathered.fetch(
        neighbours.map(({ id }) => id),
        options.references,
        settings.batch,
      );
    }
  }
  return assemble(ordered, gathered, settings);
}

/** One paper per id, in order of ids. */
function distinct(papers: readonly Paper[]): Paper[] {
  const byId = new Map<string, Paper>();
  const ordered = [...papers].sort((a, b) => compareText(a.id, b.id) || compareText(a.title ?? '', b.title ?? ''));
  for (const paper of ordered) {
    const known = byId.get(paper.id);
    byId.set(paper.id, known === undefined ? paper : { ...known, cites: [...known.cites, ...paper.cites] });
  }
  return [...byId.values()];
}

function chooseStubs(
  gathered: Gathered,
  own: ReadonlySet<string>,
  hops: number,
  cap: number,
): { kept: Set<string>; capped: number } {
  if (hops === 0) return { kept: new Set(), capped: 0 };
  const first = byLinks(gathered.edges.values(), own);
  const ranked = [...first];
  if (hops === 2) ranked.push(...byLinks(gathered.edges.values(), new Set([...own, ...first.map(({ id }) => id)])));
  const kept = new Set(ranked.slice(0, cap).map(({ id }) => id));
  return { kept, capped: ranked.length - kept.size };
}

function assemble(
  papers: readonly Paper[],
  gathered: Gathered,
  settings: Required<Omit<GraphOptions, 'references'>>,
): CitationGraph {
  const own = new Set(papers.map((paper) => paper.id));
  const { kept, capped } = chooseStubs(gathered, own, settings.hops, settings.maxStubs);
  const inside = (id: string) => own.has(id) || kept.has(id);
  const all = [...gathered.edges.values()];
  // Edges among the run's own papers come first, so that a cap never costs one of them.
  const known = all.filter(([from, to]) => inside(from) && inside(to));
  const rank = ([from, to]: Edge) => Number(!own.has(from)) + Number(!own.has(to));
  const edges = known
    .sort((a, b) => rank(a) - rank(b) || compareEdges(a, b))
    .slice(0, settings.maxEdges)
    .sort(compareEdges);
  const counts: GraphCounts = {
    papers: own.size,
    stubs: kept.size,
    edges: edges.length,
    self_citations: gathered.selfCitations,
    to_nowhere: gathered.nowhere,
    to_unknown: all.length - known.length,
    duplicate_edges: gathered.duplicates,
    capped_nodes: capped,
    capped_edges: known.length - edges.length,
    fetched: gathered.fetched,
    failed: gathered.failed,
  };
  const ids = [...own, ...kept].sort(compareText);
  const graph = directed(ids, edges);
  const ranks = pageranksOf(graph);
  const groups = communitiesOf(graph, settings.seed);
  const facts = new Map(papers.map((paper) => [paper.id, paper]));
  const nodes = ids.map((id) => {
    const about = facts.get(id) ?? gathered.facts.get(id);
    const year = about?.year ?? null;
    return {
      id,
      title: about?.title ?? null,
      year: year !== null && Number.isInteger(year) ? year : null,
      inRun: own.has(id),
      pagerank: ranks.get(id)!,
      community: groups.get(id)!,
    };
  });
  return {
    nodes,
    edges: edges.map(([from, to]) => [from, to]),
    counts,
    notes: [...remarks(counts), ...gathered.notes],
  };
}

function remarks(counts: GraphCounts): string[] {
  const out: string[] = [];
  const say = (count: number, what: string) => {
    if (count > 0) out.push(`${count} ${what}`);
  };
  say(counts.self_citations, 'citation(s) of a paper by itself left out');
  say(counts.to_nowhere, 'citation(s) with an end that is no id left out');
  say(counts.to_unknown, 'citation(s) to papers outside the graph left out');
  say(counts.capped_nodes, 'neighbour(s) with the fewest links left out to keep the graph small');
  say(counts.capped_edges, 'citation(s) between neighbours left out to keep the graph small');
  say(counts.failed, 'paper(s) whose references no source could give');
  return out;
}
