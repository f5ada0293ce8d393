import { UsageError } from '../../shared/contracts/errors.ts';
import type { RunRef } from '../../shared/run/handle.ts';
import { releaseLost } from '../../shared/run/step.ts';
import type { TaskTokens } from '../../shared/runtime.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import type { Table } from '../../shared/store/ports.ts';
import type { Steps } from './cloud.ts';
import type { LambdaHandler } from './engine.ts';
import { type Asked, isLoss, StepThread } from './step-thread.ts';
import { FORGET, IMPORT } from './thread-calls.ts';

export interface ThreadOptions {
  /** Module that a thread runs, and what it is told of its home. */
  readonly entry: URL;
  readonly data: unknown;
  /** Threads that share the steps. */
  readonly most: number;
  readonly tokens: TaskTokens;
  /** Where steps are claimed. */
  readonly table: Table;
}

/**
 * Threads that steps run in, so that the main thread is free for the table, the doors, the clock of every step and the
 * view. The steps of a run share one thread, with what it has loaded; runs at the same time are spread over all of them. A
 * step whose thread was lost under it is made again in a thread of its own, so that one bad document takes others with it
 * only once.
 */
export class StepThreads implements Steps {
  private readonly options: ThreadOptions;
  private readonly shared: (StepThread | undefined)[];
  private readonly alone = new Set<StepThread>();
  private readonly lost = new Set<string>();

  constructor(options: ThreadOptions) {
    this.options = options;
    this.shared = Array.from({ length: options.most });
  }

  /** A handler of the state machine that runs in one of the threads. */
  handler(name: string): LambdaHandler {
    return async (event, { getRemainingTimeInMillis, done: _done, fail: _fail, succeed: _succeed, ...context }) => {
      const asked = { name, event, context, remainingMs: getRemainingTimeInMillis() };
      const { run } = event as { readonly run: RunRef };
      const address = JSON.stringify([name, event]);
      try {
        return await (this.lost.delete(address) ? this.byItself(asked) : this.threadOf(run.slug).call(asked, run.slug));
      } catch (error) {
        if (isLoss(error)) {
          this.lost.add(address);
          await releaseLost(this.options.table, run, context.awsRequestId);
        }
        throw error;
      }
    };
  }

  /** Indexes a library in a thread of its own, which ends with the memory it needed. */
  async importLibrary(path: string): Promise<Manifest> {
    try {
      const manifest = (await this.byItself(order(IMPORT, { path }))) as Manifest;
      await Promise.all(this.shared.map((thread) => thread?.alive && thread.call(order(FORGET, { id: manifest.id }))));
      return manifest;
    } catch (error) {
      // Classes do not cross threads, and what is wrong with a file is the user's to know.
      if (error instanceof Error && error.name === 'UsageError') throw new UsageError(error.message, { cause: error });
      throw error;
    }
  }

  /** Ends every thread, whatever it is doing. */
  async close(): Promise<void> {
    await Promise.all([...this.shared, ...this.alone].map((thread) => thread?.end()));
  }

  private async byItself(asked: Asked): Promise<unknown> {
    const thread = this.open();
    this.alone.add(thread);
    try {
      return await thread.call(asked);
    } finally {
      this.alone.delete(thread);
      await thread.end();
    }
  }

  /** The thread that has steps of the run under way, or else the least busy one. */
  private threadOf(run: string): StepThread {
    const alive = this.shared.map((thread) => (thread?.alive ? thread : undefined));
    const busy = alive.map((thread) => thread?.busy ?? 0);
    const serving = alive.findIndex((thread) => thread?.serves(run));
    const at = serving >= 0 ? serving : busy.indexOf(Math.min(...busy));
    const thread = alive[at] ?? this.open();
    this.shared[at] = thread;
    return thread;
  }

  private open(): StepThread {
    return new StepThread(this.options.entry, this.options.data, this.options.tokens);
  }
}

const order = (name: string, event: object): Asked => ({
  name,
  event,
  context: {},
  remainingMs: Number.POSITIVE_INFINITY,
});
