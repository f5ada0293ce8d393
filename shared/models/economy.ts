import { batchCallId, settle } from '../run/budget.ts';
import type { RunHandle } from '../run/handle.ts';
import { readBudget } from '../run/stops.ts';
import type { RoleCall } from '../runtime.ts';
import { runPk } from '../store/keys.ts';
import { BatchPending, ModelError } from './errors.ts';
import { type LadderRow, readLadder, type UnderWay, writeLadder } from './ladder.ts';
import { charge, hold, record, usageOfFailure } from './ledger.ts';
import {
  type BatchPort,
  type BatchState,
  type ModelPort,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
} from './port.ts';
import { writeReply } from './replies.ts';

/**
 * The provider lets a batch expire after a day. The state machine waits up to 25 minutes between looks, half of that on
 * average, and has a few more retries than this.
 */
export const MOST_POLLS = 115;
const TIMEOUT_MS = 30_000;
/** A batch's name for the one request in it. */
const customId = (hash: string): string => hash.slice(0, 32);

export type Batching = ModelPort & { readonly batches: BatchPort };

/** How a batched call stands. */
export type Batched =
  | { readonly kind: 'answered'; readonly reply: ModelReply; readonly callId: string }
  /** It will not come; the call is made directly. */
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * Submits a request as a batch, or looks after the one that was submitted. Between looks no function runs: the state
 * machine waits, and retries by name.
 *
 * @throws {BatchPending} while it has not ended
 */
export async function throughBatch(
  at: RoleCall,
  port: Batching,
  request: ModelRequest,
  hash: string,
): Promise<Batched> {
  const ladder = await readLadder(at.run, at.step);
  const callId = batchCallId(at.step, hash);
  const timeout = Math.min(TIMEOUT_MS, at.remainingMs());
  const under = ladder.batches[hash];
  if (!under) {
    const held = await hold(at, port, request, callId);
    let id: string;
    try {
      id = await port.batches.submit(request, customId(hash), timeout);
    } catch (error) {
      await settle(at.run, callId, null);
      throw error;
    }
    const { input, output } = usageOfFailure('unknown', request, held);
    const of = { stage: at.stage, role: request.role, model: request.model, input, output };
    await keep(at, ladder, hash, { id, polls: 0, of });
    throw pending(id);
  }
  let state: BatchState;
  try {
    state = await port.batches.poll(under.id, customId(hash), timeout);
  } catch (error) {
    // Not accepted, and so not billed; of a provider that cannot be reached the state machine asks again.
    if (error instanceof ModelError && !error.retryable) await settle(at.run, callId, null);
    throw error;
  }
  if (state.state === 'answered') return { kind: 'answered', reply: state.reply, callId };
  if (state.state === 'pending' && under.polls < MOST_POLLS) {
    await keep(at, ladder, hash, { ...under, polls: under.polls + 1 });
    throw pending(under.id);
  }
  const ended = state.state === 'pending' ? await abandon(port, under, hash, timeout) : state;
  if (ended.state === 'answered') return { kind: 'answered', reply: ended.reply, callId };
  await close(at, under, hash, ended);
  return { kind: 'lost', reason: ended.state === 'lost' ? ended.reason : 'late' };
}

/**
 * Calls off the batches that a run has under way when it ends before they do. What was answered in the meantime is kept
 * and charged; what is being called off is charged as if it had been answered, for nobody will hear of it.
 *
 * @returns batches that were called off
 */
export async function callOffBatches(run: RunHandle, port: Batching): Promise<number> {
  const { open } = await readBudget(run);
  const prefix = 'LADDER#';
  let calledOff = 0;
  for (const { sk } of await run.runtime.table.query({ pk: runPk(run.owner, run.slug), prefix })) {
    const step = sk.slice(prefix.length);
    const ladder = await readLadder(run, step);
    for (const [hash, under] of Object.entries(ladder.batches)) {
      if (!(batchCallId(step, hash) in open)) continue;
      const at = { run, stage: under.of.stage, step, remainingMs: () => TIMEOUT_MS };
      try {
        await close(at, under, hash, await abandon(port, under, hash, TIMEOUT_MS));
        calledOff++;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // The run ends all the same: the batch expires by itself, and its tokens stay held.
        run.runtime.log.warn(`Batch ${under.id} could not be called off: ${error.message}`, { step });
        continue;
      }
      const { [hash]: _ended, ...others } = (await readLadder(run, step)).batches;
      await writeLadder(run, step, { ...ladder, batches: others });
    }
  }
  return calledOff;
}

/** Calls a batch off; its only request may have been answered before that. */
async function abandon(port: Batching, { id }: UnderWay, hash: string, timeout: number): Promise<BatchState> {
  await port.batches.cancel(id, timeout);
  return port.batches.poll(id, customId(hash), timeout);
}

/** Closes the books on a batch that its step waits for no longer. */
async function close(at: RoleCall, under: UnderWay, hash: string, ended: BatchState): Promise<void> {
  const callId = batchCallId(at.step, hash);
  if (ended.state === 'lost') {
    await settle(at.run, callId, null);
    return;
  }
  const { role, model, input, output } = under.of;
  const usage = ended.state === 'answered' ? ended.reply.usage : { ...NO_USAGE, input, output };
  if (ended.state === 'answered') await writeReply(at.run, hash, { ...ended.reply, batch: true, asked: model });
  await charge(at, callId, usage, { model }, true);
  await record(at, { role, model, usage, batch: true, rung: 0, status: 'called-off', ms: 0, leftOut: 0 });
}

function pending(id: string): BatchPending {
  return new BatchPending(`Batch ${id} has not ended; the state machine looks again later.`);
}

async function keep(at: RoleCall, ladder: LadderRow, hash: string, batch: UnderWay): Promise<void> {
  await writeLadder(at.run, at.step, { ...ladder, batches: { ...ladder.batches, [hash]: batch } });
}
