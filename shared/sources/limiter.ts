import { holds } from '../store/holds.ts';
import type { Json, Key, Row, Table } from '../store/ports.ts';
import { SourceBusy } from './errors.ts';
import type { Time, WaitBudget } from './time.ts';

/** The rate to keep: milliseconds between starts, starts that may come at once, connections open together. */
export interface Rate {
  readonly intervalMs: number;
  readonly burst?: number;
  readonly connections: number;
}

/** A turn that was granted: the request may start now, and must be over, or given back, before the lease ends. */
interface Turn {
  release(): Promise<void>;
}

/** How long before its time a turn may be taken: long enough that nobody polls in a hurry. */
const AHEAD_MS = 1000;
/** A sub-question counts as waiting for this long after it last asked. */
const WAITING_MS = 8000;
const MAX_SHARES = 40;
/** A lease that was never given back (its worker died) ends by itself. */
const LEASE_MS = 60_000;

const keyOf = (provider: string): Key => ({ pk: `LIMIT#${provider}`, sk: 'LIMIT' });

/**
 * One rate limiter per provider for all workers together: a token bucket (as the time of the next turn) and a lease per
 * connection, in one row, changed only by conditional writes. Turns go to the sub-question that was served longest ago.
 */
export class Limiter {
  readonly #table: Table;
  readonly #time: Time;
  readonly #random: () => number;

  constructor(table: Table, time: Time, random: () => number) {
    this.#table = table;
    this.#time = time;
    this.#random = random;
  }

