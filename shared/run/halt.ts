import * as z from 'zod';
import { NodeStatus } from '../contracts/enums.ts';
import type { Cursor } from '../contracts/run.ts';
import { failNode, skipNode } from '../plan/transitions.ts';
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
});
export type Halt = z.infer<typeof Halt>;

/** Steps that write a run up: a resumed run makes them again. */
const WRITE_UP = /^(write\.\d+|verify\.\d+|digest|present)$/;

/** Where the run was stopped; null when it was not, or has been taken up again. */
export async function readHalt(run: RunHandle): Promise<Halt | null> {
  const row = await run.runtime.table.get(keys.cursor(run.owner, run.slug));
  return row?.halt == null ? null : Halt.parse(row.halt);
}

/**
 * Notes where the run stands, then gives up what has not ended: running nodes fail, pending ones are skipped, with the
 * reason. Harmless to repeat: the first note stands.
 */
export async function halt(run: RunHandle, cursor: Cursor, why: string): Promise<void> {
  const before = await findGraph(run);
  if (!before) return;
  const open = before.nodes.filter(({ id, status }) => id !== 'root' && (status === 'running' || status === 'pending'));
  if ((await readHalt(run)) === null) {
    const { stage, round, tick } = cursor;
    const note: Halt = { stage, round, tick, nodes: open.map(({ id, status }) => ({ id, status })) };
    await run.fenced(keys.cursor(run.owner, run.slug), { set: { halt: note as unknown as Json } });
  }
  let graph = before;
  for (const { id, status } of open) {
    if (status === 'running') graph = failNode(graph, id, why);
    if (graph.nodes.find((node) => node.id === id)?.status === 'pending') graph = skipNode(graph, id, why);
  }
  await saveGraph(run, graph, before);
}

/**
 * Undoes what the stop did to the plan, forgets the steps of its write-up, and sets the cursor back to where the run
 * stood. The note goes last: a crash before that repeats all of it.
 */
export async function takeUp(run: RunHandle): Promise<void> {
  const note = await readHalt(run);
  if (note === null) return;
  const before = await findGraph(run);
  if (before) {
    const then = new Map(note.nodes.map(({ id, status }) => [id, status]));
    const nodes = before.nodes.map((node) => {
      if (node.id === 'root') return { ...node, status: 'pending' as const, ...UNANSWERED };
      const status = then.get(node.id);
      return status === undefined ? node : { ...node, status, reason: null };
    });
    await saveGraph(run, { ...before, status: 'executing', nodes }, before);
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
