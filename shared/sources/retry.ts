/** How to go on after a failure. */
export interface RetryAdvice {
  /**
   * burst: too fast, a pause helps. quota: used up until a reset. transient: the service stumbled. never: the same request
   * will fail again.
   */
  readonly kind: 'burst' | 'quota' | 'transient' | 'never';
  /** Milliseconds the service asked for; null when it did not say. */
  readonly waitMs: number | null;
}

export type Headers = Readonly<Record<string, string>>;

const MAX_WAIT_MS = 32 * 24 * 3600 * 1000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * How long the service wants to be left alone: `Retry-After` in seconds or as a date, its rate-limit headers, or a number
 * of seconds that stands only in the message.
 *
 * @param now milliseconds since 1970, for dates and reset times
 */
export function askedWait(headers: Headers, message: string, now: number): number | null {
  const wait = retryAfter(headers, now) ?? resetHeader(headers, now) ?? waitInText(message) ?? midnight(message, now);
  return wait === null ? null : Math.min(Math.max(0, Math.round(wait)), MAX_WAIT_MS);
}

function retryAfter(headers: Headers, now: number): number | null {
  const value = (headers['retry-after'] ?? headers['x-ratelimit-retry-after'])?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at - now;
}

/** GitHub and Brave give a reset time; it counts only when nothing remains. */
function resetHeader(headers: Headers, now: number): number | null {
  const remaining = headers['x-ratelimit-remaining'];
  const reset = headers['x-ratelimit-reset'];
  if (reset === undefined || remaining === undefined) return null;
  // Several windows stand side by side ("0, 1999" with "1, 86000"): the first exhausted one counts.
  const left = remaining.split(',').map((part) => Number(part));
  const resets = reset.split(',').map((part) => Number(part));
  const empty = left.findIndex((value) => value < 1);
  const at = empty < 0 ? undefined : resets[empty];
  if (at === undefined || !Number.isFinite(at)) return null;
  return at > 1e9 ? at * 1000 - now : at * 1000;
}

function waitInText(message: string): number | null {
  const hit =
    /\b(?:in|after|for|wait|within)\s+(?:about\s+|at least\s+)?(\d{1,7})\s*(s|sec|second|m|min|minute|h|hour|d|day)s?\b/i.exec(
      message,
    ) ?? /\b(\d{1,7})\s*(second|minute|hour)s?\b(?=[^.]{0,40}\b(?:remain|left|until|before))/i.exec(message);
  if (!hit) return null;
  return Number(hit[1]) * (UNIT_MS[hit[2]!.toLowerCase().charAt(0)] ?? 1000);
}

function midnight(message: string, now: number): number | null {
  if (!/\bmidnight\b/i.test(message)) return null;
  const day = 86_400_000;
  return day - (now % day);
}

const QUOTA =
  /\bquota|\bbudget|\bdaily|\bmonthly|\bplan['’]?s?\b.{0,30}\blimit|\busage limit|\bcredits?\b|\bmidnight\b|pay-?as-?you-?go/i;

/** A refusal for going too fast, or one that no pause of this run will lift. */
export function throttleKind(message: string): 'burst' | 'quota' {
  return QUOTA.test(message) ? 'quota' : 'burst';
}
