import { APIConnectionTimeoutError } from '@anthropic-ai/sdk';

/**
 * A fetch whose bodies fail when no byte has come for `idleMs`. The SDK's time-out ends with the headers, and it passes
 * over the pings that tell a long thought from a dead connection: silence can only be seen here.
 */
export function idleFetch(idleMs: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(watched(idleMs));
    return new Response(body, { status, statusText, headers });
  };
}

function watched(idleMs: number): TransformStream<Uint8Array, Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const arm = (controller: TransformStreamDefaultController<Uint8Array>) => {
    stop();
    timer = setTimeout(() => controller.error(new APIConnectionTimeoutError({ message: 'silent' })), idleMs);
    timer.unref(); // a cancelled body is not flushed
  };
  return new TransformStream({
    start: arm,
    transform: (chunk, controller) => {
      arm(controller);
      controller.enqueue(chunk);
    },
    flush: stop,
  });
}
