import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import type { BudgetItem } from './budget-item.ts';
import type { RunHandle } from './handle.ts';
import { readBudget } from './stops.ts';

/** What a call has used: tokens of all kinds, and US$. */
export interface Used {
  readonly tokens: number;
  readonly cost: number;
}

/** An answer to a request for tokens. */
export type Reservation =
  | { readonly kind: 'held' }
  /** The id is open already: an invocation died in this very call. */
  | { readonly kind: 'open' }
  /** There is room only once calls in flight have settled. */
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'refused';
      /** Tokens this call could have had. */
      readonly room: number;
    };

/** Ids of reservations name their attempt first, so that a later attempt knows what was left behind. */
export const callId = (attempt: number, step: string, hash: string): string => `${attempt}.${step}.${hash}`;

/** A batch outlives the attempt that submitted it. */
export const batchCallId = (step: string, hash: string): string => `batch.${step}.${hash}`;

/** Attempt and request hash in the id of a reservation; null for a batch's. */
export function partsOfCallId(id: string): { readonly attempt: number; readonly hash: string } | null {
  const hit = /^(\d+)\..*\.([0-9a-f]+)$/s.exec(id);
  return hit ? { attempt: Number(hit[1]), hash: hit[2]! } : null;
}

/**
 * Takes a call's worst case out of what is available, in one conditional write: whatever runs in parallel, the limit
 * cannot be passed. The writer's reserve is touched by the writer only.
 *
 * @param worst tokens, input and output
 * @param writer whether this is stage 7
 */
export async function reserve(run: RunHandle, id: string, worst: number, writer: boolean): Promise<Reservation> {
  const { table } = run.runtime;
  const key = keys.budget(run.owner, run.slug);
  let budget = await readBudget(run);
  const floor = writer ? 0 : budget.reserve;
  const change = { add: { available: -worst }, setIn: { open: { key: id, value: worst } } };
  const room = { exists: true, atLeast: { available: worst + floor }, absentIn: { open: id } };
  if (await holds(() => table.update(key, change, room))) return { kind: 'held' };
  budget = await readBudget(run);
  if (id in budget.open) return { kind: 'open' };
  const held = Object.values(budget.open).reduce((sum, one) => sum + one, 0);
  if (held > 0 && budget.available + held - floor >= worst) return { kind: 'busy' };
  return { kind: 'refused', room: Math.max(0, budget.available - floor) };
}

/**
 * Gives a reservation back and charges what the call used. Idempotent: a reservation that is not open any more changes
 * nothing.
 *
 * @param used null when nothing is charged
 * @returns whether this settled it
 */
export async function settle(run: RunHandle, id: string, used: Used | null): Promise<boolean> {
  const { table } = run.runtime;
  const key = keys.budget(run.owner, run.slug);
  const held = (await readBudget(run)).open[id];
  if (held === undefined) return false;
  const { tokens, cost } = used ?? { tokens: 0, cost: 0 };
  const add = { available: held - tokens, used: tokens, calls: used ? 1 : 0, cost };
  // It may be settled by somebody else meanwhile.
  return holds(() => table.update(key, { add, removeIn: { open: id } }, { presentIn: { open: id } }));
}

/** Reservations that attempts before this one left open, batches apart. */
export function orphansOf(budget: BudgetItem, attempt: number): string[] {
  return Object.keys(budget.open)
    .filter((id) => (partsOfCallId(id)?.attempt ?? attempt) < attempt)
    .sort();
}

/** Marks that a call had to be refused: the next step that looks stops the run, and the writer starts. */
export async function markRefused(run: RunHandle): Promise<void> {
  await run.runtime.table.update(keys.budget(run.owner, run.slug), { set: { refused: true } }, { exists: true });
}
