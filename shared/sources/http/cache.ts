import { sha256 } from '../../contracts/ids.ts';
import type { Blobs } from '../../store/ports.ts';
import type { HttpResponse } from './client.ts';

/** A stored answer. */
export interface Cached {
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  readonly response: HttpResponse;
}

const PREFIX = 'cache/http/';
/** Parameters that change nothing in the answer, and headers that stay out of the cache. */
const PERSONAL = ['api_key', 'key', 'mailto', 'email', 'access_token'];
const KEPT_HEADERS = new Set([
  'content-type',
  'etag',
  'last-modified',
  'link',
  'date',
  'x-rate-limit-limit',
  'x-rate-limit-interval',
  'x-concurrency-limit',
]);

/**
 * Answers of sources in the blob store: a step that runs again asks nobody again, and an old answer is only confirmed
 * (`If-None-Match`). Keys and addresses of people are no part of an answer's name, nor of what is stored.
 */
export class ResponseCache {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  async read(name: string): Promise<Cached | undefined> {
    const bytes = await this.#blobs.get(name);
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf(10);
    if (end < 0) return undefined;
    const head = parseHead(new TextDecoder().decode(bytes.subarray(0, end)));
    return head && { storedAt: head.storedAt, response: { ...head.response, body: bytes.subarray(end + 1) } };
  }

  async write(name: string, response: HttpResponse, now: number): Promise<void> {
    const headers = Object.fromEntries(Object.entries(response.headers).filter(([key]) => KEPT_HEADERS.has(key)));
    const { body, ...rest } = response;
    const head = JSON.stringify({ storedAt: now, response: { ...rest, url: withoutPersonal(rest.url), headers } });
    await this.#blobs.put(name, Buffer.concat([Buffer.from(`${head}\n`), body]), 'application/octet-stream');
  }
}

/** The cache's name of a request. */
export function cacheName(
  provider: string,
  request: { method: string; url: string; body?: string | undefined },
): string {
  return `${PREFIX}${provider}/${sha256(JSON.stringify([request.method, withoutPersonal(request.url), request.body ?? '']))}`;
}

/** Headers that ask only whether a stored answer is still right. */
export function conditionalHeaders(cached: Cached | undefined): Record<string, string> {
  const headers = cached?.response.headers;
  return {
    ...(headers?.etag ? { 'if-none-match': headers.etag } : {}),
    ...(headers?.['last-modified'] ? { 'if-modified-since': headers['last-modified'] } : {}),
  };
}

function withoutPersonal(address: string): string {
  const url = new URL(address);
  for (const name of PERSONAL) url.searchParams.delete(name);
  return url.href;
}

function parseHead(text: string): { storedAt: number; response: Omit<HttpResponse, 'body'> } | undefined {
  try {
    const head = JSON.parse(text) as { storedAt?: unknown; response?: Omit<HttpResponse, 'body'> };
    if (typeof head.storedAt !== 'number' || typeof head.response?.status !== 'number') return undefined;
    return { storedAt: head.storedAt, response: head.response };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined; // from another version: it is fetched again
  }
}
