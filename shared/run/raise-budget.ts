import { UsageError } from '../contracts/errors.ts';
import { keys } from '../store/keys.ts';
import { RESERVE_SHARE, STOP_SHARE } from './budget-item.ts';
import type { RunHandle } from './handle.ts';
import { readBudget } from './stops.ts';

/** Whether the budget would stop the run again before anything could start. */
export async function isSpent(run: RunHandle): Promise<boolean> {
  const { refused, used, total } = await readBudget(run);
  return refused === true || used > STOP_SHARE * total;
}

/**
 * Sets a higher limit for all that a run may use, what it has used included.
 *
 * @param total tokens
 * @throws {UsageError} when that is not more than before
 */
export async function raiseBudget(run: RunHandle, total: number): Promise<void> {
  const now = await readBudget(run);
  if (total <= now.total) {
    throw new UsageError(
      `The run ${run.slug} has a limit of ${now.total} tokens already and has used ${now.used}; give it more than that.`,
    );
  }
  await run.runtime.table.update(
    keys.budget(run.owner, run.slug),
    {
      set: { total, reserve: Math.ceil(total * RESERVE_SHARE) },
      add: { available: total - now.total },
      remove: ['refused'],
    },
    { equals: { total: now.total } },
  );
}
