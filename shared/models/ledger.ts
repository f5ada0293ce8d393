import type { RoleName } from '../agents/role.ts';
import { reserve, settle } from '../run/budget.ts';
import type { RoleCall } from '../runtime.ts';
import { ModelThrottled, type Spent } from './errors.ts';
import { type ModelPort, type ModelRequest, NO_USAGE, tokensOf, type Usage } from './port.ts';
import { cost } from './prices.ts';
import { expectedInput, mostInput } from './tokens.ts';

/** A reservation that was refused although nothing is in flight any more. */
export class NoRoom extends Error {
  /** Tokens the call could have had. */
  readonly room: number;
  readonly worst: number;

  constructor(room: number, worst: number) {
    super(`The worst case of the call is ${worst} tokens, ${room} are left.`);
    this.room = room;
    this.worst = worst;
  }
}

/** The counter of a provider is documented as an estimate. */
const COUNTER_MARGIN = 1.03;

/** The kind of an error that was thrown before any call was made: there is nothing to charge or to count. */
export const NO_CALL = 'no-call';

/** The writer's stage, which may touch the reserve. */
const WRITER_STAGE = 7;

/**
 * Reserves the worst case of a call: its input by the strict bound, or by the provider's own counter where that is too
 * much, and all the output it may have.
 *
 * @returns the tokens held
 * @throws {NoRoom} when it does not fit
 * @throws {ModelThrottled} when it fits once calls in flight have settled
 */
export async function hold(at: RoleCall, port: ModelPort, request: ModelRequest, id: string): Promise<number> {
  const bound = mostInput(request) + request.maxTokens;
  const first = await take(at, id, bound);
  if (first === 'held') return bound;
  const counted = await port.count(request, at.remainingMs());
  const worst = counted === null ? bound : Math.ceil(counted * COUNTER_MARGIN) + request.maxTokens;
  const second = worst < bound ? await take(at, id, worst) : first;
  if (second === 'held') return worst;
  if (second === 'busy') {
    throw new ModelThrottled(
      `The rest of the budget of ${at.run.slug} is held by calls in flight; this call waits until they have settled.`,
      { kind: NO_CALL },
    );
  }
  throw new NoRoom(second.room, worst);
}

/**
 * Holds tokens for a call of a step that is this invocation's alone.
 * @returns `busy` when they are free once calls in flight have settled; else the room there is
 */
export async function take(
  at: RoleCall,
  id: string,
  worst: number,
): Promise<'held' | 'busy' | { readonly room: number }> {
  let answer = await reserve(at.run, id, worst, at.stage === WRITER_STAGE);
  if (answer.kind === 'open') {
    // The step is ours alone: the invocation that held this is dead, and its call's usage will never be known.
    await settle(at.run, id, null);
    answer = await reserve(at.run, id, worst, at.stage === WRITER_STAGE);
  }
  if (answer.kind === 'held') return 'held';
  return answer.kind === 'refused' ? { room: answer.room } : 'busy';
}

/**
 * What a failed call is charged: where its usage is unknown, its prompt and all the output it might have had, within what
 * was held for it.
 */
export function usageOfFailure(spent: Spent, request: ModelRequest, held: number): Usage {
  if (spent === 'nothing') return NO_USAGE;
  if (spent !== 'unknown') return { ...spent, output: Math.min(spent.output, request.maxTokens) };
  const input = Math.min(Math.ceil(expectedInput(request)), Math.max(0, held - request.maxTokens));
  return { ...NO_USAGE, input, output: Math.min(request.maxTokens, held) };
}

/** Settles a call's reservation by its usage. */
export async function charge(
  at: RoleCall,
  id: string,
  usage: Usage,
  request: { readonly model: string },
  batch: boolean,
): Promise<void> {
  await settle(at.run, id, { tokens: tokensOf(usage), cost: cost(usage, request.model, batch) });
}

/** What a `charged` row of the transcript says. */
export interface ChargeFacts {
  readonly role: RoleName | 'web-search';
  readonly model: string;
  readonly usage: Usage;
  readonly batch: boolean;
  /** Rung of the ladder, from 0. */
  readonly rung: number;
  /** `ok`, a fault of the answer, or the name of the error. */
  readonly status: string;
  readonly reason?: string;
  readonly ms: number;
  readonly leftOut: number;
}

/** Writes one call down: what it was for, what it cost, what came of it. */
export async function record(at: RoleCall, facts: ChargeFacts): Promise<void> {
  const { usage } = facts;
  await at.run.event({
    stage: at.stage,
    round: roundOf(at),
    event: 'charged',
    id: at.step,
    role: facts.role,
    status: facts.status,
    ...(facts.reason === undefined ? {} : { reason: facts.reason.slice(0, 600) }),
    ms: facts.ms,
    tokens: tokensOf(usage),
    cost: cost(usage, facts.model, facts.batch),
    model: facts.model,
    input: usage.input,
    output: usage.output,
    cache_write: usage.cacheWrite,
    cache_read: usage.cacheRead,
    batch: facts.batch,
    rung: facts.rung,
    left_out: facts.leftOut,
  });
}

/** The round a step belongs to; calls outside a step belong to the first. */
export function roundOf(at: RoleCall): number {
  const position = 'at' in at ? at.at : null;
  if (typeof position !== 'object' || position === null || !('round' in position)) return 1;
  return typeof position.round === 'number' ? position.round : 1;
}
