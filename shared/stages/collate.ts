import { CANDIDATES, selectCandidates } from '../collate/candidates.ts';
import { type Cluster, clusterPapers } from '../collate/clusters.ts';
import { coverageOf, imbalance, splitQueries } from '../collate/coverage.ts';
import { uncalibratedNote } from '../collate/embed/measured.ts';
import type { Embedder } from '../collate/embed/port.ts';
import { Aliases } from '../collate/graph/aliases.ts';
import { buildCitationGraph } from '../collate/graph/build.ts';
import { dedupExact, dedupWithNotes } from '../collate/match/dedup.ts';
import { rankHybrid } from '../collate/rank/hybrid.ts';
import type { Finding, FindingPaper } from '../contracts/finding.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import type { PaperRecord } from '../contracts/record.ts';
import { type Goal, MODES } from '../contracts/run.ts';
import { loadGraph } from '../run/graph-rows.ts';
import { positionInHorizon } from '../run/horizon.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { route } from '../run/route.ts';
import { MIN_ABSTRACT } from '../run/validate-findings.ts';
import { type CanonicalRecord, type Collation, FILES } from './collation-files.ts';

import type { StepContext } from './context.ts';
import { openFinding, validFindings } from './findings.ts';
import { goalOf } from './plan.ts';
import { writePlan } from './projections.ts';
import { seedPapers } from './seeds.ts';

/** Similarity added for a record inside a preferred horizon: a preference, no rule. */
const PREFERRED = 0.05;

/** Stage 3: duplicates, embeddings, citation graph, coverage, candidates; then the rebalance rule, once a round. */
export async function collate(step: StepContext): Promise<Receipt> {
  const { run, at } = step;
  const goal = await goalOf(step);
  await run.advance({ stage: 3, round: at.round, tick: at.tick });
  const plan = await loadGraph(run);
  const nodes = plan.nodes.filter((node) => node.id !== 'root').map((node) => node.id);
  const findings = await validFindings(run);
  const notes: string[] = [];
  const hits = findings.flatMap((finding) => finding.papers.map((paper) => hitOf(paper, finding)));
  const seeds = await seedPapers(
    step,
    goal,
    hits.map(({ paper }) => paper),
  );
  notes.push(...seeds.notes);
  // Nobody said which sub-question a seed paper is for: it is read for all of the first plan.
  const first = plan.nodes.filter((node) => node.id !== 'root' && node.revision === 0).map((node) => node.id);
  const all = [...hits, ...seeds.papers.flatMap((paper) => first.map((sq) => seedHit(paper, sq)))];
  const vectors = await embed(
    step.runtime.embedder,
    all.map(({ paper }) => paper),
    notes,
  );
  const records = merge(all, vectors !== null, notes);
  const aliases = new Aliases(
    records.map(({ record, members }) => ({ id: record.id, ids: [...record.ids, ...members] })),
  );
  await run.writeJson(FILES.records, records);
  if (vectors !== null) await run.writeJson(FILES.embeddings, embeddingsFile(step.runtime.embedder, records, vectors));

  const { live } = step.runtime;
  const citations = await buildCitationGraph(
    records.map(({ record }) => record),
    {
      hops: MODES[goal.depth].citationDepth,
      ...(live === null || goal.offline
        ? {}
        : { references: async (ids) => ({ ...(await live.references(ids, step)) }) }),
    },
  );
  await run.writeJson(FILES.graph, citations);
  if (citations.counts.failed > 0) notes.push(`References of ${citations.counts.failed} paper(s) could not be had.`);

  const coverage = coverageOf(
    nodes,
    findings.map((finding) => ({
      node: finding.sub_question_id,
      papers: finding.papers.map((paper) => paper.id),
      posts: finding.posts.map((post) => post.id),
    })),
    aliases,
  );
  await run.writeJson(
    FILES.candidates,
    await candidatesOf(step, goal, records, new Map(citations.nodes.map((node) => [node.id, node.pagerank]))),
  );
  const inRun = new Set(records.map(({ record }) => record.id));
  const clusters = clusterPapers(
    records.map(({ record }) => record),
    {
      edges: citations.edges.filter(([from, to]) => inRun.has(from) && inRun.has(to)),
      ...(vectors === null ? {} : { vectors: vectorsOf(records, vectors) }),
    },
  );
  const found = hits.length + seeds.papers.length;
  const collation: Collation = {
    round: at.round,
    found,
    duplicates: found - records.length,
    canonical: records.length,
    newInRound: records.filter((one) => one.round === at.round).length,
    coverage: Object.fromEntries(
      nodes.map((id) => [id, { papers: coverage[id]!.papers, community: coverage[id]!.community }]),
    ),
    clusters: clusters.map(({ label, papers }) => ({ label, papers: [...papers] })),
    notes,
  };
  await run.writeJson(FILES.collation, collation);
  await writePlan(run, goal);

  const totals = Object.fromEntries(nodes.map((id) => [id, coverage[id]!.total]));
  const more = at.pass === 0 ? await rebalance(step, goal, plan, totals, findings, clusters) : [];
  if (more.length > 0) return receipt({ ...at, tick: at.tick + 1, pass: at.pass + 1 }, 'rebalance', { items: more });
  await run.event({
    stage: 3,
    round: at.round,
    event: 'stage_complete',
    coverage_map: totals,
    candidate_count: Math.min(records.length, CANDIDATES[goal.depth]),
  });
  const quick = goal.depth === 'quick';
  await run.advance({ stage: quick ? 7 : 4, round: at.round, tick: at.tick });
  return receipt(at, quick ? 'digest' : 'read');
}

