/**
 * Base of every error that crosses a boundary. `name` is what the state machine's Retry and Catch match.
 * The message says what happened, to what, and what to do.
 */
export class PlumblineError extends Error {
  /** Whether trying the same thing again can help; a retryable error is listed in the state machine's Retry. */
  readonly retryable: boolean = false;
  /** Whether nothing went wrong: the step waits for its turn or its result, and its call goes on when it is made again. */
  readonly waiting: boolean = false;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The user's words could not be used: the CLI exits with 2, the API answers 400. */
export class UsageError extends PlumblineError {}

/** A question has its answer already; the first one stands. The API answers 409. */
export class AnsweredBefore extends UsageError {}

/** A later attempt has taken the run over; this one must not write any more. */
export class AttemptFenced extends PlumblineError {}

/** The run was cancelled; steps that have not started do not start. */
export class RunCancelled extends PlumblineError {}

/** The run's own deadline has passed. */
export class DeadlineReached extends PlumblineError {}

/** A reservation would pass the run's hard limit. */
export class BudgetExhausted extends PlumblineError {}

/** A stored artefact is not what its schema promises: half-written, or from another version. */
export class ArtefactInvalid extends PlumblineError {}

/** The same step is being executed by another delivery of the same attempt. */
export class StepInProgress extends PlumblineError {
  override readonly retryable = true;
}
