/** Real time, replaceable in tests. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemTime: Time = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};

/** How long one handler still may wait for turns of one provider: longer waits are the state machine's. */
export class WaitBudget {
  #left: number;

  constructor(ms: number) {
    this.#left = ms;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes `ms` out of the budget; false, and nothing taken, when there is not so much left. */
  take(ms: number): boolean {
    if (ms > this.#left) return false;
    this.#left -= ms;
    return true;
  }
}

/** The most a handler waits for a limiter. */
export const MAX_WAIT_MS = 5000;
