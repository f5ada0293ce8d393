import { readFileSync } from 'node:fs';
import type { Context } from 'aws-lambda';
import { currentRuntime, withRuntime } from '../../lambdas/middleware/runtime.ts';
import type { LambdaHandler } from '../../local/cloud/engine.ts';
import { HANDLERS } from '../../local/cloud/handlers.ts';
import { StoreUnavailable, TableThrottled } from '../../shared/store/errors.ts';
import { type CrashPoint, Fuse, fused, type Interceptor } from './faults.ts';

type Handlers = Readonly<Record<string, LambdaHandler>>;

/** What an invocation does, the same for every delivery of it. */
export function invocationOf(event: unknown): string {
  const { op, item, critic, at } = event as {
    op?: string;
    item?: { id: string };
    critic?: string;
    at?: Record<string, number>;
  };
  const place = item?.id ?? critic ?? (at ? Object.values(at).join('.') : '');
  return `${op} ${place}`.trim();
}

/** The project's handlers, each with something around it. */
export function around(wrap: (name: string, handler: LambdaHandler) => LambdaHandler): Handlers {
  return Object.fromEntries(Object.entries(HANDLERS).map(([name, handler]) => [name, wrap(name, handler)]));
}

const never = (): Promise<never> => new Promise(() => {});

/** How an invocation is delivered twice: side by side, one after the other, or long after others have followed. */
export type Twice = 'together' | 'after' | 'late';

/** Every invocation is delivered twice; the state machine sees the first delivery's answer. */
export function deliveredTwice(how: Twice): { handlers: Handlers; count(): number; settled(): Promise<void> } {
  let count = 0;
  const late: (() => Promise<unknown>)[] = [];
  const pending: Promise<unknown>[] = [];
  const LATER = 6;
  const handlers = around((_, handler) => async (event, context) => {
    const again = () => {
      count++;
      const result = handler(structuredClone(event), { ...context } as Context).then(
        () => undefined,
        () => undefined, // whatever the second delivery says, nobody hears it
      );
      pending.push(result);
      return result;
    };
    if (how === 'together') {
      const first = handler(event, context);
      await again();
      return first;
    }
    if (how === 'late') {
      late.push(again);
      if (late.length > LATER) void late.shift()!();
      return handler(event, context);
    }
    const output = await handler(event, context);
    await again();
    return output;
  });
  return {
    handlers,
    count: () => count,
    settled: async () => {
      for (const one of late.splice(0)) await one();
      await Promise.all(pending);
    },
  };
}

/** Where an invocation is lost: before it begins, in the middle of its writes, or after its end. */
export type Lost = 'before' | 'within' | 'after';

/** The first delivery of one kind of invocation never answers; all others go well. */
export function lostOnce(op: string, how: Lost): { handlers: Handlers; lost(): boolean } {
  let lost = false;
  const handlers = around((_, handler) => async (event, context) => {
    if (lost || invocationOf(event).split(' ')[0] !== op) return handler(event, context);
    lost = true;
    if (how === 'after') await handler(event, context);
    if (how === 'within') {
      const runtime = await currentRuntime();
      const point: CrashPoint = { operation: 4, when: 'after' };
      const stores = fused({ table: runtime.table, blobs: runtime.blobs }, new Fuse(point));
      await withRuntime({ ...runtime, ...stores }, () => handler(event, context)).catch(() => undefined);
    }
    return never();
  });
  return { handlers, lost: () => lost };
}

/** The state machine without its waits; one task may end early, so that its time-out can be waited for. */
export function hastyAsl(op: string | null = null, seconds = 1): string {
  const text = readFileSync(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8');
  const faster: Record<string, number> = { IntervalSeconds: 0.02, MaxDelaySeconds: 1, BackoffRate: 1.5 };
  const tree = JSON.parse(text, (key, value) => faster[key] ?? value) as object;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const state = value as { Parameters?: { Payload?: { op?: string } }; TimeoutSeconds?: number; Retry?: Rule[] };
    if (op !== null && state.Parameters?.Payload?.op === op) {
      state.TimeoutSeconds = seconds;
      for (const rule of state.Retry ?? []) {
        // Long enough for the lease of what was lost to end.
        if (rule.ErrorEquals.includes('StepInProgress')) Object.assign(rule, { IntervalSeconds: 0.8, BackoffRate: 1 });
      }
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(tree);
  return JSON.stringify(tree);
}
interface Rule {
  readonly ErrorEquals: readonly string[];
}

/** A number from 0 to 1 that looks like chance and is the same every time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A busy table: a share of all operations is refused, some of them after they took effect, as when an answer is lost. */
export class Throttle implements Interceptor {
  refused = 0;
  private readonly share: number;
  private readonly random: () => number;

  constructor(share: number, seed: number) {
    this.share = share;
    this.random = seeded(seed);
  }

  async write<T>(name: string, effect: () => Promise<T>): Promise<T> {
    const hit = !name.startsWith('blob') && this.random() < this.share;
    if (!hit) return effect();
    this.refused++;
    if (this.random() < 0.3) await effect();
    throw new TableThrottled(`The table is busy: ${name}.`);
  }

  async read<T>(name: string, effect: () => Promise<T>): Promise<T> {
    if (!/^(get|query)/.test(name) || this.random() >= this.share) return effect();
    this.refused++;
    throw new TableThrottled(`The table is busy: ${name}.`);
  }
}

/** A disk that is full from the nth file on, until there is room again. */
export class FullDisk implements Interceptor {
  files = 0;
  refused = 0;
  room = false;
  private readonly from: number;

  constructor(from: number) {
    this.from = from;
  }

  async write<T>(name: string, effect: () => Promise<T>): Promise<T> {
    if (name.startsWith('blob') && ++this.files >= this.from && !this.room) {
      this.refused++;
      const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      throw new StoreUnavailable(`Could not use the file of ${name.slice(5)}: the disk is full.`, { cause });
    }
    return effect();
  }

  read<T>(_name: string, effect: () => Promise<T>): Promise<T> {
    return effect();
  }
}