const textOf = (paper: Pick<FindingPaper, 'title' | 'abstract'>): string =>
  [paper.title, paper.abstract].filter(Boolean).join('. ');

/** Vectors by record id; null when embeddings are down, which the synthesis then says. */
async function embed(
  embedder: Embedder,
  found: readonly FindingPaper[],
  notes: string[],
): Promise<Map<string, Float32Array> | null> {
  const papers = [...new Map(found.map((paper) => [paper.id, paper])).values()];
  try {
    const vectors = await embedder.embed(papers.map(textOf));
    const uncalibrated = uncalibratedNote(embedder);
    if (uncalibrated !== null) notes.push(uncalibrated);
    return new Map(papers.map((paper, at) => [paper.id, vectors[at]!]));
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    notes.push(`Embeddings were not available (${what}); duplicates were found by exact title and author only.`);
    return null;
  }
}

/** A record with the sub-question it came up for, and the round. */
interface Hit {
  readonly paper: FindingPaper;
  readonly sq: string;
  readonly round: number;
}

const hitOf = (paper: FindingPaper, { sub_question_id, round }: Finding): Hit => ({
  paper,
  sq: sub_question_id,
  round,
});

/** Whoever named it says that it is relevant. */
const seedHit = (paper: PaperRecord, sq: string): Hit => ({
  paper: { ...paper, relevance_self_score: 1, abstract_missing: (paper.abstract ?? '').length < MIN_ABSTRACT },
  sq,
  round: 1,
});

/** One canonical record per work, with the sub-questions it informs and the round that brought it. */
function merge(all: readonly Hit[], matched: boolean, notes: string[]): CanonicalRecord[] {
  const { groups, notes: said } = (matched ? dedupWithNotes : dedupExact)(all.map(({ paper }) => paper));
  notes.push(...said);
  const byId = new Map<string, Hit[]>();
  for (const one of all) byId.set(one.paper.id, [...(byId.get(one.paper.id) ?? []), one]);
  return groups
    .map(({ cluster, canonical }) => {
      const members = cluster.flatMap((id) => byId.get(id) ?? []);
      const { sections: _fullText, ...record } = canonical;
      return {
        record,
        members: [...cluster].sort(),
        sq: [...new Set(members.map(({ sq }) => sq))].sort(bySqNumber),
        relevance: Math.max(0, ...members.map(({ paper }) => paper.relevance_self_score)),
        round: Math.min(...members.map(({ round }) => round)),
        abstract_missing: members.every(({ paper }) => paper.abstract_missing),
      };
    })
    .sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
}

const bySqNumber = (a: string, b: string): number => Number(a.slice(2)) - Number(b.slice(2));

function vectorsOf(records: readonly CanonicalRecord[], vectors: ReadonlyMap<string, Float32Array>) {
  return new Map(
    records.flatMap(({ record, members }) => {
      const vector = [record.id, ...members].map((id) => vectors.get(id)).find((one) => one !== undefined);
      return vector ? [[record.id, vector] as const] : [];
    }),
  );
}

