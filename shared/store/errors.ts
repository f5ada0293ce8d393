import { PlumblineError } from '../contracts/errors.ts';

/** A conditional write did not hold: somebody else was first, or the item is not as expected. */
export class ConditionFailed extends PlumblineError {}

/** The table is busy; try again. */
export class TableThrottled extends PlumblineError {
  override readonly retryable = true;
}

/** The store could not be reached or written: full disk, no permission, network. */
export class StoreUnavailable extends PlumblineError {
  override readonly retryable = true;
}
