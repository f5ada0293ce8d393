import * as z from 'zod';
import { UsageError } from '../contracts/errors.ts';
import type { Clock } from '../runtime.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import type { Key, Table } from '../store/ports.ts';
import { LimitReached } from './errors.ts';

/** What an owner may use. */
export interface OwnerLimits {
  readonly runsAtOnce: number;
  /** Tokens of a calendar month (UTC), over all runs. */
  readonly tokensPerMonth: number;
}

/** A run that holds a share. */
const Held = z.object({
  /** null until the run has its name. */
  slug: z.string().nullable(),
  month: z.string(),
  /** Tokens reserved: the most it may still use. */
  tokens: z.number(),
  /** Tokens that its budget had used before. */
  base: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
type Held = z.infer<typeof Held>;
const Slots = z.object({ active: z.number(), open: z.record(z.string(), Held) });

/** What is known of a run that holds a share; undefined: it is not there. */
export type Usage = (slug: string) => Promise<{ readonly ended: boolean; readonly used: number } | undefined>;

/** A share whose run never got a name is given back after this time: its creation was cut. */
const NAMELESS_MS = 10 * 60 * 1000;
const RETRY_RUNS_S = 60;

/**
 * An owner's shares: runs at once, and tokens a month. A run takes a slot and reserves its whole budget before it is
 * created; shares of runs that have ended are given back when somebody needs them, by what was really used. Every step
 * is one conditional write under the share's id, so that a repetition changes nothing and no crash loses a share.
 */
export class Shares {
  private readonly table: Table;
  private readonly clock: Clock;
  private readonly owner: string;
  private readonly limits: OwnerLimits;
  private readonly usage: Usage;

  constructor(table: Table, clock: Clock, owner: string, limits: OwnerLimits, usage: Usage) {
    this.table = table;
    this.clock = clock;
    this.owner = owner;
    this.limits = limits;
    this.usage = usage;
  }

  /**
   * Takes a share under an id; a second call under the same id changes nothing.
   *
   * @param tokens the most that the run may use
   * @throws {LimitReached} when no slot is free, or the month has not enough tokens left
   * @throws {UsageError} when the run alone is over a month's tokens
   */
  async take(id: string, tokens: number, run: { slug: string; used: number } | null = null): Promise<void> {
    if (tokens > this.limits.tokensPerMonth) {
      throw new UsageError(
        `The run may use ${tokens} tokens, a month has ${this.limits.tokensPerMonth}. Give a smaller budget.`,
      );
    }
    const now = this.clock.wall();
    const month = new Date(now).toISOString().slice(0, 7);
    const held: Held = { slug: run?.slug ?? null, month, tokens, base: run?.used ?? 0, at: now };
    await this.orMakeRoom(
      () => this.takeSlot(id, held),
      () =>
        new LimitReached(
          `${this.limits.runsAtOnce} runs are going, which is the most at once. Wait for one to end, or cancel one.`,
          RETRY_RUNS_S,
        ),
    );
    try {
      await this.orMakeRoom(
        () => this.reserve(id, held),
        () =>
          new LimitReached(
            `The ${this.limits.tokensPerMonth} tokens of ${month} do not leave ${tokens} for this run. Give a smaller budget, or wait for the next month.`,
            secondsToNextMonth(now),
          ),
      );
    } catch (error) {
      await this.dropSlot(id);
      throw error;
    }
  }

  /** Notes which run holds a share, once it has its name. */
  async name(id: string, slug: string): Promise<void> {
    const held = (await this.slots()).open[id];
    if (!held) return; // its run has ended, and it was given back meanwhile
    await holds(() =>
      this.table.update(
        keys.slots(this.owner),
        { setIn: { open: { key: id, value: { ...held, slug } } } },
        { presentIn: { open: id } },
      ),
    );
  }

  /** Whether a run holds a share. */
  async holds(slug: string): Promise<boolean> {
    return Object.values((await this.slots()).open).some((held) => held.slug === slug);
  }

  /** Gives a share back of which nothing was used. */
  async giveBack(id: string): Promise<void> {
    const held = (await this.slots()).open[id];
    if (held) await this.settle(id, held, 0);
  }

  /** Gives back the shares of a run: it is about to be deleted. */
  async release(slug: string, used: number): Promise<void> {
    for (const [id, held] of entries((await this.slots()).open)) {
      if (held.slug === slug) await this.settle(id, held, used - held.base);
    }
  }

  /** Gives back what ended runs hold. */
  async sweep(): Promise<void> {
    for (const [id, held] of entries((await this.slots()).open)) {
      if (held.slug === null) {
        if (this.clock.wall() - held.at > NAMELESS_MS) await this.settle(id, held, 0);
        continue;
      }
      const run = await this.usage(held.slug);
      if (run === undefined || run.ended) await this.settle(id, held, (run?.used ?? held.base) - held.base);
    }
  }

  private async orMakeRoom(attempt: () => Promise<boolean>, refused: () => LimitReached): Promise<void> {
    if (await attempt()) return;
    await this.sweep();
    if (!(await attempt())) throw refused();
  }

  private async takeSlot(id: string, held: Held): Promise<boolean> {
    const key = keys.slots(this.owner);
    await this.ensure(key, { active: 0, open: {} });
    const taken = await holds(() =>
      this.table.update(
        key,
        { add: { active: 1 }, setIn: { open: { key: id, value: held } } },
        { absentIn: { open: id }, atMost: { active: this.limits.runsAtOnce - 1 } },
      ),
    );
    return taken || id in (await this.slots()).open;
  }

  private async reserve(id: string, held: Held): Promise<boolean> {
    const key = keys.month(this.owner, held.month);
    await this.ensure(key, { tokens: 0, open: {} });
    const reserved = await holds(() =>
      this.table.update(
        key,
        { add: { tokens: held.tokens }, setIn: { open: { key: id, value: held.tokens } } },
        { absentIn: { open: id }, atMost: { tokens: this.limits.tokensPerMonth - held.tokens } },
      ),
    );
    if (reserved) return true;
    const row = await this.table.get(key);
    return id in ((row?.open ?? {}) as object);
  }

  /** The reservation becomes what was used, then the slot is free: in this order a crash leaves nothing unfound. */
  private async settle(id: string, held: Held, used: number): Promise<void> {
    await holds(() =>
      this.table.update(
        keys.month(this.owner, held.month),
        { add: { tokens: Math.max(0, used) - held.tokens }, removeIn: { open: id } },
        { presentIn: { open: id } },
      ),
    );
    await this.dropSlot(id);
  }

  private async dropSlot(id: string): Promise<void> {
    await holds(() =>
      this.table.update(
        keys.slots(this.owner),
        { add: { active: -1 }, removeIn: { open: id } },
        { presentIn: { open: id } },
      ),
    );
  }

  private async slots(): Promise<z.infer<typeof Slots>> {
    const row = await this.table.get(keys.slots(this.owner));
    return row ? Slots.parse(row) : { active: 0, open: {} };
  }

  private async ensure(key: Key, row: { [name: string]: number | Record<string, never> }): Promise<void> {
    await holds(() => this.table.put(key, row, { exists: false }));
  }
}

function entries(open: Readonly<Record<string, Held>>): [string, Held][] {
  return Object.entries(open).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function secondsToNextMonth(now: number): number {
  const date = new Date(now);
  return Math.ceil((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - now) / 1000);
}
