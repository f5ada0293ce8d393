import type { Time } from '../../shared/sources/time.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Time that passes only when everybody sleeps: thousands of seconds in a moment, in a fixed order. */
export class FakeTime implements Time {
  #now: number;
  #order = 0;
  #timers: Timer[] = [];

  constructor(start = 1_700_000_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#timers.push({ at: this.#now + Math.max(0, ms), order: this.#order++, wake });
    });
  }

  /** Runs until `until`, or until nobody sleeps any more. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#timers.length === 0) return;
      this.#timers.sort((a, b) => a.at - b.at || a.order - b.order);
      const next = this.#timers[0]!;
      if (next.at > until) return;
      this.#timers.shift();
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}

/** Numbers in [0, 1) from a seed, the same every time. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Real time in which nobody sleeps long: a sleep moves the clock instead. For tests with real sockets. */
export class WarpedTime implements Time {
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  async sleep(ms: number): Promise<void> {
    const wake = this.now() + ms;
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.#ahead = Math.max(this.#ahead, wake - Date.now());
  }
}
