import * as z from 'zod';
import { GraphStatus, NodeStatus } from '../contracts/enums.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import type { Cursor, Goal } from '../contracts/run.ts';
import { failNode, skipNode, withGraphStatus } from '../plan/transitions.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Json, Row } from '../store/ports.ts';
import { findGraph, saveGraph } from './graph-rows.ts';
import type { RunHandle } from './handle.ts';

/**
 * Where a run stood when a cancel, its deadline or its budget stopped it: kept beside the cursor, so that a resume takes
 * the run up there as if the process had been killed at that moment, and the write-up of the stop counts for nothing.
 */
export const Halt = z.object({
  stage: z.number(),
  round: z.number(),
  tick: z.number(),
  /** Nodes that had not ended: running or pending. */
  nodes: z.array(z.object({ id: z.string(), status: NodeStatus })),
  /** Whether there was a goal, and how far the plan was; null: there was none. */
  goal: z.boolean().default(true),
  plan: GraphStatus.nullable().default('executing'),
});
export type Halt = z.infer<typeof Halt>;

/** Steps that write a run up: a resumed run makes them again. */
const WRITE_UP = /^(write\.\d+|verify\.\d+|digest|present)$/;

/** Where the run was stopped; null when it was not, or has been taken up again. */
export async function readHalt(run: RunHandle): Promise<Halt | null> {
  return haltOf(await run.runtime.table.get(keys.cursor(run.owner, run.slug)));
}

/** The same from the row of the cursor. */
export const haltOf = (cursor: Row | undefined): Halt | null => (cursor?.halt == null ? null : Halt.parse(cursor.halt));

/** What a run that is stopped before it had them is written up with. */
export interface StandIn {
  readonly goal: Goal;
  readonly plan: PlanGraph;
}

/**
 * Notes where the run stands, puts in what a write-up needs and was not made yet, then gives up what has not ended: running
 * nodes fail, pending ones are skipped, with the reason. Harmless to repeat: the first note stands.
 */
export async function halt(run: RunHandle, cursor: Cursor, why: string, standIn: StandIn): Promise<void> {
  const [stored, { goal }] = [await findGraph(run), await run.meta()];
  const before = stored ?? standIn.plan;
  const open = before.nodes.filter(({ id, status }) => id !== 'root' && (status === 'running' || status === 'pending'));
  if ((await readHalt(run)) === null) {
    const { stage, round, tick } = cursor;
    const nodes = open.map(({ id, status }) => ({ id, status }));
    const note: Halt = { stage, round, tick, nodes, goal: goal !== null, plan: stored?.status ?? null };
    await run.fenced(keys.cursor(run.owner, run.slug), { set: { halt: note as unknown as Json } });
  }
  if (goal === null) await run.changeMeta({ set: { goal: standIn.goal as unknown as Json } });
  let graph = before;
  for (const { id, status } of open) {
    if (status === 'running') graph = failNode(graph, id, why);
    if (graph.nodes.find((node) => node.id === id)?.status === 'pending') graph = skipNode(graph, id, why);
  }
  if (graph.status === 'planning') graph = withGraphStatus(graph, 'executing');
  await saveGraph(run, graph, stored);
}

/**
 * Undoes what the stop did to the goal and the plan, forgets the steps of its write-up, and sets the cursor back to where the
 * run stood. The note goes last: a crash before that repeats all of it.
 */
export async function takeUp(run: RunHandle): Promise<void> {
  const note = await readHalt(run);
  if (note === null) return;
  const before = await findGraph(run);
  if (!note.goal) await run.changeMeta({ set: { goal: null } });
  if (note.plan === null) await run.runtime.table.delete(keys.graph(run.owner, run.slug));
  else if (before) {
    const then = new Map(note.nodes.map(({ id, status }) => [id, status]));
    const nodes = before.nodes.map((node) => {
      if (node.id === 'root') return { ...node, status: 'pending' as const, ...UNANSWERED };
      const status = then.get(node.id);
      return status === undefined ? node : { ...node, status, reason: null };
    });
    await saveGraph(run, { ...before, status: note.plan, nodes }, before);
  }
  const pk = runPk(run.owner, run.slug);
  for (const [prefix, of] of [
    ['STEP#', keys.step],
    ['LADDER#', keys.ladder],
  ] as const) {
    for (const { sk } of await run.runtime.table.query({ pk, prefix })) {
      const id = sk.slice(prefix.length);
      if (WRITE_UP.test(id)) await run.runtime.table.delete(of(run.owner, run.slug, id));
    }
  }
  const { stage, round, tick } = note;
  await run.fenced(keys.cursor(run.owner, run.slug), { set: { stage, round, tick } as Row, remove: ['halt'] });
}

const UNANSWERED = { assigned_subtask_id: null, answer_summary: null, answer_evidence: null, partial: false };
