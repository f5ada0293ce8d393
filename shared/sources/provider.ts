import type { Source } from '../contracts/enums.ts';
import type { DayRange } from './dates.ts';
import type { ParseContext, Parsed, SourceResponse } from './outcome.ts';

export const PROVIDERS = [
  'arxiv',
  'semanticscholar',
  'openalex',
  'crossref',
  'dblp',
  'unpaywall',
  'core',
  'huggingface',
  'hackernews',
  'stackexchange',
  'reddit',
  'github',
  'brave',
  'tavily',
  'exa',
  'searxng',
] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A request before it is sent; keys stand in it, so it is never logged as it is. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a client needs to build a request: where, with which key, and whom to contact. */
export interface Access {
  /** Base address, from configuration; the endpoint's path is joined to it. */
  readonly base: string;
  readonly key: string | null;
  /** E-mail address for services that ask for one. */
  readonly contact: string | null;
}

/** One search, in words; each client turns it into its provider's syntax. */
export interface SearchQuery {
  readonly text: string;
  /** Records wanted; clients keep below their provider's page limit. */
  readonly max: number;
  readonly days: DayRange;
  /** `next` of the page before; null for the first. */
  readonly cursor: Readonly<Record<string, unknown>> | null;
  /** The strict form found nothing: ask for any of the words instead of all. */
  readonly relaxed: boolean;
  /** Which of a provider's searches, where it has several: GitHub's `repositories`, `issues` or `code`. */
  readonly kind?: string;
}

/** A thin client: pure functions over requests and responses, no I/O. */
export interface Provider {
  readonly name: ProviderName;
  /** As people know it. */
  readonly title: string;
  readonly channel: Source;
  readonly base: string;
  /** Environment variable of the base address. */
  readonly urlVar: string;
  /** Environment variable (and name of the secret) of the key; null when there is none. */
  readonly keyVar: string | null;
  /** Without a key nothing works. */
  readonly keyRequired: boolean;
  /** The key is an e-mail address, asked for as contact. */
  readonly contactRequired?: boolean;
  /** What works without a key, and where to get one. */
  readonly about: string;
  buildRequest(query: SearchQuery, access: Access): ProviderRequest;
  /** Never throws, whatever the bytes are. */
  parse(response: SourceResponse, context: ParseContext): Parsed;
}

/**
 * Joins an endpoint's path to a base. A base that already ends with the beginning of the path is not doubled, so both an
 * origin and a full endpoint may be configured.
 */
export function endpoint(
  base: string,
  path: string,
  params: Readonly<Record<string, string | number | null>> = {},
): string {
  const url = new URL(base);
  const have = url.pathname.split('/').filter((part) => part !== '');
  const want = path.split('/').filter((part) => part !== '');
  let overlap = Math.min(have.length, want.length);
  while (overlap > 0 && !want.slice(0, overlap).every((part, i) => have[have.length - overlap + i] === part)) overlap--;
  url.pathname = `/${[...have, ...want.slice(overlap)].join('/')}${path.endsWith('/') ? '/' : ''}`;
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** A number out of a cursor; `fallback` when it is missing or no number. */
export function cursorNumber(query: SearchQuery, name: string, fallback: number): number {
  const value = query.cursor?.[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;
}

/** A text out of a cursor, null when it is missing. */
export function cursorText(query: SearchQuery, name: string): string | null {
  const value = query.cursor?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
