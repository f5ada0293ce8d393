import { AttemptFenced, StepInProgress } from '../contracts/errors.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import type { Json } from '../store/ports.ts';
import type { RunHandle } from './handle.ts';
import { Receipt } from './receipt.ts';

/** The right to execute a step, or the receipt of the execution that ended. */
export type Claim =
  | { readonly kind: 'mine'; readonly token: string }
  | { readonly kind: 'done'; readonly receipt: Receipt };

/**
 * Claims a step for this attempt. A later attempt takes over at once; within an attempt the lease guards against
 * duplicate deliveries until the first one must have ended.
 *
 * @param leaseMs time after which this invocation cannot be alive any more
 * @throws {StepInProgress} another delivery of this attempt has it
 * @throws {AttemptFenced} a later attempt has it
 */
export async function claimStep(run: RunHandle, id: string, leaseMs: number, token: string): Promise<Claim> {
  const { table, clock } = run.runtime;
  const key = keys.step(run.owner, run.slug, id);
  const claim = { status: 'running', attempt: run.attempt, token, lease: clock.wall() + leaseMs };
  try {
    await table.put(key, claim, { exists: false });
    return { kind: 'mine', token };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const row = await table.get(key);
  if (row?.status === 'done') return { kind: 'done', receipt: Receipt.parse(row.receipt) };
  const attempt = Number(row?.attempt ?? 0);
  if (attempt > run.attempt) throw new AttemptFenced(`Step ${id} of ${run.slug} belongs to attempt ${attempt} now.`);
  if (attempt === run.attempt && Number(row?.lease) > clock.wall()) {
    throw new StepInProgress(`Step ${id} of ${run.slug} is being executed; this delivery waits for it.`);
  }
  try {
    await table.update(key, { set: claim }, { equals: { token: row?.token ?? null } });
    return { kind: 'mine', token };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new StepInProgress(`Step ${id} of ${run.slug} was claimed by another delivery; this one waits for it.`);
  }
}

/**
 * Marks a step done; its artefacts are stored already.
 * @throws {AttemptFenced} when the claim was lost meanwhile
 */
export async function finishStep(run: RunHandle, id: string, token: string, receipt: Receipt): Promise<void> {
  try {
    await run.runtime.table.update(
      keys.step(run.owner, run.slug, id),
      { set: { status: 'done', receipt: receipt as unknown as Json } },
      { equals: { token } },
    );
  } catch (cause) {
    if (!(cause instanceof ConditionFailed)) throw cause;
    throw new AttemptFenced(`Step ${id} of ${run.slug} was taken over while it ran; its result is not used.`, {
      cause,
    });
  }
}

/** Gives a failed step back, so that a retry need not wait for the lease. */
export async function releaseStep(run: RunHandle, id: string, token: string): Promise<void> {
  try {
    await run.runtime.table.update(keys.step(run.owner, run.slug, id), { set: { lease: 0 } }, { equals: { token } });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // taken over: it is no longer ours to give back
  }
}

/** Forgets that a step was done: its artefact turned out to be damaged. */
export async function reopenStep(run: RunHandle, id: string): Promise<void> {
  await run.runtime.table.delete(keys.step(run.owner, run.slug, id), { equals: { status: 'done' } });
}
