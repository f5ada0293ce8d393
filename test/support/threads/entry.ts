import { threadId, workerData } from 'node:worker_threads';
import { answerCalls, say } from '../../../local/cloud/thread-calls.ts';
import { BUSY, LET_GO } from './flags.ts';

const { shared } = workerData as { shared: Int32Array };

/** Keeps this thread from doing anything else, as a long computation does. */
function spin(): void {
  Atomics.store(shared, BUSY, 1);
  Atomics.notify(shared, BUSY);
  while (Atomics.load(shared, LET_GO) === 0);
}

/** What a step does is the test's to say: the item's id names it. */
answerCalls(async ({ name, event, context, remainingMs }) => {
  const { id } = (event as { item: { id: string } }).item;
  if (id === 'spin') spin();
  if (id === 'fail') throw Object.assign(new Error('no luck'), { name: 'Busy' });
  if (id === 'crash') setImmediate(() => Promise.reject(new Error('torn')));
  if (id === 'crash' || id === 'wait') return new Promise(() => {});
  if (id === 'wake') say({ kind: 'woke', token: 't', output: { answer: 'x' } });
  return { name, threadId, request: context.awsRequestId, remainingMs };
});
