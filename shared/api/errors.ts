import { PlumblineError } from '../contracts/errors.ts';

/** No such run for this owner: somebody else's run is not there either. */
export class NotFound extends PlumblineError {}

/** The run's state does not allow it: it is still running, or has ended. */
export class Conflict extends PlumblineError {}

/** The owner's share is used up: runs at once, or tokens of the month. */
export class LimitReached extends PlumblineError {
  /** Seconds after which trying again can help. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options?: { cause?: unknown }) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** An idempotency key came with another request than the first time. */
export class KeyReused extends PlumblineError {}

/** The request carries no valid proof of who sends it. */
export class Unauthenticated extends PlumblineError {}

/** Who sends it is known, and may not do this. */
export class Forbidden extends PlumblineError {}

/** None of the forms in which this can be shown was asked for. */
export class NotAcceptable extends PlumblineError {}

/** The body is in a form that is not taken. */
export class UnsupportedMedia extends PlumblineError {}

/** The body is larger than is taken. */
export class TooLarge extends PlumblineError {}

/** The path exists, the method does not. */
export class MethodNotAllowed extends PlumblineError {
  readonly allow: readonly string[];

  constructor(message: string, allow: readonly string[]) {
    super(message);
    this.allow = allow;
  }
}

/** The API could not be reached, or failed on its side. */
export class ApiUnavailable extends PlumblineError {
  override readonly retryable = true;
}
