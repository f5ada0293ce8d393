import { PlumblineError } from '../../contracts/errors.ts';
import { SourceTimeout, SourceUnreachable } from '../errors.ts';
import { redact } from './redact.ts';

/** A transport failure as one of our errors; the guard's own errors keep their class through the socket layer. */
export function failureOf(error: unknown, url: URL, timedOut: boolean): PlumblineError {
  const own = ownError(error);
  if (own) return own;
  const code = codeOf(error);
  const host = url.host;
  if (timedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT') {
    return new SourceTimeout(`${host} did not answer in time.`, { cause: error });
  }
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || /unexpected end of file/.test(String(error))) {
    return new SourceUnreachable(`${host} sent a packed answer that is damaged or cut off.`, { cause: error });
  }
  const reason = error instanceof Error ? redact(error.message).slice(0, 200) : 'unknown reason';
  return new SourceUnreachable(`${host} could not be reached (${code === '' ? reason : code}).`, { cause: error });
}

function ownError(error: unknown): PlumblineError | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (current instanceof PlumblineError) return current;
    if (current instanceof AggregateError)
      current = current.errors.find((item) => item instanceof PlumblineError) ?? current.cause;
    else current = current.cause;
  }
  return null;
}

function codeOf(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    current = current instanceof AggregateError ? (current.errors[0] as unknown) : current.cause;
  }
  return '';
}
