import * as z from 'zod';
import { AnsweredBefore, type PlumblineError, UsageError } from '../contracts/errors.ts';
import { StoreUnavailable, TableThrottled } from '../store/errors.ts';
import {
  ApiUnavailable,
  Conflict,
  Forbidden,
  KeyReused,
  LimitReached,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  TooLarge,
  Unauthenticated,
  UnsupportedMedia,
} from './errors.ts';

/** A problem document, RFC 9457. */
export const Problem = z.object({
  /** Which kind of problem: `urn:plumbline:problem:<kind>`. */
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** What happened, to what, and what to do. */
  detail: z.string(),
  /** The path that was asked for. */
  instance: z.string(),
});
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE = 'application/problem+json';
const URN = 'urn:plumbline:problem:';

interface Kind {
  readonly kind: string;
  readonly status: number;
  readonly title: string;
  readonly error: abstract new (...args: never[]) => PlumblineError;
}

const KINDS: readonly Kind[] = [
  // Before the kind it is one of.
  { kind: 'conflict', status: 409, title: 'Not possible in this state', error: AnsweredBefore },
  { kind: 'usage', status: 400, title: 'The request cannot be used', error: UsageError },
  { kind: 'unauthenticated', status: 401, title: 'Not signed in', error: Unauthenticated },
  { kind: 'forbidden', status: 403, title: 'Not allowed', error: Forbidden },
  { kind: 'not-found', status: 404, title: 'Not found', error: NotFound },
  { kind: 'method-not-allowed', status: 405, title: 'Method not allowed', error: MethodNotAllowed },
  { kind: 'not-acceptable', status: 406, title: 'Not available in this form', error: NotAcceptable },
  { kind: 'conflict', status: 409, title: 'Not possible in this state', error: Conflict },
  { kind: 'too-large', status: 413, title: 'Body too large', error: TooLarge },
  { kind: 'unsupported-media', status: 415, title: 'Unknown body format', error: UnsupportedMedia },
  { kind: 'key-reused', status: 422, title: 'Idempotency key used before', error: KeyReused },
  { kind: 'limit', status: 429, title: 'Limit reached', error: LimitReached },
  { kind: 'unavailable', status: 503, title: 'Try again', error: StoreUnavailable },
  { kind: 'unavailable', status: 503, title: 'Try again', error: TableThrottled },
  { kind: 'unavailable', status: 503, title: 'Try again', error: ApiUnavailable },
];

/** What is said of a failure nobody foresaw: nothing of its inside. */
const INTERNAL = {
  type: `${URN}internal`,
  title: 'Internal error',
  status: 500,
  detail: 'The request failed on our side; the log has the details under the request id. Try again.',
};
const BUSY = 'The store did not answer in time. Try again in a few seconds.';

/** The answer to a request that failed: problem document and headers. */
export function problemOf(error: unknown, instance: string): { problem: Problem; headers: Record<string, string> } {
  const kind = KINDS.find((one) => error instanceof one.error);
  if (!kind) return { problem: { ...INTERNAL, instance }, headers: {} };
  const detail = kind.status === 503 ? BUSY : (error as PlumblineError).message;
  return {
    problem: { type: URN + kind.kind, title: kind.title, status: kind.status, detail, instance },
    headers: headersOf(error, kind.status),
  };
}

/** Titles of the problems by their status. */
export function problemTitles(): Readonly<Record<number, string>> {
  return Object.fromEntries([...KINDS, INTERNAL].map(({ status, title }) => [status, title]));
}

function headersOf(error: unknown, status: number): Record<string, string> {
  if (error instanceof LimitReached) return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfter))) };
  if (error instanceof MethodNotAllowed) return { allow: error.allow.join(', ') };
  if (error instanceof Unauthenticated) return { 'www-authenticate': 'Bearer' };
  return status === 503 ? { 'retry-after': '2' } : {};
}

/** The error that a problem document stands for: a client throws what the service threw. */
export function errorOf(problem: Problem, headers: { get(name: string): string | null }): PlumblineError {
  const { status, detail } = problem;
  if (status === 405) return new MethodNotAllowed(detail, (headers.get('allow') ?? '').split(/,\s*/));
  if (status === 429) return new LimitReached(detail, Number(headers.get('retry-after') ?? 1));
  const kind = KINDS.findLast((one) => one.status === status && problem.type === URN + one.kind);
  if (!kind || status === 503) return new ApiUnavailable(`${detail} (${status})`);
  return new (kind.error as new (message: string) => PlumblineError)(detail);
}
