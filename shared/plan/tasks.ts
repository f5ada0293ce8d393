import type { Depth, NodeStatus } from '../contracts/enums.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import { squeeze } from '../text/normalise.ts';
import { ROOT } from './graph.ts';

/** One line of the task list: a projection of the plan and of the cursor, never stored. */
export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly status: NodeStatus;
  /** Tasks that must end first, whether they have or not. */
  readonly blocked_by: readonly string[];
}

/** The five fixed tasks, the stage each one is, and the one before it. */
const FIXED = [
  { id: 'discover', stage: 2, subject: 'Search the sources for every sub-question', after: null },
  { id: 'dedup', stage: 3, subject: 'Merge duplicates, build the citation graph, pick candidates', after: 'discover' },
  { id: 'deep-read', stage: 4, subject: 'Read the best papers', after: 'dedup' },
  { id: 'critique', stage: 5, subject: 'Criticise what was read', after: 'deep-read' },
  { id: 'synthesize', stage: 7, subject: 'Write and verify the synthesis', after: 'critique' },
] as const;

/** A stopped run goes there at once. */
const WRITING = 7;

/** Stages that `quick` leaves out. */
const NOT_QUICK: ReadonlySet<number> = new Set([4, 5, 7]);

/**
 * One task per sub-question, then discover, dedup, deep-read, critique and synthesize, each with its blockers.
 *
 * @param stage the stage the run is in (0–8); 9 when it has ended
 * @param stopped the stage in which it was stopped; null when it was not
 */
export function tasksOf(graph: PlanGraph, depth: Depth, stage: number, stopped: number | null): Task[] {
  const inner = graph.nodes.filter((node) => node.id !== ROOT);
  const own = inner.map((node): Task => {
    return {
      id: node.id,
      subject: `${node.id}: ${squeeze(node.question)}`,
      status: node.status,
      blocked_by: node.depends_on,
    };
  });
  const fixed = FIXED.map((task): Task => {
    const blocked_by = task.after === null ? inner.map((node) => node.id) : [task.after];
    return { id: task.id, subject: task.subject, status: fixedStatus(task.stage, depth, stage, stopped), blocked_by };
  });
  return [...own, ...fixed];
}

function fixedStatus(own: number, depth: Depth, stage: number, stopped: number | null): NodeStatus {
  if (depth === 'quick' && NOT_QUICK.has(own)) return 'skipped';
  if (stopped !== null && own >= stopped && own < WRITING) return 'skipped';
  if (stage > own) return 'done';
  return stage === own ? 'running' : 'pending';
}
