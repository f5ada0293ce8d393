import { decodeHTML } from 'entities';
import type { Outcome } from '../contracts/enums.ts';
import type { PaperRecord, Post, SourceResult } from '../contracts/record.ts';
import { redact } from './http/redact.ts';
import { askedWait, type Headers, type RetryAdvice, throttleKind } from './retry.ts';

/** A response as it came, before anybody believed anything about it. */
export interface SourceResponse {
  /** null: not known, as in a file somebody kept. The body is then judged by itself. */
  readonly status: number | null;
  readonly contentType: string | null;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a parser needs to know that is not in the bytes. */
export interface ParseContext {
  /** Milliseconds since 1970: reset times and the last believable year. */
  readonly now: number;
  /** Page number of the request, where the answer does not repeat it. */
  readonly page?: number;
}

/** A source result with what to do when it is a failure. */
export interface Parsed extends SourceResult {
  readonly retry: RetryAdvice | null;
  /** Ids asked for by name that the source does not have. */
  readonly missing?: readonly string[];
}

export interface Found {
  readonly papers?: readonly PaperRecord[];
  readonly posts?: readonly Post[];
  readonly total?: number | null;
  readonly next?: Readonly<Record<string, unknown>> | null;
  readonly notes?: readonly string[];
  /** The source said that this is not all it should have found. */
  readonly partial?: boolean;
  readonly retry?: RetryAdvice | null;
}

/** An answer that worked: `hits`, `partial`, or `none` when it is empty. */
export function found(facts: Found): Parsed {
  const papers = [...(facts.papers ?? [])];
  const posts = distinct(facts.posts ?? []);
  const any = papers.length + posts.length > 0;
  return {
    outcome: facts.partial ? 'partial' : any ? 'hits' : 'none',
    total: facts.total ?? null,
    next: facts.next ? { ...facts.next } : null,
    papers,
    posts,
    notes: [...(facts.notes ?? [])],
    retry: facts.retry ?? null,
  };
}

/** A repeated post of one answer counts once: the first one stays. */
function distinct(posts: readonly Post[]): Post[] {
  const seen = new Set<string>();
  return posts.filter((post) => !seen.has(post.id) && seen.add(post.id));
}

/** An answer that is a failure; its note says what happened. */
export function failed(
  outcome: Outcome,
  note: string,
  retry: RetryAdvice | null = null,
  total: number | null = null,
): Parsed {
  return { outcome, total, next: null, papers: [], posts: [], notes: [redact(note).slice(0, 500)], retry };
}

/** An answer without anything that this provider's answers have: a failure, never "nothing found". */
export function unknownShape(provider: string): Parsed {
  return failed('error', `${provider} sent an answer of an unknown shape`, NEVER);
}

const NEVER: RetryAdvice = { kind: 'never', waitMs: null };

const THROTTLED =
  /rate.?limit|rate exceeded|too many requests|throttl|abuse detection|secondary rate|slow down|usage limit|quota (?:exceeded|reached)|insufficient budget|exceeded.{0,30}\b(?:limit|quota)|\btoo fast\b|request was limited/i;
const WINDOW =
  /only (?:the first|fetch the) \d[\d,]* |limit and\/or offset|maximum results? size|results? window|offset.{0,60}(?:less than|at most|maximum|exceed|out of range)|start.{0,20}max_results.{0,40}(?:less|exceed|must)|page (?:number|above|must).{0,60}(?:maximum|exceed|requires|between|less)|only first 10000/i;
const ABSENT =
  /\bnot found\b|\bno (?:match|such|results?)\b|does(?: not|n.t) exist|isn.t in .{0,20}database|could not be found/i;
const REFUSED =
  /forbidden|unauthori[sz]ed|bad credentials|access denied|not authenticated|requires authentication|must be authenticated|(?:invalid|missing|wrong|blank|incorrect).{0,30}\b(?:api.?key|token|credential)|\b(?:api.?key|token)\b.{0,40}(?:invalid|missing|required|not valid|wrong)|subscription_token_invalid/i;
const CHALLENGE =
  /anubis|captcha|not a (?:bot|robot)|are you (?:a )?human|whoa there|attention required|just a moment|checking your browser|verify you are|<title>\s*blocked/i;

/**
 * The outcome of a failure, by its class: status, message, headers. A message is trusted before a status that services use
 * for several things (403 is a secondary rate limit as often as a refusal).
 *
 * @param status null when it is not known; the message decides alone then
 */
export function classify(
  response: Pick<SourceResponse, 'status' | 'headers'>,
  message: string,
  provider: string,
  now: number,
): Parsed {
  const { status, headers } = response;
  const said = message === '' ? '' : `: ${message}`;
  const note = `${provider} answered ${status ?? 'with a failure'}${said}`;
  if (WINDOW.test(message)) return failed('window_exceeded', note, NEVER);
  const exhausted = headers['x-ratelimit-remaining'] === '0' && (status === 403 || status === 429);
  const plan = status === 402 || status === 432 || status === 433;
  if (status === 429 || plan || exhausted || (THROTTLED.test(message) && status !== 404)) {
    const kind = plan ? 'quota' : throttleKind(message);
    return failed('throttled', note, { kind, waitMs: askedWait(headers, message, now) });
  }
  if (status === 404 || status === 410) return { ...failed('none', note), retry: null };
  if (status === 401 || status === 403 || status === 407 || status === 451) return failed('blocked', note, NEVER);
  if (status !== null && status >= 500) {
    return failed('error', note, { kind: 'transient', waitMs: askedWait(headers, message, now) });
  }
  if (status === 408 || status === 425) return failed('error', note, { kind: 'transient', waitMs: null });
  if (REFUSED.test(message)) return failed('blocked', note, NEVER);
  if (status === null && ABSENT.test(message)) return { ...failed('none', note), retry: null };
  return failed('error', note, NEVER);
}

/** A page for people where data was expected: a challenge, a throttle, a missing page, or a stumble. */
export function classifyHtml(response: SourceResponse, html: string, provider: string, now: number): Parsed {
  const title = decodeHTML(/<title[^>]*>([^<]{0,200})/i.exec(html)?.[1]?.trim() ?? '');
  const { status } = response;
  if (status === 429 || status === 404 || status === 410) return classify(response, title, provider, now);
  const page = `a web page instead of data${title === '' ? '' : ` ("${title}")`}`;
  if (CHALLENGE.test(html.slice(0, 20_000)))
    return failed('blocked', `${provider} answered with a check for robots: ${page}`, NEVER);
  if (status === null || status < 400) {
    const code = /\b([45]\d\d)\b/.exec(title)?.[1];
    if (code || /too many requests|not found|unavailable|error/i.test(title)) {
      const guess = code ? Number(code) : /too many/i.test(title) ? 429 : /not found/i.test(title) ? 404 : 503;
      return classify({ status: guess, headers: response.headers }, title, provider, now);
    }
    return failed('blocked', `${provider} answered with ${page}`, NEVER);
  }
  return classify(response, page, provider, now);
}

/** Whether a failed source is worth replacing by its alternate: what a retry inside this run will not mend. */
export function isPersistent(outcome: Outcome): boolean {
  return outcome === 'blocked' || outcome === 'throttled' || outcome === 'error';
}

/** The contract's result, without the advice. */
export function toSourceResult(parsed: Parsed): SourceResult {
  const { outcome, total, next, papers, posts, notes } = parsed;
  return { outcome, total, next, papers, posts, notes };
}
