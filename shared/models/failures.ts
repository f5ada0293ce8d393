import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { ModelError, ModelOverloaded, ModelRejected, ModelThrottled, ModelTimeout, type Spent } from './errors.ts';

/** Causes of a connection that was never made: nothing was sent, nothing is billed. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The named error of a failed call.
 * @param spent what the stream had reported before it broke; null when nothing had come
 */
export function modelError(error: unknown, provider: string, spent: Spent | null = null): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return new ModelTimeout(`${provider} did not answer in the time left; the state machine tries again.`, {
      kind: 'timeout',
      spent: spent ?? 'unknown',
      cause: error,
    });
  }
  const code = codeOf(error);
  // The body of a reply that was cut is an error of the runtime's, with the same causes.
  if (error instanceof APIConnectionError || (code !== null && !(error instanceof APIError))) {
    return new ModelOverloaded(
      `The connection to ${provider} failed${code === null ? '' : ` (${code})`}; the state machine tries again.`,
      {
        kind: `connection${code === null ? '' : `:${code}`}`,
        spent: spent ?? (NOT_SENT.has(code ?? '') ? 'nothing' : 'unknown'),
        cause: error,
      },
    );
  }
  if (error instanceof APIError) return ofStatus(error, provider, spent);
  return new ModelOverloaded(
    `${provider} sent something that is no reply (${error instanceof Error ? error.message.slice(0, 200) : String(error)}); the state machine tries again.`,
    { kind: 'garbled', spent: spent ?? 'unknown', cause: error },
  );
}

function ofStatus(error: APIError, provider: string, spent: Spent | null): ModelError {
  const type = error.type ?? '';
  const status = error.status ?? 0;
  const said = (error.apiMessage ?? error.message).slice(0, 300);
  const facts = {
    kind: `${status || 'stream'}:${type || 'unknown'}`,
    spent: spent ?? ('nothing' as const),
    cause: error,
  };
  if (status === 429 || type === 'rate_limit_error' || /throttl/i.test(type)) {
    return new ModelThrottled(`${provider} takes no more calls for now (${said}); the state machine waits.`, {
      ...facts,
      retryAfterMs: retryAfter(error.headers),
    });
  }
  if (status === 408 || status === 504 || type === 'timeout_error') {
    return new ModelTimeout(`${provider} did not finish in time (${said}); the state machine tries again.`, facts);
  }
  // In the middle of a stream errors have no status, only a type.
  if (status >= 500 || status === 409 || status === 0 || type === 'overloaded_error' || type === 'api_error') {
    return new ModelOverloaded(
      `${provider} cannot serve this call now (${status || type}: ${said}); the state machine tries again.`,
      {
        ...facts,
        retryAfterMs: retryAfter(error.headers),
      },
    );
  }
  return new ModelRejected(
    `${provider} does not accept the call (${status}: ${said}). Check the key, the model's name and the request.`,
    facts,
  );
}

/** Seconds or an HTTP date, in milliseconds from now. */
function retryAfter(headers: Headers | undefined): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers?.get('retry-after');
  if (value === null || value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  const now = Date.parse(headers?.get('date') ?? '');
  return Number.isNaN(date) || Number.isNaN(now) ? null : Math.max(0, date - now);
}

/** The system's code behind a failed connection, wherever in the chain of causes it stands. */
function codeOf(error: unknown): string | null {
  for (let now = error, depth = 0; now instanceof Error && depth < 6; now = now.cause, depth++) {
    if ('code' in now && typeof now.code === 'string') return now.code;
  }
  return null;
}
