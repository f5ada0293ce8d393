import type { Rate } from './limiter.ts';
import type { ProviderName } from './provider.ts';

/** A provider's documented rate, kept by all workers together. */
interface RateLimit {
  /** Milliseconds between the starts of two requests. */
  readonly intervalMs: number;
  /** Requests that may start at once after a pause; 1 when left out. */
  readonly burst?: number;
  /** Requests open at the same time. */
  readonly connections: number;
  /** The same with a key, where a key buys more. */
  readonly withKey?: Rate;
  /** Where the number comes from; shown by `plumbline sources`. */
  readonly says: string;
}

/** Hosts that are no search provider but are asked under the same discipline. */
export type LimitName = ProviderName | 'arxiv_html' | 'ar5iv' | 'datacite' | 'doi' | 'page' | 'pdf';

/**
 * Documented rates, or a careful guess where a provider gives none in public (commercial terms change: what a response's
 * headers say overrides this table).
 */
export const LIMITS: Readonly<Record<LimitName, RateLimit>> = {
  arxiv: { intervalMs: 3000, connections: 1, says: 'one request per 3 s over all machines, one connection' },
  semanticscholar: {
    intervalMs: 1500,
    connections: 1,
    withKey: { intervalMs: 1000, connections: 1 },
    says: '1 request/s with a key; without one a pool shared with everybody',
  },
  openalex: {
    intervalMs: 200,
    connections: 2,
    withKey: { intervalMs: 50, connections: 5 },
    says: 'at most 100 requests/s; a daily budget by key',
  },
  crossref: {
    intervalMs: 200,
    connections: 1,
    withKey: { intervalMs: 100, connections: 3 },
    says: '5/s with one connection; 10/s with three when a contact is given',
  },
  dblp: { intervalMs: 1000, connections: 1, says: 'no number is published; fast clients are refused' },
  unpaywall: { intervalMs: 100, connections: 2, says: '100,000 requests/day' },
  core: {
    intervalMs: 6000,
    connections: 1,
    withKey: { intervalMs: 2500, connections: 1 },
    says: 'by the response headers',
  },
  huggingface: { intervalMs: 500, connections: 2, says: 'no number is published' },
  hackernews: { intervalMs: 360, connections: 2, says: '10,000 requests/h' },
  stackexchange: { intervalMs: 250, connections: 1, says: '300 requests/day without a key, 10,000 with; 30/s bans' },
  reddit: { intervalMs: 1000, connections: 1, says: 'about 100 requests/min with OAuth' },
  github: {
    // Both searches of a question may follow each other at once; 2 early ones and 8 in time make ten a minute.
    intervalMs: 7500,
    burst: 3,
    connections: 1,
    withKey: { intervalMs: 2150, burst: 3, connections: 1 },
    says: 'search 10/min, 30/min with a token',
  },
  brave: { intervalMs: 1000, connections: 1, says: 'by plan, from 1/s; the response headers say' },
  tavily: { intervalMs: 600, connections: 2, says: 'by plan' },
  exa: { intervalMs: 250, connections: 2, says: 'by plan' },
  searxng: { intervalMs: 500, connections: 2, says: 'your own instance' },
  arxiv_html: { intervalMs: 1000, connections: 1, says: 'considerate reading of public pages' },
  ar5iv: { intervalMs: 1000, connections: 1, says: 'considerate reading of public pages' },
  datacite: { intervalMs: 350, connections: 2, says: 'about 1,000 requests in 5 min' },
  doi: { intervalMs: 200, connections: 2, says: 'no number is published' },
  page: { intervalMs: 200, connections: 4, says: 'one page of a site at a time' },
  pdf: { intervalMs: 500, connections: 2, says: 'considerate reading of public files' },
};

/** Part of the interval added so that clocks and networks a few milliseconds apart break no limit. */
const MARGIN = 1.04;

/** The interval and the connections that apply. */
export function limitOf(name: LimitName, hasKey: boolean): Rate {
  const limit = LIMITS[name];
  const { intervalMs, connections, burst = 1 } = hasKey && limit.withKey ? limit.withKey : limit;
  return { intervalMs: Math.ceil(intervalMs * MARGIN), connections, burst };
}
