import { answerRole } from '../agents/answer/role.ts';
import type { FindingPaper } from '../contracts/finding.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import type { Post } from '../contracts/record.ts';
import { completeNode, failNode } from '../plan/transitions.ts';
import { loadGraph, nodeOf, saveGraph } from '../run/graph-rows.ts';
import type { RunHandle } from '../run/handle.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import type { StepContext } from './context.ts';
import { predecessorsOf } from './discover.ts';
import { listFindRows, validFindings } from './findings.ts';
import { goalOf } from './plan.ts';

/** Stage 2: the answer of one node, from what its researchers brought and from the nodes it depends on. */
export async function answerNode(step: StepContext, id: string): Promise<Receipt> {
  const { run, runtime } = step;
  const goal = await goalOf(step);
  const graph = await loadGraph(run);
  const node = nodeOf(graph, id);
  if (node.status === 'done' || node.status === 'failed') return receipt(step.at, 'tick');
  const rows = (await listFindRows(run)).filter((row) => row.node === id);
  const findings = await validFindings(run, id);
  const papers = unique(findings.flatMap((finding) => finding.papers)).filter((paper) => !paper.abstract_missing);
  const posts = unique(findings.flatMap((finding) => finding.posts));
  if (papers.length + posts.length === 0) {
    const outcomes = rows.map(
      ({ source, status, outcome }) =>
        `${source}: ${status === 'dropped' ? 'off topic or unusable' : outcome === 'none' ? 'nothing found' : (outcome ?? 'did not return')}`,
    );
    const reason = `no source had anything usable (${[...new Set(outcomes)].join(', ')})`;
    await saveOwn(run, graph, failNode(graph, id, reason), id);
    return receipt(step.at, 'tick');
  }
  const answer = await runtime.roles.run(
    answerRole,
    { goal, node, papers, posts, predecessors: predecessorsOf(graph, node) },
    step,
  );
  const partial = rows.some((row) => row.status === 'dispatched' || row.outcome === 'partial');
  const done = completeNode(graph, id, { summary: answer.summary, evidence: answer.evidence, partial });
  await saveOwn(run, graph, done, id);
  return receipt(step.at, 'tick');
}

/** The nodes of a tick are answered side by side: each writes its own row, and the next tick sees to those that wait. */
async function saveOwn(run: RunHandle, before: PlanGraph, after: PlanGraph, id: string): Promise<void> {
  const own = nodeOf(after, id);
  await saveGraph(run, { ...before, nodes: before.nodes.map((node) => (node.id === id ? own : node)) }, before);
}

/** First occurrence of each id; a paper found twice keeps its better score. */
function unique<T extends FindingPaper | Post>(items: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const item of items) {
    const other = found.get(item.id);
    if (!other || (other.relevance_self_score ?? 0) < (item.relevance_self_score ?? 0)) found.set(item.id, item);
  }
  return [...found.values()].sort(
    (a, b) => (b.relevance_self_score ?? 0) - (a.relevance_self_score ?? 0) || (a.id < b.id ? -1 : 1),
  );
}
