import { AttemptFenced, BudgetExhausted, DeadlineReached, RunCancelled } from '../contracts/errors.ts';
import type { RunMeta } from '../contracts/run.ts';
import { keys } from '../store/keys.ts';
import { BudgetItem, STOP_SHARE } from './budget-item.ts';
import type { RunHandle } from './handle.ts';

export async function readBudget(run: RunHandle): Promise<BudgetItem> {
  return BudgetItem.parse(await run.runtime.table.get(keys.budget(run.owner, run.slug)));
}

/** @throws {AttemptFenced} when a later attempt owns the run */
export function checkFence(run: RunHandle, meta: RunMeta): void {
  if (meta.attempt > run.attempt) {
    throw new AttemptFenced(`Attempt ${run.attempt} of ${run.slug} was taken over by attempt ${meta.attempt}.`);
  }
}

/**
 * Whether work that has not started may start: cancelled, past its deadline, or over the budget's stop share.
 * @throws {RunCancelled} {@link DeadlineReached} {@link BudgetExhausted}
 */
export async function checkStops(run: RunHandle, meta: RunMeta): Promise<void> {
  if (meta.cancelled) throw new RunCancelled(`The run ${run.slug} was cancelled; what it has goes to the writer.`);
  if (meta.deadlineAt !== null && run.runtime.clock.wall() >= Date.parse(meta.deadlineAt)) {
    throw new DeadlineReached(
      `The deadline of ${run.slug} (${meta.deadlineAt}) has passed; what it has goes to the writer.`,
    );
  }
  const budget = await readBudget(run);
  if (budget.refused === true) {
    throw new BudgetExhausted(
      `${budget.used} of ${budget.total} tokens of ${run.slug} are used, and the worst case of the next call does not fit; what it has goes to the writer.`,
    );
  }
  if (budget.used > STOP_SHARE * budget.total) {
    throw new BudgetExhausted(
      `${budget.used} of ${budget.total} tokens of ${run.slug} are used (over 85 %); what it has goes to the writer.`,
    );
  }
}

const STOPPED: Readonly<Record<string, string>> = {
  budget: 'the run was stopped by its token budget',
  deadline: 'the run was stopped by its deadline',
  cancelled: 'the run was cancelled',
};

/** Why a run ended early, as a reader is told. @param reason as the run's row has it */
export const stopWords = (reason: string): string => STOPPED[reason] ?? reason;
