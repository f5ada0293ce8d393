import { batchCallId, settle } from '../run/budget.ts';
import type { RoleCall } from '../runtime.ts';
import { BatchPending } from './errors.ts';
import { type LadderRow, readLadder, writeLadder } from './ladder.ts';
import { hold } from './ledger.ts';
import type { BatchPort, ModelPort, ModelReply, ModelRequest } from './port.ts';

/**
 * The provider lets a batch expire after a day. The state machine waits up to 25 minutes between looks, half of that on
 * average, and has a few more retries than this.
 */
export const MOST_POLLS = 115;
const TIMEOUT_MS = 30_000;
/** A batch's name for the one request in it. */
const customId = (hash: string): string => hash.slice(0, 32);

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
  port: ModelPort & { readonly batches: BatchPort },
  request: ModelRequest,
  hash: string,
): Promise<Batched> {
  const ladder = await readLadder(at.run, at.step);
  const callId = batchCallId(at.step, hash);
  const timeout = Math.min(TIMEOUT_MS, at.remainingMs());
  const under = ladder.batches[hash];
  if (!under) {
    await hold(at, port, request, callId);
    let id: string;
    try {
      id = await port.batches.submit(request, customId(hash), timeout);
    } catch (error) {
      await settle(at.run, callId, null);
      throw error;
    }
    await keep(at, ladder, hash, { id, polls: 0 });
    throw pending(id);
  }
  const state = await port.batches.poll(under.id, customId(hash), timeout);
  if (state.state === 'answered') return { kind: 'answered', reply: state.reply, callId };
  if (state.state === 'pending' && under.polls < MOST_POLLS) {
    await keep(at, ladder, hash, { id: under.id, polls: under.polls + 1 });
    throw pending(under.id);
  }
  if (state.state === 'pending') await port.batches.cancel(under.id, timeout);
  await settle(at.run, callId, null);
  return { kind: 'lost', reason: state.state === 'lost' ? state.reason : 'late' };
}

function pending(id: string): BatchPending {
  return new BatchPending(`Batch ${id} has not ended; the state machine looks again later.`);
}

async function keep(
  at: RoleCall,
  ladder: LadderRow,
  hash: string,
  batch: { id: string; polls: number },
): Promise<void> {
  await writeLadder(at.run, at.step, { ...ladder, batches: { ...ladder.batches, [hash]: batch } });
}
