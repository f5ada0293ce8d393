import * as z from 'zod';
import type { RunHandle } from '../run/handle.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';

/** `CIRCUIT`: how the run's model calls have gone, shared by all its workers. */
export const Circuit = z.object({
  version: z.number(),
  /** What failed last, without numbers and ids. */
  kind: z.string().nullable(),
  /** Failures of that kind in a row. */
  count: z.number(),
  /** When the last of them was counted, in milliseconds of the wall clock. */
  countedAt: z.number(),
  open: z.boolean(),
  /** Until when a model asks to be left alone, by model id. */
  quiet: z.record(z.string(), z.number()),
  /** Answers that the extractive twins gave in a model's place. */
  twins: z.number(),
});
export type Circuit = z.infer<typeof Circuit>;

export const CLOSED: Circuit = { version: 0, kind: null, count: 0, countedAt: 0, open: false, quiet: {}, twins: 0 };

/** Identical failures in a row after which the run goes on without a model. */
export const OPEN_AFTER = 5;

/**
 * The circuit after a failure. Calls that were under way together count once: only a call that started after the last
 * failure was known tells something new.
 */
export function afterFailure(now: Circuit, kind: string, startedAt: number, wall: number): Circuit {
  if (now.open) return now;
  const same = now.kind === kind;
  if (same && startedAt < now.countedAt) return now;
  const count = same ? now.count + 1 : 1;
  return { ...now, kind, count, countedAt: wall, open: count >= OPEN_AFTER };
}

/** A usable answer ends the row. */
export function afterSuccess(now: Circuit): Circuit {
  return now.open || now.count === 0 ? now : { ...now, kind: null, count: 0 };
}

export async function readCircuit(run: RunHandle): Promise<Circuit> {
  const row = await run.runtime.table.get(keys.circuit(run.owner, run.slug));
  return row ? Circuit.parse(row) : CLOSED;
}

/** Changes the circuit; a change that another worker made meanwhile is taken into account. */
export async function changeCircuit(run: RunHandle, change: (now: Circuit) => Circuit): Promise<Circuit> {
  const key = keys.circuit(run.owner, run.slug);
  for (;;) {
    const before = await readCircuit(run);
    const after = change(before);
    if (after === before) return before;
    const row = { ...after, version: before.version + 1 };
    const condition = before.version === 0 ? { exists: false } : { equals: { version: before.version } };
    if (await holds(() => run.runtime.table.put(key, row as unknown as Row, condition))) return row;
    // Somebody was first: look again.
  }
}
