import * as z from 'zod';

/** `BUDGET`: tokens of all kinds. The writer's reserve can only be touched by stage 7. */
export const BudgetItem = z.object({
  total: z.number(),
  /** 15 % of the whole, kept for the synthesis. */
  reserve: z.number(),
  available: z.number(),
  /** Worst case of each call in flight, by call id. */
  open: z.record(z.string(), z.number()),
  used: z.number(),
  calls: z.number(),
  /** US$ by the price table, failed calls included. */
  cost: z.number(),
  /** A call had to be refused: what has not started does not start any more. */
  refused: z.boolean().optional(),
});
export type BudgetItem = z.infer<typeof BudgetItem>;

export const RESERVE_SHARE = 0.15;
/** Above this share pending work is cancelled and the writer starts. */
export const STOP_SHARE = 0.85;

/** @param total tokens */
export function openBudget(total: number): BudgetItem {
  return { total, reserve: Math.ceil(total * RESERVE_SHARE), available: total, open: {}, used: 0, calls: 0, cost: 0 };
}
