import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { LambdaHandler } from './engine.ts';

/** Step Functions' limit on a state's input or output, in bytes. */
export const PAYLOAD_LIMIT = 256 * 1024;

/** An error by the name that Retry and Catch match. */
export function failure(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** What Step Functions calls the end of a state that took too long. */
export function timedOut(message: string): Error {
  return failure('States.Timeout', message);
}

function bounded(value: unknown, what: string): string {
  const json = JSON.stringify(value ?? null);
  if (Buffer.byteLength(json) > PAYLOAD_LIMIT) {
    // The name AWS gives it: it escapes Retry and Catch there, so it must never happen.
    throw failure(
      'States.DataLimitExceeded',
      `The ${what} has ${Buffer.byteLength(json)} bytes; the limit is 256 KiB.`,
    );
  }
  return json;
}

/**
 * Calls a handler as Lambda would: through JSON, within the payload limit, within the time-out, with a context that
 * knows the time left. Errors keep their name, which is what Retry and Catch match, and carry Lambda's shape as message.
 */
export async function invoke(
  handler: LambdaHandler,
  name: string,
  payload: unknown,
  timeoutSeconds: number,
): Promise<unknown> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  const context = {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: '1024',
    awsRequestId: randomUUID(),
    logGroupName: 'local',
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  } as unknown as Context;
  const input = bounded(payload, `input of ${name}`);
  let timer: NodeJS.Timeout | undefined;
  const overdue = () => timedOut(`${name} did not end within ${timeoutSeconds} s.`);
  try {
    // The handler first: where it keeps the time itself, to end what it started, it has done so when the failure is known.
    const work = handler(JSON.parse(input), context);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(overdue()), timeoutSeconds * 1000);
    });
    const output = await Promise.race([work, late]);
    // A handler that keeps this thread busy keeps the timer from firing: it was too late all the same.
    if (performance.now() > deadline) throw overdue();
    return JSON.parse(bounded(output, `output of ${name}`));
  } catch (error) {
    throw asLambdaError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Lambda's error shape as the message: on AWS `Cause` is JSON, in the engine it is the message. */
function asLambdaError(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return failure(
    name,
    JSON.stringify({ errorType: name, errorMessage: message, trace: (stack ?? '').split('\n').slice(1, 4) }),
  );
}
