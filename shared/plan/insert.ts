import type { Source } from '../contracts/enums.ts';
import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import { type NewNode, newNode } from './build.ts';
import { IllegalTransition, StabilityBroken } from './errors.ts';
import { byId, descendantsOf, ROOT, sinksOf, type Vertex } from './graph.ts';
import { assertPlan } from './invariants.ts';

/** A sub-question that a replan adds. */
export interface Addition extends NewNode {
  /** Pending nodes that turn out to need its answer; the stability rule decides whether they may. */
  readonly required_by?: readonly string[];
}

/** The next `count` free ids, `SQ<n>` behind the highest in use. */
export function nextNodeIds(nodes: readonly { readonly id: string }[], count: number): string[] {
  const used = nodes.map((node) => Number(/^SQ(\d+)$/.exec(node.id)?.[1] ?? 0));
  const highest = Math.max(0, ...used);
  return Array.from({ length: count }, (_, at) => `SQ${highest + at + 1}`);
}

/** Of the dependencies somebody proposes, those that can still be waited for: known, and neither failed nor skipped. */
export function usableDependencies(nodes: readonly PlanNode[], proposed: readonly string[]): string[] {
  const index = byId(nodes);
  return [...new Set(proposed)].filter((id) => {
    const status = index.get(id)?.status;
    return id !== ROOT && status !== undefined && status !== 'failed' && status !== 'skipped';
  });
}

/**
 * Inserts the sub-questions of a revision behind the existing ones and recomputes what the root depends on.
 *
 * The stability rule: nothing that a done node's descendants depend on changes, and neither does what a node depends on
 * that has started or ended; the root is exempt. An addition that needs a failed or skipped node is skipped at once, as
 * every dependent of such a node is.
 *
 * @param revision 1 for the first replan; it bounds the additions (at most three each) and is stored with the nodes
 * @throws {StabilityBroken} {@link IllegalTransition} {@link PlanRejected}; the graph given is never changed
 */
export function insertNodes(
  graph: PlanGraph,
  additions: readonly Addition[],
  revision: number,
  sourcesOf: (node: NewNode) => readonly Source[] = () => [],
): PlanGraph {
  if (graph.status === 'complete' || graph.status === 'failed') {
    throw new IllegalTransition(`A plan that is ${graph.status} takes no further sub-questions.`);
  }
  const added = additions.map((addition) => newNode(addition, revision, sourcesOf(addition)));
  const rewired = graph.nodes.map((node) => rewire(node, additions));
  const inner = [...rewired.filter((node) => node.id !== ROOT), ...added];
  const root = rewired.find((node) => node.id === ROOT);
  const nodes = root ? [{ ...root, depends_on: sinksOf(inner) }, ...inner] : inner;
  assertPlan(nodes);
  assertStable(graph.nodes, nodes);
  return { ...graph, nodes: skipHopeless(nodes) };
}

function rewire(node: PlanNode, additions: readonly Addition[]): PlanNode {
  const extra = additions.filter((addition) => addition.required_by?.includes(node.id)).map((addition) => addition.id);
  return extra.length === 0 ? node : { ...node, depends_on: [...node.depends_on, ...extra] };
}

/**
 * Compares a plan before and after a change against the stability rule.
 *
 * @throws {StabilityBroken} naming the node whose dependencies would change
 */
export function assertStable(before: readonly PlanNode[], after: readonly Vertex[]): void {
  const now = byId(after);
  for (const node of before) {
    if (node.id === ROOT) continue;
    const then = [...node.depends_on].sort().join(' ');
    const changed = now.get(node.id);
    if (changed && [...changed.depends_on].sort().join(' ') === then) continue;
    if (node.status !== 'pending') {
      throw new StabilityBroken(`${node.id} is ${node.status}: what it depends on cannot change any more.`);
    }
    const done = before.find((other) => other.status === 'done' && descendantsOf(before, other.id).has(node.id));
    if (done) {
      throw new StabilityBroken(
        `${node.id} waits for ${done.id}, which is done: what ${node.id} depends on cannot change. Add the question beside it.`,
      );
    }
  }
}

/**
 * Skips every pending node that needs, directly or through others, a node that failed or was skipped. Of several causes the
 * first in plan order is named, so that the result does not depend on which failed first. Never the root.
 */
export function skipHopeless(nodes: readonly PlanNode[]): PlanNode[] {
  const lost = nodes.filter((node) => node.status === 'failed' || node.status === 'skipped');
  return nodes.map((node) => {
    if (node.status !== 'pending' || node.id === ROOT) return node;
    const cause = lost.find((other) => descendantsOf(nodes, other.id).has(node.id));
    return cause ? { ...node, status: 'skipped', reason: `${cause.id} ${lostAs(cause)}` } : node;
  });
}

function lostAs(node: PlanNode): string {
  const verb = node.status === 'failed' ? 'failed' : 'was skipped';
  return node.reason ? `${verb}: ${node.reason}` : verb;
}
