import { PlumblineError } from '../contracts/errors.ts';
import type { Usage } from './port.ts';

/**
 * What a call that failed has cost: nothing where the provider answered with an error, what the stream had reported
 * when it broke, or `unknown` where the connection ended with no word on it.
 */
export type Spent = Usage | 'nothing' | 'unknown';

/** Why a model call gave no answer. The name is what the state machine matches. */
export abstract class ModelError extends PlumblineError {
  readonly spent: Spent;
  /** What was wrong, without numbers and ids: equal for identical failures. */
  readonly kind: string;
  /** Milliseconds the provider asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    facts: { spent?: Spent; kind: string; retryAfterMs?: number | null; cause?: unknown } = { kind: 'unknown' },
  ) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.spent = facts.spent ?? 'nothing';
    this.kind = facts.kind;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** Too many requests or tokens for now. */
export class ModelThrottled extends ModelError {
  override readonly retryable = true;
}

/** The provider cannot serve at the moment, could not be reached, or sent something that is no reply. */
export class ModelOverloaded extends ModelError {
  override readonly retryable = true;
}

/** No answer within the time left, or a stream that fell silent. */
export class ModelTimeout extends ModelError {
  override readonly retryable = true;
}

/** The provider does not accept the request or the key: trying again changes nothing. */
export class ModelRejected extends ModelError {}

/** The model declined to answer. */
export class ModelRefused extends ModelError {}

/** The answer cannot be used, and the next rung of the ladder belongs to the next invocation. */
export class ModelAnswerInvalid extends PlumblineError {
  override readonly retryable = true;
}

/** A batch has not ended; the state machine waits, no function runs meanwhile. */
export class BatchPending extends PlumblineError {
  override readonly retryable = true;
  override readonly waiting = true;
}
