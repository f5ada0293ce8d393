import { cyclesOf } from './components.ts';
import { PlanRejected } from './errors.ts';
import { ancestorsOf, byId, ROOT, type Vertex } from './graph.ts';

export type PlanErrorCode =
  | 'bad_root'
  | 'duplicate_id'
  | 'empty_question'
  | 'too_few'
  | 'too_many'
  | 'unknown_dependency'
  | 'cycle'
  | 'unreachable';

/** One broken invariant and the nodes that break it, in plan order. */
export interface PlanError {
  readonly code: PlanErrorCode;
  readonly nodes: readonly string[];
}

export interface Checked {
  readonly valid: boolean;
  readonly errors: readonly PlanError[];
}

/** What is checked of a node. A missing revision is the first plan's. */
export interface CheckedNode extends Vertex {
  readonly question: string;
  readonly revision?: number;
}

export const MIN_SUB_QUESTIONS = 3;
export const MAX_SUB_QUESTIONS = 8;
/**
 * The 3–8 rule is about the first plan. A revision may add up to three sub-questions beside it, so that with three
 * replans at most a plan never grows beyond 17.
 */
export const MAX_ADDED_BY_REVISION = 3;

/**
 * Checks a plan, its root included, against the invariants: one root, unique ids, a question on every node, 3–8
 * sub-questions, known dependencies, no cycle, everything reachable from the root (so that the root waits for every sink).
 * Each cycle is an error of its own, every other code appears once with all nodes concerned.
 */
export function checkPlan(nodes: readonly CheckedNode[], rootId: string = ROOT): Checked {
  const index = byId(nodes);
  const inner = [...index.values()].filter((node) => node.id !== ROOT);
  const hasRoot = rootId === ROOT && index.has(ROOT);
  const errors: PlanError[] = [];
  const report = (code: PlanErrorCode, found: readonly { readonly id: string }[]) => {
    if (found.length > 0) errors.push({ code, nodes: [...new Set(found.map((node) => node.id))] });
  };

  if (!hasRoot) errors.push({ code: 'bad_root', nodes: [rootId] });
  report(
    'duplicate_id',
    nodes.filter((node, at) => index.get(node.id) !== nodes[at]),
  );
  report(
    'empty_question',
    nodes.filter((node) => node.question.trim() === ''),
  );
  const first = inner.filter((node) => (node.revision ?? 0) === 0);
  if (first.length < MIN_SUB_QUESTIONS) errors.push({ code: 'too_few', nodes: first.map((node) => node.id) });
  report('too_many', tooMany(inner));
  report(
    'unknown_dependency',
    nodes.filter((node) => node.depends_on.some((id) => !index.has(id))),
  );
  for (const cycle of cyclesOf(nodes)) errors.push({ code: 'cycle', nodes: cycle });
  if (hasRoot) {
    const reached = ancestorsOf(nodes, ROOT);
    report(
      'unreachable',
      inner.filter((node) => !reached.has(node.id)),
    );
  }
  return { valid: errors.length === 0, errors };
}

function tooMany(inner: readonly CheckedNode[]): CheckedNode[] {
  const byRevision = new Map<number, CheckedNode[]>();
  for (const node of inner) {
    const revision = node.revision ?? 0;
    byRevision.set(revision, [...(byRevision.get(revision) ?? []), node]);
  }
  return inner.filter((node) => {
    const revision = node.revision ?? 0;
    return byRevision.get(revision)!.length > (revision === 0 ? MAX_SUB_QUESTIONS : MAX_ADDED_BY_REVISION);
  });
}

/**
 * @throws {PlanRejected} with every broken invariant in its message
 */
export function assertPlan(nodes: readonly CheckedNode[]): void {
  const { errors } = checkPlan(nodes);
  if (errors.length > 0) throw new PlanRejected(errors);
}
