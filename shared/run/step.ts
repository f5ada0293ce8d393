import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AttemptFenced, PlumblineError, StepInProgress } from '../contracts/errors.ts';
import { ConditionFailed } from '../store/errors.ts';
import { holds } from '../store/holds.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Json, Table } from '../store/ports.ts';
import type { RunHandle, RunRef } from './handle.ts';
import { Receipt } from './receipt.ts';

/** The right to execute a step, or the receipt of the execution that ended. */
export type Claim =
  | {
      readonly kind: 'mine';
      readonly token: string;
      /** When the call that goes on here was dispatched, in ms; undefined for a call that begins. */
      readonly since?: number;
    }
  | { readonly kind: 'done'; readonly receipt: Receipt };

/**
 * What a claim is known by: no two are the same, and each holds the request of its invocation.
 * @param invocation request id, without a dot
 */
export const claimToken = (attempt: number, invocation: string): string => `${attempt}.${invocation}.${randomUUID()}`;

/** No invocation lives longer: 15 minutes, and a grace. */
const MAX_LEASE_MS = 16 * 60_000;

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
  const claim = { status: 'running', attempt: run.attempt, token, lease: clock.wall() + leaseMs, since: null };
  try {
    await table.put(key, claim, { exists: false });
    return { kind: 'mine', token };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) {
      // Its answer may be what was lost: a claim of a dead invocation would keep the next one waiting.
      await releaseStep(run, id, token);
      throw error;
    }
  }
  const row = await table.get(key);
  if (row?.token === token) return { kind: 'mine', token };
  if (row?.status === 'done') {
    const stored = Receipt.safeParse(row.receipt);
    if (stored.success) return { kind: 'done', receipt: stored.data };
    // Written by a version of the code whose receipts say nothing to this one: the step is made again.
  }
  const attempt = Number(row?.attempt ?? 0);
  if (attempt > run.attempt) throw new AttemptFenced(`Step ${id} of ${run.slug} belongs to attempt ${attempt} now.`);
  // A lease that reaches further than any can was taken before the clock was set back: it guards nothing any more.
  const left = Number(row?.lease) - clock.wall();
  if (attempt === run.attempt && row?.status !== 'done' && left > 0 && left <= Math.max(leaseMs, MAX_LEASE_MS)) {
    throw new StepInProgress(`Step ${id} of ${run.slug} is being executed; this delivery waits for it.`);
  }
  const since = attempt === run.attempt && typeof row?.since === 'number' ? row.since : null;
  const untouched = { equals: { token: row?.token ?? null } };
  if (!(await holds(() => table.update(key, { set: { ...claim, since } }, untouched)))) {
    throw new StepInProgress(`Step ${id} of ${run.slug} was claimed by another delivery; this one waits for it.`);
  }
  return since === null ? { kind: 'mine', token } : { kind: 'mine', token, since };
}

/**
 * Marks a step done; its artefacts are stored already.
 *
 * @param stage with what it wrote, it lets a later attempt find artefacts that were damaged meanwhile
 * @throws {AttemptFenced} when the claim was lost meanwhile
 */
export async function finishStep(
  run: RunHandle,
  id: string,
  token: string,
  receipt: Receipt,
  stage: number = 0,
): Promise<void> {
  const wrote = Object.fromEntries(run.wrote);
  try {
    await run.runtime.table.update(
      keys.step(run.owner, run.slug, id),
      { set: { status: 'done', receipt: receipt as unknown as Json, stage, wrote } },
      { equals: { token } },
    );
  } catch (cause) {
    if (!(cause instanceof ConditionFailed)) throw cause;
    throw new AttemptFenced(`Step ${id} of ${run.slug} was taken over while it ran; its result is not used.`, {
      cause,
    });
  }
}

/** Tries of giving a step back, and the milliseconds between them. */
const RELEASES = [50, 200, 800];

/**
 * Gives a failed step back, so that a retry need not wait for the lease. A table that is busy is asked again for a moment;
 * when it does not answer, the lease has to end by itself, which the log then says.
 *
 * @param since when the call was dispatched that waits for its turn or its result and goes on with the next claim; null: it has
 *   ended
 */
export async function releaseStep(
  run: RunHandle,
  id: string,
  token: string,
  since: number | null = null,
): Promise<void> {
  const key = keys.step(run.owner, run.slug, id);
  for (const wait of [...RELEASES, null]) {
    try {
      await run.runtime.table.update(key, { set: { lease: 0, since } }, { equals: { token } });
      return;
    } catch (error) {
      if (error instanceof ConditionFailed) return; // taken over, or never ours: nothing to give back
      if (wait === null || !(error instanceof PlumblineError && error.retryable)) {
        run.runtime.log.error(`Step ${id} of ${run.slug} could not be given back: ${String(error)}`);
        return;
      }
      await sleep(wait);
    }
  }
}

/**
 * Gives back what an invocation had claimed that is known to be dead: its retry need not wait for the lease.
 * @param invocation its request id, see {@link claimToken}
 */
export async function releaseLost(table: Table, { owner, slug }: RunRef, invocation: string): Promise<void> {
  for (const { pk, sk, status, token } of await table.query({ pk: runPk(owner, slug), prefix: 'STEP#' })) {
    if (status !== 'running' || typeof token !== 'string' || token.split('.')[1] !== invocation) continue;
    // Where it does not hold, a later attempt has it.
    await holds(() => table.update({ pk, sk }, { set: { lease: 0 } }, { equals: { token } }));
  }
}

/** Forgets that a step was done: its artefact turned out to be damaged. One that is not done stays as it is. */
export async function reopenStep(run: RunHandle, id: string): Promise<void> {
  // Otherwise somebody else has reopened it already.
  await holds(() => run.runtime.table.delete(keys.step(run.owner, run.slug, id), { equals: { status: 'done' } }));
}
