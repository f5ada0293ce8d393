import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { homeBlobs } from './home-blobs.ts';
import { answerCalls, FORGET, IMPORT, say } from './thread-calls.ts';

/** Where the process that this thread is of keeps its state. */
export interface ThreadHome {
  readonly path: string;
  /** Port of the embedded table. */
  readonly table: number;
}

enableCompileCache();
const home = workerData as ThreadHome;
const blobs = homeBlobs(home.path);
let opened: ReturnType<typeof openSteps> | undefined;

/** Steps with the ports that the environment names, made when the first one is asked for. */
async function openSteps() {
  const { stepsOf } = await import('./steps-of-home.ts');
  return stepsOf(home, blobs, { succeed: async (token, output) => say({ kind: 'woke', token, output }) });
}

answerCalls(async ({ name, event, context, remainingMs }) => {
  const deadline = performance.now() + remainingMs;
  if (name === IMPORT) {
    return (await import('../library/import.ts')).importLibrary(blobs, (event as { path: string }).path);
  }
  if (name === FORGET) return (await opened)?.forget((event as { id: string }).id);
  opened ??= openSteps();
  const steps = await opened;
  const getRemainingTimeInMillis = () => Math.max(0, Math.round(deadline - performance.now()));
  return steps.run(name, event, { ...context, getRemainingTimeInMillis } as unknown as Context);
});
