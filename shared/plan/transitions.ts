import type { GraphStatus, NodeStatus } from '../contracts/enums.ts';
import type { Evidence, PlanGraph, PlanNode } from '../contracts/plan.ts';
import { IllegalTransition } from './errors.ts';
import { descendantsOf, ROOT } from './graph.ts';

/** `running` → `pending` is a resume: what was dispatched and did not return runs again. */
const NODE_MOVES: Readonly<Record<NodeStatus, readonly NodeStatus[]>> = {
  pending: ['running', 'skipped'],
  running: ['done', 'failed', 'pending'],
  done: [],
  failed: [],
  skipped: [],
};

/** A replan takes a finalizing plan back to executing. */
const GRAPH_MOVES: Readonly<Record<GraphStatus, readonly GraphStatus[]>> = {
  planning: ['executing', 'failed'],
  executing: ['finalizing', 'failed'],
  finalizing: ['executing', 'complete', 'failed'],
  complete: [],
  failed: [],
};

export function mayFollow(from: NodeStatus, to: NodeStatus): boolean {
  return NODE_MOVES[from].includes(to);
}

/**
 * @throws {IllegalTransition} when `status` cannot follow the graph's
 */
export function withGraphStatus(graph: PlanGraph, status: GraphStatus): PlanGraph {
  if (!GRAPH_MOVES[graph.status].includes(status)) {
    throw new IllegalTransition(`A plan that is ${graph.status} cannot become ${status}.`);
  }
  return { ...graph, status };
}

/** pending → running, with the subtask that carries it out. */
export function startNode(graph: PlanGraph, id: string, subtask: string): PlanGraph {
  const node = nodeOf(graph, id);
  const byNode = new Map(graph.nodes.map((other) => [other.id, other]));
  // The root is answered whatever failed below it, as long as nothing is still on its way.
  const open = node.depends_on.filter((needed) => {
    const status = byNode.get(needed)?.status;
    return id === ROOT ? status === 'pending' || status === 'running' : status !== 'done';
  });
  if (open.length > 0) throw new IllegalTransition(`${id} cannot start: it waits for ${open.join(', ')}.`);
  return move(graph, id, 'running', { assigned_subtask_id: subtask });
}

/** running → pending, so that a resumed run takes it again. */
export function requeueNode(graph: PlanGraph, id: string): PlanGraph {
  return move(graph, id, 'pending', { assigned_subtask_id: null });
}

/** running → done, with the answer. `partial`: some of its researchers did not return. */
export function completeNode(
  graph: PlanGraph,
  id: string,
  answer: { readonly summary: string; readonly evidence: readonly Evidence[]; readonly partial: boolean },
): PlanGraph {
  return move(graph, id, 'done', {
    answer_summary: answer.summary,
    answer_evidence: [...answer.evidence],
    partial: answer.partial,
  });
}

/** running → failed; the pending nodes that need its answer, directly or through others, are skipped. Never the root. */
export function failNode(graph: PlanGraph, id: string, reason: string): PlanGraph {
  return skipDependents(move(graph, id, 'failed', { reason }), id, `${id} failed: ${reason}`);
}

/** pending → skipped (a budget or deadline stop, say), and everything that needs it. Never the root. */
export function skipNode(graph: PlanGraph, id: string, reason: string): PlanGraph {
  if (id === ROOT)
    throw new IllegalTransition('The root is never skipped: the synthesis answers it with what there is.');
  return skipDependents(move(graph, id, 'skipped', { reason }), id, `${id} was skipped: ${reason}`);
}

function skipDependents(graph: PlanGraph, id: string, reason: string): PlanGraph {
  const below = descendantsOf(graph.nodes, id);
  const isHit = (node: PlanNode) => node.id !== ROOT && node.status === 'pending' && below.has(node.id);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (isHit(node) ? { ...node, status: 'skipped', reason } : node)),
  };
}

function move(graph: PlanGraph, id: string, status: NodeStatus, change: Partial<PlanNode>): PlanGraph {
  const node = nodeOf(graph, id);
  if (!mayFollow(node.status, status)) {
    throw new IllegalTransition(`${id} is ${node.status} and cannot become ${status}.`);
  }
  return {
    ...graph,
    nodes: graph.nodes.map((other) => (other === node ? { ...node, ...change, status } : other)),
  };
}

function nodeOf(graph: PlanGraph, id: string): PlanNode {
  const node = graph.nodes.find((other) => other.id === id);
  if (!node) throw new IllegalTransition(`The plan has no node ${id}.`);
  return node;
}
