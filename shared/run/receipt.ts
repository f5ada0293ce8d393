import * as z from 'zod';

/** Where the run is, as it travels through the state machine. Small: 256 KiB a state is a hard limit. */
export const Position = z.object({
  round: z.number().int().positive(),
  tick: z.number().int().nonnegative(),
  /** Collations done in this round; 1 after a rebalance. */
  pass: z.number().int().nonnegative(),
  /** Reader waves done in this round. */
  wave: z.number().int().nonnegative(),
  /** Tries of the writer. */
  draft: z.number().int().nonnegative(),
});
export type Position = z.infer<typeof Position>;

export const START: Position = { round: 1, tick: 0, pass: 0, wave: 0, draft: 0 };

/** One item of a Map state: an id, never content. */
export const Item = z.object({ id: z.string() });
export type Item = z.infer<typeof Item>;

/** What a step returns: ids, counters and flags. */
export const Receipt = z.object({
  status: z.enum(['done', 'skipped']),
  at: Position,
  /** What the Choice after the step looks at. */
  next: z.string(),
  items: z.array(Item),
  nodes: z.array(Item),
  /** Id of a question to wait for. */
  ask: z.string().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

export function receipt(at: Position, next: string, more: Partial<Receipt> = {}): Receipt {
  return { status: 'done', at, next, items: [], nodes: [], ask: null, ...more };
}
