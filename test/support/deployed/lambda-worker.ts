import { parentPort, workerData } from 'node:worker_threads';

/** A bundle in a thread and an environment of its own, called as Lambda calls it. */
const { handler } = (await import(workerData as string)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};

parentPort!.on('message', async ({ id, event, deadline }: { id: number; event: unknown; deadline: number }) => {
  const context = {
    functionName: 'deployed',
    awsRequestId: String(id),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    parentPort!.postMessage({ id, value: (await handler(event, context)) ?? null });
  } catch (error) {
    const { name, message, stack } = error as Error;
    parentPort!.postMessage({ id, error: { name, message, stack } });
  }
});
