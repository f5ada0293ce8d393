import { findingRole } from '../agents/finding/role.ts';
import { tellingTerms } from '../agents/formulate/extract.ts';
import { formulateRole } from '../agents/formulate/role.ts';
import type { NodeAnswer } from '../agents/inputs.ts';
import type { Source } from '../contracts/enums.ts';
import { Dispatch, type Finding } from '../contracts/finding.ts';
import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import { type Goal, MODES } from '../contracts/run.ts';
import { skipHopeless } from '../plan/insert.ts';
import { MAX_PARALLEL_NODES, readyNodes } from '../plan/ready.ts';
import { failNode, startNode } from '../plan/transitions.ts';
import { renderFindingMd } from '../present/finding-md.ts';
import { loadGraph, nodeOf, saveGraph } from '../run/graph-rows.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import type { ModelSearch, Retrieved } from '../runtime.ts';
import { searchLibrary } from '../sources/library/search.ts';
import type { StepContext } from './context.ts';
import {
  changeFindRow,
  findingPath,
  listFindRows,
  openFinding,
  readFinding,
  readFindRow,
  validFindings,
} from './findings.ts';
import { goalOf, openLibrary } from './plan.ts';
import { priorRun } from './prior.ts';
import { writePlan } from './projections.ts';

/** Stage 2: which nodes this tick takes, and whom it sends. Rows are written before anybody is sent. */
export async function planTick(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  const tick = step.at.tick + 1;
  const { round } = step.at;
  await run.advance({ stage: 2, round, tick: step.at.tick });
  const before = await settleLosses(step, await loadGraph(run), tick);
  // A crash between the rows and the receipt leaves some nodes running in this very tick: they are taken again, and with
  // them those whose rows were still to be written.
  const mine = (node: PlanNode) =>
    node.status === 'running' && node.assigned_subtask_id === `${round}.${tick}.${node.id}`;
  const again = before.nodes.filter(mine);
  const taken = [...again, ...readyNodes(before.nodes, MAX_PARALLEL_NODES - again.length)];
  if (taken.length === 0) {
    await run.event({ stage: 2, round, event: 'stage_complete' });
    await run.advance({ stage: 3, round, tick: step.at.tick });
    return receipt(step.at, 'collate');
  }
  let graph = before;
  const items: { id: string }[] = [];
  for (const node of taken) {
    for (const source of node.sources) {
      const id = `${round}.${tick}.${node.id}.${source}`;
      await openFinding(run, {
        id,
        round,
        tick,
        node: node.id,
        source,
        query: null,
        max_results: MODES[goal.depth].resultsPerResearcher,
        reminder: null,
      });
      items.push({ id });
    }
    if (node.status === 'pending') graph = startNode(graph, node.id, `${round}.${tick}.${node.id}`);
  }
  await saveGraph(run, graph, before);
  await writePlan(run, goal);
  return receipt({ ...step.at, tick }, 'research', { items, nodes: taken.map((node) => ({ id: node.id })) });
}

/**
 * A node that an earlier tick left running has lost its answerer: it fails, and says so. What waits for a failed node is
 * skipped.
 */
async function settleLosses({ run, at }: StepContext, graph: PlanGraph, tick: number): Promise<PlanGraph> {
  let now = graph;
  for (const node of graph.nodes) {
    if (node.status !== 'running' || node.id === 'root') continue;
    if (node.assigned_subtask_id === `${at.round}.${tick}.${node.id}`) continue;
    now = failNode(now, node.id, 'its answer could not be written; the log says why');
  }
  now = { ...now, nodes: skipHopeless(now.nodes) };
  await saveGraph(run, now, graph);
  return now;
}

/** The answers a node builds on. */
export function predecessorsOf(graph: PlanGraph, node: PlanNode): NodeAnswer[] {
  return node.depends_on
    .map((id) => nodeOf(graph, id))
    .filter((other) => other.status === 'done')
    .map((other) => ({
      node: other.id,
      question: other.question,
      summary: other.answer_summary ?? '',
      evidence: other.answer_evidence ?? [],
    }));
}

