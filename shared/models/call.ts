import { setTimeout as sleep } from 'node:timers/promises';
import { callId } from '../run/budget.ts';
import type { RoleCall } from '../runtime.ts';
import { afterFailure, changeCircuit, readCircuit } from './circuit.ts';
import { type Batching, throughBatch } from './economy.ts';
import { ModelError, ModelThrottled, ModelTimeout } from './errors.ts';
import { charge, hold, NO_CALL, record, usageOfFailure } from './ledger.ts';
import type { ModelPort, ModelReply } from './port.ts';
import { writeReply } from './replies.ts';
import type { BuiltRequest } from './request.ts';

/** A limiter or a busy provider is waited for in place for so long, not longer. */
const LONGEST_PAUSE_MS = 5000;
/** Time a step needs after a call to store and settle. */
const AFTER_MS = 4000;
/** A call that has less time is not begun. */
const SHORTEST_CALL_MS = 5000;

/** A reply that was just paid for. */
export interface Paid {
  readonly reply: ModelReply;
  readonly batch: boolean;
  readonly ms: number;
}

/**
 * Makes one call: reserved before, stored before use, settled after, whatever happens.
 *
 * @param rung for the transcript
 * @throws {ModelError} by name, charged and written down
 * @throws {NoRoom} when the budget has no room for its worst case
 * @throws {BatchPending} while its batch has not ended
 */
export async function pay(
  at: RoleCall,
  port: ModelPort,
  built: BuiltRequest,
  rung: number,
  economy: boolean,
): Promise<Paid> {
  const { clock } = at.run.runtime;
  const started = clock.wall();
  await waitWhileQuiet(at, built);
  if (at.remainingMs() - AFTER_MS < SHORTEST_CALL_MS) {
    throw new ModelTimeout(
      `Too little time is left in this step for a call of ${built.request.role}; the next try has more.`,
      {
        kind: NO_CALL,
      },
    );
  }
  let id = callId(at.run.attempt, at.step, built.hash);
  let held = 0;
  try {
    let reply: ModelReply | null = null;
    let batch = false;
    if (economy && port.batches !== null) {
      const batched = await throughBatch(at, port as Batching, built.request, built.hash);
      if (batched.kind === 'answered') [reply, batch, id] = [batched.reply, true, batched.callId];
    }
    if (reply === null) {
      held = await hold(at, port, built.request, id);
      reply = await port.complete(built.request, Math.max(1, Math.floor(at.remainingMs() - AFTER_MS)));
    }
    await writeReply(at.run, built.hash, { ...reply, batch, asked: built.request.model });
    await charge(at, id, reply.usage, built.request, batch);
    return { reply, batch, ms: clock.wall() - started };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    await failed(at, port, built, { rung, id, held, started }, error);
    throw error;
  }
}

async function failed(
  at: RoleCall,
  port: ModelPort,
  built: BuiltRequest,
  call: { readonly rung: number; readonly id: string; readonly held: number; readonly started: number },
  error: ModelError,
): Promise<void> {
  const { clock } = at.run.runtime;
  if (error.kind === NO_CALL) return;
  const { rung, id, held, started } = call;
  const usage = usageOfFailure(error.spent, built.request, held);
  await charge(at, id, usage, built.request, false);
  await changeCircuit(at.run, (now) => {
    const after = afterFailure(now, `${error.name} ${error.kind}`, started, clock.wall());
    if (error.retryAfterMs === null) return after;
    return { ...after, quiet: { ...after.quiet, [built.request.model]: clock.wall() + error.retryAfterMs } };
  });
  await record(at, {
    role: built.request.role,
    model: built.request.model,
    usage,
    batch: false,
    rung,
    status: error.name,
    reason: error.message,
    ms: clock.wall() - started,
    leftOut: built.leftOut,
  });
  at.run.runtime.log.warn(error.message, {
    provider: port.id,
    role: built.request.role,
    step: at.step,
    kind: error.kind,
  });
}

/** What a provider asked of one worker holds for all of them. */
async function waitWhileQuiet(at: RoleCall, { request }: BuiltRequest): Promise<void> {
  const { quiet } = await readCircuit(at.run);
  const wait = (quiet[request.model] ?? 0) - at.run.runtime.clock.wall();
  if (wait <= 0) return;
  if (wait > LONGEST_PAUSE_MS) {
    throw new ModelThrottled(
      `${request.model} asks to be left alone for ${Math.ceil(wait / 1000)} s more; the state machine waits.`,
      {
        kind: NO_CALL,
      },
    );
  }
  await sleep(wait);
}
