import type Anthropic from '@anthropic-ai/sdk';
import { APIConnectionTimeoutError } from '@anthropic-ai/sdk';
import { modelError } from './failures.ts';
import { messageParams } from './messages.ts';
import type { ModelReply, ModelRequest } from './port.ts';
import { replyOf, StreamedReply } from './stream.ts';

/** The part of an SDK client that calls need: Anthropic's and Bedrock's both have it. */
export interface MessagesClient {
  readonly messages: Pick<Anthropic.Messages, 'create'>;
}

export interface CallLimits {
  /** A body that brings no byte for so long is given up (see `idle-fetch.ts`): the provider sends pings. */
  readonly idleMs: number;
  /** Time until a stream's headers. */
  readonly firstMs: number;
  /** Time a short call may take, and more for each token it may answer: a slow model writes 50 a second. */
  readonly baseMs: number;
  readonly perTokenMs: number;
}

export const LIMITS: CallLimits = { idleMs: 45_000, firstMs: 60_000, baseMs: 20_000, perTokenMs: 20 };

/** Answers longer than this are streamed. */
const STREAM_FROM = 4000;

/**
 * One call, streamed when its answer may be long. The SDK's own retries are off: the state machine retries by name.
 *
 * @param timeoutMs the step's time left
 * @throws {ModelError} by name, with what the call has cost
 */
export async function completeMessage(
  client: MessagesClient,
  provider: string,
  request: ModelRequest,
  timeoutMs: number,
  limits: CallLimits = LIMITS,
): Promise<ModelReply> {
  return request.maxTokens > STREAM_FROM
    ? streamed(client, provider, request, timeoutMs, limits)
    : whole(client, provider, request, timeoutMs, limits);
}

async function whole(
  client: MessagesClient,
  provider: string,
  request: ModelRequest,
  timeoutMs: number,
  limits: CallLimits,
): Promise<ModelReply> {
  const timeout = Math.min(timeoutMs, limits.baseMs + request.maxTokens * limits.perTokenMs);
  const abort = new AbortController();
  // The SDK's time-out ends with the headers: the body may stall after them.
  const timer = setTimeout(() => abort.abort(), timeout);
  try {
    const message = await client.messages.create(messageParams(request), {
      timeout,
      maxRetries: 0,
      signal: abort.signal,
    });
    return replyOf(message);
  } catch (error) {
    throw modelError(abort.signal.aborted ? timedOut(error) : error, provider);
  } finally {
    clearTimeout(timer);
  }
}

async function streamed(
  client: MessagesClient,
  provider: string,
  request: ModelRequest,
  timeoutMs: number,
  limits: CallLimits,
): Promise<ModelReply> {
  const abort = new AbortController();
  const overall = setTimeout(() => abort.abort(), timeoutMs);
  const reply = new StreamedReply();
  try {
    const events = await client.messages.create(
      { ...messageParams(request), stream: true },
      { timeout: Math.min(timeoutMs, limits.firstMs), maxRetries: 0, signal: abort.signal },
    );
    for await (const event of events) reply.take(event);
    // An aborted stream ends without an error.
    if (abort.signal.aborted) throw timedOut(null);
    return reply.reply();
  } catch (error) {
    throw modelError(abort.signal.aborted ? timedOut(error) : error, provider, reply.spent());
  } finally {
    clearTimeout(overall);
  }
}

function timedOut(cause: unknown): APIConnectionTimeoutError {
  const error = new APIConnectionTimeoutError();
  error.cause = cause;
  return error;
}