/** Stage 2: one researcher. The query is fixed and stored before the source is asked. */
export async function research(step: StepContext, id: string): Promise<Receipt> {
  const { run, runtime } = step;
  const goal = await goalOf(step);
  const graph = await loadGraph(run);
  let row = await readFindRow(run, id);
  const node = nodeOf(graph, row.node);
  if (row.query === null && row.reminder !== null) {
    // Asked again because what came back was wrong: the topic's own words stray least.
    row = await changeFindRow(run, id, { query: goal.topic });
  } else if (row.query === null) {
    const input = { goal, node, source: row.source, predecessors: predecessorsOf(graph, node) };
    const { query } = await runtime.roles.run(formulateRole, input, step);
    row = await changeFindRow(run, id, { query });
  }
  const dispatch = Dispatch.parse(row);
  const found =
    row.source === 'library'
      ? await searchLibraries(step, dispatch, goal, node)
      : await runtime.live!.retrieve(dispatch, goal, step, await modelSearch(step, row.source));
  const summary = await runtime.roles.run(
    findingRole,
    { goal, node, source: row.source, query: dispatch.query, papers: found.papers, posts: found.posts },
    step,
  );
  const score = new Map(summary.relevance.map((one) => [one.id, one.score]));
  const failed = found.outcome !== 'hits' && found.outcome !== 'none' && found.outcome !== 'partial';
  const finding: Finding = {
    sub_question_id: row.node,
    researcher: row.source,
    researcher_run_id: `${row.source.slice(0, 3)}-${id}`,
    query_used: dispatch.query,
    results_count: found.papers.length + found.posts.length,
    status: failed ? 'failed' : found.outcome === 'hits' ? 'ok' : 'partial',
    round: row.round,
    tick: row.tick,
    dispatch_id: id,
    outcome: found.outcome,
    sources: [...found.sources],
    papers: found.papers.map((paper) => ({
      ...paper,
      relevance_self_score: score.get(paper.id) ?? 0,
      abstract_missing: (paper.abstract ?? '').length < 50,
    })),
    posts: found.posts.map((post) => ({ ...post, relevance_self_score: score.get(post.id) ?? null })),
    notes: found.notes,
  };
  const path = findingPath(row);
  await run.write(path, renderFindingMd(finding, summary));
  await changeFindRow(run, id, {
    status: 'returned',
    path,
    outcome: found.outcome,
    count: finding.results_count,
    left: { ...found.left },
  });
  return receipt(step.at, 'check');
}

/** The web by the run's own model, where no search service is configured. */
async function modelSearch(step: StepContext, source: Source): Promise<ModelSearch | null> {
  const { live, roles } = step.runtime;
  if (source !== 'web' || live?.channels.includes('web')) return null;
  const search = (await roles.webSearch?.(step.run)) ?? null;
  return search && ((query, limitMs) => search(query, step, limitMs));
}

/** The library, and in front of it what an earlier run found, when this one continues it. */
async function searchLibraries(step: StepContext, dispatch: Dispatch, goal: Goal, node: PlanNode): Promise<Retrieved> {
  const found = await Promise.all(node.depends_on.map((id) => validFindings(step.run, id)));
  const known = new Set(found.flat().flatMap((finding) => finding.papers.flatMap((paper) => paper.ids)));
  const telling = tellingTerms(goal, node.question, dispatch.query);
  const own = await searchLibrary(await openLibrary(step), dispatch, goal, telling, known);
  const prior = await priorRun(step);
  if (prior === null) return own;
  const before = await searchLibrary(prior, dispatch, goal);
  const ids = new Set(before.papers.map((paper) => paper.id));
  const papers = [...before.papers, ...own.papers.filter((paper) => !ids.has(paper.id))].slice(0, dispatch.max_results);
  return {
    ...own,
    outcome: papers.length > 0 ? 'hits' : own.outcome,
    sources: [...before.sources, ...own.sources],
    papers,
  };
}

/** Whether the stored finding of a dispatch is whole. */
export async function findingIntact(step: StepContext, id: string): Promise<boolean> {
  const row = await readFindRow(step.run, id);
  if (row.status === 'dropped') return true;
  if (row.path === null) return false;
  try {
    await readFinding(step.run, row.path);
    return true;
  } catch {
    return false; // torn or half-written: it is made again
  }
}

/** Rows of one tick. */
export async function rowsOfTick(step: StepContext) {
  const rows = await listFindRows(step.run);
  return rows.filter((row) => row.round === step.at.round && row.tick === step.at.tick);
}