  /**
   * Waits for a turn, within the handler's budget.
   *
   * @param share who asks: the sub-question
   * @throws SourceBusy when no turn comes within the budget
   */
  async acquire(provider: string, rate: Rate, share: string, budget: WaitBudget): Promise<Turn> {
    let registered = false;
    for (let tries = 0; ; tries++) {
      const row = await this.#read(provider);
      const look = inspect(row, rate, share, this.#time.now());
      if (look.open !== null && look.waitMs <= (look.myTurn ? Math.min(AHEAD_MS, rate.intervalMs) : 0)) {
        if (look.waitMs > budget.left) throw new SourceBusy(provider, look.waitMs);
        const turn = await this.#take(provider, row, rate, share, look.open);
        if (turn) {
          budget.take(Math.max(0, turn.startsAt - this.#time.now()));
          const early = turn.startsAt - this.#time.now();
          if (early > 0) await this.#time.sleep(early);
          return turn;
        }
        continue; // somebody else was first
      }
      if (!registered) {
        registered = true;
        await this.#register(provider, share, row);
      }
      const pause = this.#pause(look, rate, tries);
      if (!budget.take(pause)) throw new SourceBusy(provider, Math.max(pause, look.waitMs));
      await this.#time.sleep(pause);
    }
  }

  /** Remembers a rate that a provider's headers announce; it overrides the documented one for everybody. */
  async learn(provider: string, rate: Rate): Promise<void> {
    const row = await this.#read(provider);
    if (row.interval === rate.intervalMs && row.connections === rate.connections) return;
    await this.#table.update(keyOf(provider), { set: { interval: rate.intervalMs, connections: rate.connections } });
  }

  /** The rate in force: learned from headers, or the documented one. */
  async rate(provider: string, documented: Rate): Promise<Rate> {
    const row = await this.#table.get(keyOf(provider));
    const interval = numberOf(row?.interval);
    const connections = numberOf(row?.connections);
    return interval > 0 && connections > 0 ? { intervalMs: interval, connections } : documented;
  }

  async #read(provider: string): Promise<Row> {
    const row = await this.#table.get(keyOf(provider));
    if (row) return row;
    // Otherwise another worker has just made it.
    await holds(() => this.#table.put(keyOf(provider), { next: 0, shares: {} }, { exists: false }));
    return (await this.#table.get(keyOf(provider))) ?? { next: 0, shares: {} };
  }

  async #take(
    provider: string,
    row: Row,
    rate: Rate,
    share: string,
    slot: string,
  ): Promise<(Turn & { startsAt: number }) | null> {
    const now = this.#time.now();
    const next = numberOf(row.next);
    const startsAt = startOf(next, rate, now);
    const until = Math.max(now, startsAt) + LEASE_MS + this.#random();
    const seen = { held: startsAt, seen: 0 };
    const stale = staleShare(row, share, now);
    const change = {
      set: { next: Math.max(now, next) + rate.intervalMs, [slot]: until },
      setIn: { shares: { key: share, value: seen } },
    };
    const free = { equals: { next: row.next ?? null }, atMost: { [slot]: now } };
    if (!(await holds(() => this.#table.update(keyOf(provider), change, free)))) return null;
    if (stale !== null) await this.#table.update(keyOf(provider), { removeIn: { shares: stale } });
    return { startsAt, release: () => this.#release(provider, slot, until) };
  }

  async #release(provider: string, slot: string, until: number): Promise<void> {
    // Otherwise the lease had ended and belongs to somebody else by now.
    await holds(() => this.#table.update(keyOf(provider), { set: { [slot]: 0 } }, { equals: { [slot]: until } }));
  }

  async #register(provider: string, share: string, row: Row): Promise<void> {
    const held = sharesOf(row)[share]?.held ?? 0;
    await this.#table.update(keyOf(provider), {
      setIn: { shares: { key: share, value: { held, seen: this.#time.now() } } },
    });
  }

  /** Until the turn is near; then short looks that grow longer, so that a crowd does not besiege the table. */
  #pause(look: Look, rate: Rate, tries: number): number {
    const early = look.myTurn ? Math.min(AHEAD_MS, rate.intervalMs) : 0;
    const tick = Math.max(15, Math.min(120, rate.intervalMs / 8)) * Math.min(6, 1.15 ** tries);
    return Math.round(Math.max(look.waitMs - early, 0) + tick * (0.2 + 0.8 * this.#random()));
  }
}

interface Look {
  /** Attribute of a free connection; null when all are in use. */
  readonly open: string | null;
  /** Milliseconds until the next turn starts. */
  readonly waitMs: number;
  /** Nobody who waits was served longer ago. */
  readonly myTurn: boolean;
}

function inspect(row: Row, rate: Rate, share: string, now: number): Look {
  let open: string | null = null;
  for (let i = 0; i < rate.connections && open === null; i++) if (numberOf(row[`busy${i}`]) <= now) open = `busy${i}`;
  const shares = sharesOf(row);
  const mine = shares[share]?.held ?? 0;
  const others = Object.entries(shares).filter(([name, other]) => name !== share && other.seen > now - WAITING_MS);
  return {
    open,
    waitMs: Math.max(0, startOf(numberOf(row.next), rate, now) - now),
    myTurn: others.every(([, other]) => other.held >= mine),
  };
}

/** When a request may start: a burst lets it come that many turns early. */
function startOf(next: number, rate: Rate, now: number): number {
  return Math.max(now, next - ((rate.burst ?? 1) - 1) * rate.intervalMs);
}

function sharesOf(row: Row): Record<string, { held: number; seen: number }> {
  const shares: Record<string, { held: number; seen: number }> = {};
  if (typeof row.shares !== 'object' || row.shares === null || Array.isArray(row.shares)) return shares;
  for (const [name, value] of Object.entries(row.shares as Readonly<Record<string, Json>>)) {
    const entry = value as { held?: Json; seen?: Json } | null;
    shares[name] = { held: numberOf(entry?.held), seen: numberOf(entry?.seen) };
  }
  return shares;
}

/** One sub-question of long ago, once there are many: the row stays small. */
function staleShare(row: Row, share: string, now: number): string | null {
  const all = Object.entries(sharesOf(row));
  if (all.length < MAX_SHARES) return null;
  const old = all.filter(([name, { held, seen }]) => name !== share && Math.max(held, seen) < now - 600_000);
  old.sort((a, b) => a[1].held - b[1].held || (a[0] < b[0] ? -1 : 1));
  return old[0]?.[0] ?? null;
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
