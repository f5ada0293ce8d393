import { ArtefactInvalid } from '../contracts/errors.ts';
import { PlanGraph, PlanNode, Revision } from '../contracts/plan.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import type { RunHandle } from './handle.ts';

/** The plan as its rows say, nodes in plan order; undefined before stage 1. */
export async function findGraph(run: RunHandle): Promise<PlanGraph | undefined> {
  const { table } = run.runtime;
  const head = await table.get(keys.graph(run.owner, run.slug));
  if (!head) return undefined;
  const rows = await table.query({ pk: runPk(run.owner, run.slug), prefix: 'NODE#' });
  const listed = head.order as readonly string[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nodes = listed.map((id) => {
    const row = byId.get(id);
    if (!row) throw new ArtefactInvalid(`The plan of ${run.slug} lists ${id} and has no row for it; resume writes it.`);
    return PlanNode.parse(row);
  });
  return PlanGraph.parse({ root_id: 'root', status: head.status, nodes });
}

/** @throws {ArtefactInvalid} when there is no plan yet */
export async function loadGraph(run: RunHandle): Promise<PlanGraph> {
  const graph = await findGraph(run);
  if (!graph) throw new ArtefactInvalid(`The run ${run.slug} has no plan yet.`);
  return graph;
}

/**
 * Writes the nodes that changed, then the head that lists them: a reader never sees a node without its row.
 * @throws {AttemptFenced} when a later attempt owns the run
 */
export async function saveGraph(run: RunHandle, graph: PlanGraph, before?: PlanGraph): Promise<void> {
  const old = new Map(before?.nodes.map((node) => [node.id, JSON.stringify(node)]));
  for (const node of graph.nodes) {
    if (old.get(node.id) === JSON.stringify(node)) continue;
    await run.fenced(keys.node(run.owner, run.slug, node.id), { set: node as unknown as Row });
  }
  const order = graph.nodes.map((node) => node.id);
  if (before && before.status === graph.status && order.join() === before.nodes.map((n) => n.id).join()) return;
  await run.fenced(keys.graph(run.owner, run.slug), { set: { status: graph.status, order } });
}

export async function listRevisions(run: RunHandle): Promise<Revision[]> {
  const rows = await run.runtime.table.query({ pk: runPk(run.owner, run.slug), prefix: 'REV#' });
  return rows.map((row) => Revision.parse(row));
}

export async function saveRevision(run: RunHandle, revision: Revision): Promise<void> {
  await run.fenced(keys.revision(run.owner, run.slug, revision.number), { set: revision as unknown as Row });
}

/** @throws {ArtefactInvalid} when the plan has no such node */
export function nodeOf(graph: PlanGraph, id: string): PlanNode {
  const node = graph.nodes.find((one) => one.id === id);
  if (!node)
    throw new ArtefactInvalid(`The plan has no node ${id}; it has ${graph.nodes.map((n) => n.id).join(', ')}.`);
  return node;
}
