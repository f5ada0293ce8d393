import { Worker } from 'node:worker_threads';
import type { TaskTokens } from '../../shared/runtime.ts';
import { failure, timedOut } from './invoke.ts';
import type { Call, Said } from './thread-calls.ts';

export type Asked = Omit<Call, 'id'>;

interface Open {
  readonly of: string;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** What Lambda calls a sandbox that ended under an invocation. */
const GONE = 'Runtime.ExitError';

/** Whether a call failed because its thread is gone: nothing that it had to give back was given back. */
export const isLoss = (error: unknown): boolean =>
  error instanceof Error && (error.name === GONE || error.name === 'States.Timeout');

/**
 * A thread beside this one that carries out calls, any number at once. A call past its time ends the thread, since nothing
 * else ends a loop; other calls that were under way in it are lost and say so.
 */
export class StepThread {
  private readonly worker: Worker;
  private readonly tokens: TaskTokens;
  private readonly open = new Map<number, Open>();
  private last = 0;
  private over = false;

  /**
   * @param entry module that the thread runs; it answers by `answerCalls`
   * @param tokens wakes executions of this process
   */
  constructor(entry: URL, data: unknown, tokens: TaskTokens) {
    this.tokens = tokens;
    this.worker = new Worker(entry, { workerData: data });
    this.worker.unref();
    this.worker.on('message', (said: Said) => this.hear(said));
    let why = 'it was ended';
    this.worker.on('error', (error: unknown) => {
      why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    });
    this.worker.once('exit', () => {
      this.over = true;
      for (const { reject } of this.open.values()) reject(failure(GONE, `The thread of this step is gone (${why}).`));
    });
  }

  /** Whether calls can be given to it. */
  get alive(): boolean {
    return !this.over;
  }

  /** Calls under way. */
  get busy(): number {
    return this.open.size;
  }

  /** Whether a call of a run is under way in it. */
  serves(run: string): boolean {
    return [...this.open.values()].some(({ of }) => of === run);
  }

  /**
   * @param of the run that the call belongs to
   * @returns a copy of what the call returned
   * @throws an error by the name of the one thrown there; `States.Timeout` past its time, when the thread has ended;
   *   `Runtime.ExitError` when the thread has ended under it
   */
  async call(asked: Asked, of = ''): Promise<unknown> {
    const id = ++this.last;
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.open.set(id, { resolve, reject, of });
        if (Number.isFinite(asked.remainingMs)) {
          timer = setTimeout(() => {
            late = true;
            void this.end();
          }, asked.remainingMs);
        }
        this.worker.postMessage({ ...asked, id } satisfies Call);
      });
    } catch (error) {
      throw late ? timedOut(`${asked.name} did not end in its time; its thread was ended.`) : error;
    } finally {
      clearTimeout(timer);
      this.open.delete(id);
    }
  }

  /** Ends it now, whatever it is doing. */
  async end(): Promise<void> {
    this.over = true;
    await this.worker.terminate();
  }

  private hear(said: Said): void {
    if (said.kind === 'woke') {
      void this.tokens.succeed(said.token, said.output);
      return;
    }
    const open = this.open.get(said.id);
    if (said.kind === 'returned') open?.resolve(said.output);
    else open?.reject(Object.assign(failure(said.name, said.message), { stack: said.stack }));
  }
}
