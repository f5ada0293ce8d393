import * as z from 'zod';

const count = z.number().int().nonnegative().default(0);

/**
 * Where the run is, as it travels through the state machine. Small: 256 KiB a state is a hard limit. Stored with every
 * step that is done, so that a resume after a change of the code reads positions of the code before it.
 */
export const Position = z.object({
  round: z.number().int().positive().default(1),
  tick: count,
  /** Collations done in this round; 1 after a rebalance. */
  pass: count,
  /** Reader waves done in this round. */
  wave: count,
  /** Tries of the writer. */
  draft: count,
});
export type Position = z.infer<typeof Position>;

export const START: Position = { round: 1, tick: 0, pass: 0, wave: 0, draft: 0 };

/** One item of a Map state: an id, never content. */
export const Item = z.object({ id: z.string() });
export type Item = z.infer<typeof Item>;

/** What a step returns: ids, counters and flags. */
export const Receipt = z.object({
  status: z.enum(['done', 'skipped']).catch('done'),
  at: Position,
  /** What the Choice after the step looks at. */
  next: z.string(),
  items: z.array(Item).default([]),
  nodes: z.array(Item).default([]),
  /** Id of a question to wait for. */
  ask: z.string().nullable().default(null),
  /** When a wait is over, an ISO time of the real clock. */
  until: z.string().nullable().default(null),
});
export type Receipt = z.infer<typeof Receipt>;

export function receipt(at: Position, next: string, more: Partial<Receipt> = {}): Receipt {
  return { status: 'done', at, next, items: [], nodes: [], ask: null, until: null, ...more };
}
