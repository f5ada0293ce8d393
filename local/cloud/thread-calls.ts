import { parentPort } from 'node:worker_threads';

/** What a thread does beside steps: indexes a library, `{path}`; forgets one that another thread has indexed again, `{id}`. */
export const IMPORT = 'import';
export const FORGET = 'forget';

/** What a thread is asked to do. Everything is copied: plain data only. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly event: unknown;
  /** Lambda's context without its functions. */
  readonly context: Readonly<Record<string, unknown>>;
  /** Milliseconds until the caller gives up. */
  readonly remainingMs: number;
}

/** What a thread says. A failure is told by its name: classes do not cross. */
export type Said =
  | { readonly kind: 'returned'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly name: string; readonly message: string; stack: string }
  /** The call wakes an execution that waits on a token. */
  | { readonly kind: 'woke'; readonly token: string; readonly output: object };

/** Sends what a thread has to say to the process' main thread. */
export const say = (said: Said): void => parentPort!.postMessage(said);

/**
 * Answers calls of this thread, any number at once.
 * @param answer does what is asked; what it throws is told
 */
export function answerCalls(answer: (call: Call) => Promise<unknown>): void {
  parentPort!.on('message', (call: Call) => {
    answer(call).then(
      (output) => say({ kind: 'returned', id: call.id, output }),
      (error: unknown) => {
        const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
        say({ kind: 'failed', id: call.id, name, message, stack: stack ?? '' });
      },
    );
  });
}
