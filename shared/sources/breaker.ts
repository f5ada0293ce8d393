import type { Outcome } from '../contracts/enums.ts';
import { holds } from '../store/holds.ts';
import type { Json, Key, Row, Table } from '../store/ports.ts';
import type { RetryAdvice } from './retry.ts';
import type { Time } from './time.ts';

/** What a breaker says before a request. */
type Gate =
  | { readonly state: 'closed' }
  /** The one request that finds out whether the provider is back. */
  | { readonly state: 'probe' }
  | { readonly state: 'open'; readonly waitMs: number; readonly outcome: Outcome; readonly note: string };

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10 * 60_000;
const REFUSED_MS = 10 * 60_000;
const PROBE_MS = 30_000;
/** Stumbles in a row after which a provider is left alone for a while. */
const STUMBLES = 5;
const STUMBLED_MS = 30_000;
const DAY_MS = 86_400_000;

const keyOf = (provider: string): Key => ({ pk: `LIMIT#${provider}`, sk: 'BREAKER' });

/**
 * A circuit breaker per provider, shared by all workers. It opens at once on throttling; when its time is over, one request
 * probes. A wait that turned out to be long enough is remembered as the first one of the next time.
 */
export class Breaker {
  readonly #table: Table;
  readonly #time: Time;
  readonly #random: () => number;

  constructor(table: Table, time: Time, random: () => number) {
    this.#table = table;
    this.#time = time;
    this.#random = random;
  }

  async check(provider: string): Promise<Gate> {
    const row = await this.#table.get(keyOf(provider));
    const until = numberOf(row?.until);
    if (!row || until === 0) return { state: 'closed' };
    const now = this.#time.now();
    const open = (waitMs: number): Gate => ({
      state: 'open',
      waitMs: Math.max(1, waitMs),
      outcome: (row.outcome as Outcome | undefined) ?? 'throttled',
      note: typeof row.note === 'string' ? row.note : `${provider} is being left alone`,
    });
    if (now < until) return open(until - now);
    const set = { probe: now + PROBE_MS };
    const free = { atMost: { probe: now }, equals: { until } };
    if (await holds(() => this.#table.update(keyOf(provider), { set }, free))) return { state: 'probe' };
    return open(Math.max(250, numberOf(row.probe) - now)); // somebody else probes
  }

  /** Opens after throttling or a refusal. @returns how long it stays open */
  async trip(provider: string, outcome: Outcome, advice: RetryAdvice | null, note: string): Promise<number> {
    const row = await this.#table.get(keyOf(provider));
    const now = this.#time.now();
    const wait = this.#waitFor(row, outcome, advice, now);
    // A longer wait that another worker has just been told stays.
    const until = Math.max(now + wait, numberOf(row?.until));
    await this.#table.update(keyOf(provider), {
      set: { until, wait, outcome, note: note.slice(0, 400), failures: numberOf(row?.failures) + 1, probe: 0 },
    });
    return until - now;
  }

  /** Counts a stumble (5xx, cut answer, no connection); opens after several in a row. */
  async stumble(provider: string, note: string): Promise<void> {
    const row = await this.#table.update(keyOf(provider), { add: { stumbles: 1 } });
    if (numberOf(row.stumbles) < STUMBLES) {
      if (numberOf(row.probe) > 0) await this.#table.update(keyOf(provider), { set: { probe: 0 } });
      return;
    }
    await this.#table.update(keyOf(provider), {
      set: {
        until: this.#time.now() + STUMBLED_MS,
        outcome: 'error',
        note: note.slice(0, 400),
        probe: 0,
        stumbles: STUMBLES - 1,
      },
    });
  }

  /** Closes after an answer, and remembers the wait that was enough. */
  async succeed(provider: string): Promise<void> {
    const row = await this.#table.get(keyOf(provider));
    if (!row || (numberOf(row.until) === 0 && numberOf(row.failures) === 0 && numberOf(row.stumbles) === 0)) return;
    // A request that started before the breaker opened says nothing about the wait.
    if (numberOf(row.until) > this.#time.now()) return;
    const learned = Math.round(numberOf(row.wait) * 0.7);
    await this.#table.update(keyOf(provider), {
      set: { until: 0, failures: 0, stumbles: 0, probe: 0, ...(learned >= FIRST_WAIT_MS ? { learned } : {}) },
      remove: ['outcome', 'note'],
    });
  }

  #waitFor(row: Row | undefined, outcome: Outcome, advice: RetryAdvice | null, now: number): number {
    if (outcome === 'blocked') return advice?.waitMs ?? REFUSED_MS;
    if (advice?.waitMs) return advice.waitMs;
    if (advice?.kind === 'quota') return DAY_MS - (now % DAY_MS);
    const failures = numberOf(row?.failures);
    const first = Math.max(FIRST_WAIT_MS, numberOf(row?.learned));
    const wait = failures === 0 ? first : Math.min(LONGEST_WAIT_MS, Math.max(first, numberOf(row?.wait) * 2));
    return Math.round(wait * (1 + 0.1 * this.#random()));
  }
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