function embeddingsFile(
  embedder: Embedder,
  records: readonly CanonicalRecord[],
  vectors: ReadonlyMap<string, Float32Array>,
) {
  const rounded = [...vectorsOf(records, vectors)].map(
    ([id, vector]) => [id, [...vector].map((x) => Math.round(x * 1e4) / 1e4)] as const,
  );
  return { model: embedder.id, dimensions: embedder.dimensions, vectors: Object.fromEntries(rounded) };
}

/** Candidates best first: 0.6 similarity + 0.4 centrality, pinned seed papers in front. */
async function candidatesOf(
  { runtime }: StepContext,
  goal: Goal,
  records: readonly CanonicalRecord[],
  pagerank: ReadonlyMap<string, number>,
) {
  const docs = records.map(({ record }) => ({
    id: record.id,
    title: record.title ?? '',
    abstract: record.abstract ?? '',
  }));
  const similarity = new Map(
    (await rankHybrid(goal.topic, docs, { embedder: runtime.embedder })).map((one) => [one.id, one.similarity]),
  );
  const bounded = goal.time_horizon.rule !== 'hard' && goal.time_horizon.from !== null;
  const { candidates } = selectCandidates(
    records.map(({ record, abstract_missing }) => ({
      id: record.id,
      ids: record.ids,
      retracted: record.retracted,
      withdrawn: record.withdrawn,
      abstractMissing: abstract_missing,
      similarity:
        (similarity.get(record.id) ?? 0) +
        (bounded && positionInHorizon(record, goal.time_horizon) === 'in' ? PREFERRED : 0),
      centrality: pagerank.get(record.id) ?? 0,
    })),
    { top: CANDIDATES[goal.depth], pinned: goal.seed_papers, excluded: goal.exclude },
  );
  const byId = new Map(records.map((one) => [one.record.id, one]));
  return candidates.map((candidate) => ({
    ...candidate,
    title: byId.get(candidate.id)!.record.title ?? candidate.id,
    sq: byId.get(candidate.id)!.sq,
  }));
}

/** The seed's rule: an alternative source for the thin node, two narrower queries for the thick one. */
async function rebalance(
  step: StepContext,
  goal: Goal,
  plan: PlanGraph,
  totals: Readonly<Record<string, number>>,
  findings: readonly Finding[],
  clusters: readonly Cluster[],
): Promise<{ id: string }[]> {
  const { run, at } = step;
  const done = plan.nodes.filter((node) => node.status === 'done').map((node) => node.id);
  const uneven = imbalance(done, totals);
  if (uneven === null) return [];
  const tick = at.tick + 1;
  const wanted: { id: string; node: string; source: Goal['sources'][number]; query: string }[] = [];
  const under = plan.nodes.find((node) => node.id === uneven.under)!;
  const other = route(under.kind, goal.cs_subfield, goal.depth, goal.sources).find(
    ({ source }) => !under.sources.includes(source) && goal.sources.includes(source) && !goal.offline,
  );
  const asked = findings.find((finding) => finding.sub_question_id === under.id)?.query_used ?? under.question;
  if (other)
    wanted.push({
      id: `${at.round}.${tick}.${under.id}.${other.source}.more`,
      node: under.id,
      source: other.source,
      query: asked,
    });
  const over = findings.filter((finding) => finding.sub_question_id === uneven.over);
  const first = over[0];
  if (other && first) {
    const ids = new Set(over.flatMap((finding) => finding.papers.map((paper) => paper.id)));
    const own = clusters.map((one) => ({ ...one, papers: one.papers.filter((id) => ids.has(id)) }));
    for (const [n, query] of splitQueries(first.query_used, own).entries()) {
      wanted.push({
        id: `${at.round}.${tick}.${uneven.over}.${first.researcher}.more${n + 1}`,
        node: uneven.over,
        source: first.researcher,
        query,
      });
    }
  }
  for (const one of wanted) {
    await openFinding(run, {
      ...one,
      round: at.round,
      tick,
      max_results: MODES[goal.depth].resultsPerResearcher,
      reminder: null,
    });
  }
  const what = wanted.length > 0 ? `asks ${wanted.length} more researcher(s)` : 'has no other source to ask';
  await run.event({
    stage: 3,
    round: at.round,
    event: 'switched_source',
    id: under.id,
    reason: `coverage ${uneven.under} ${totals[uneven.under]}, ${uneven.over} ${totals[uneven.over]}: the rebalance ${what}`,
  });
  return wanted.map(({ id }) => ({ id }));
}
