import { Agent, request as undiciRequest } from 'undici';
import { AddressForbidden, RedirectRefused, RequestAbandoned } from '../errors.ts';
import { readBody } from './body.ts';
import { failureOf } from './failure.ts';
import { checkUrl, guardedLookup, type Reach, type Resolve } from './guard.ts';
import { redact } from './redact.ts';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the unpacked body; a longer one is an error. */
  readonly maxBytes?: number;
  /** Milliseconds for everything, redirects and body included. */
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated ones joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

interface HttpOptions {
  /** Origins of configured bases: the only ones that may be this machine. */
  readonly bases: ReadonlySet<string>;
  readonly userAgent: string;
  readonly resolve?: Resolve;
  /** Milliseconds to open a connection. */
  readonly connectTimeoutMs?: number;
}

const DEFAULT_BYTES = 12 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that may follow a redirect to another origin; keys and cookies never do. */
const SAFE_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'if-none-match',
  'if-modified-since',
]);

/** The one way out: every request of every source goes through it. */
export class HttpClient {
  readonly #options: HttpOptions;
  readonly #agents: Record<Reach, Agent>;

  constructor(options: HttpOptions) {
    this.#options = options;
    const agent = (reach: Reach) =>
      new Agent({
        connect: { timeout: options.connectTimeoutMs ?? 5000, lookup: guardedLookup(reach, options.resolve) },
        maxResponseSize: -1,
        keepAliveTimeout: 4000,
        keepAliveMaxTimeout: 15_000,
      });
    this.#agents = { public: agent('public'), loopback: agent('loopback') };
  }

  /**
   * Sends a request and reads the whole answer. A status of 400 or more is an answer, not an error.
   *
   * @throws AddressForbidden, RedirectRefused, ResponseTooLarge, SourceTimeout, SourceUnreachable, RequestAbandoned
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    let hop: HttpRequest = { ...request, headers: this.#headers(request) };
    for (let redirects = 0; ; redirects++) {
      const { response, next } = await this.#hop(hop, request, signal, timeout);
      if (response) return response;
      if (redirects >= (request.maxRedirects ?? 5))
        throw new RedirectRefused(`${redact(request.url)} redirects more than ${redirects} times.`);
      hop = next;
    }
  }

  /** Ends kept connections; the process can exit. */
  async close(): Promise<void> {
    await Promise.all([this.#agents.public.close(), this.#agents.loopback.close()]);
  }

  #headers(request: HttpRequest): Record<string, string> {
    const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
    return {
      'user-agent': this.#options.userAgent,
      'accept-encoding': 'gzip, deflate, br',
      accept: '*/*',
      ...Object.fromEntries(given),
    };
  }

  async #hop(
    hop: HttpRequest,
    original: HttpRequest,
    signal: AbortSignal,
    timeout: AbortSignal,
  ): Promise<{ response: HttpResponse; next?: never } | { response?: never; next: HttpRequest }> {
    const url = URL.parse(hop.url);
    if (!url) throw new AddressForbidden(`${redact(hop.url).slice(0, 200)} is not fetched: it is no address.`);
    const reach = checkUrl(url, this.#options.bases);
    try {
      const answer = await undiciRequest(url, {
        method: hop.method ?? 'GET',
        headers: hop.headers ?? {},
        body: hop.body ?? null,
        dispatcher: this.#agents[reach],
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const headers = flat(answer.headers);
      const location = headers.location;
      if (REDIRECTS.has(answer.statusCode) && location !== undefined) {
        await answer.body.dump({ limit: 64 * 1024 });
        return { next: redirected(hop, url, location, answer.statusCode) };
      }
      const body = await readBody(
        answer.body,
        headers['content-encoding'] ?? '',
        original.maxBytes ?? DEFAULT_BYTES,
        redact(url.href),
      );
      return {
        response: {
          status: answer.statusCode,
          headers,
          contentType: headers['content-type'] ?? null,
          body,
          url: url.href,
        },
      };
    } catch (error) {
      if (original.signal?.aborted && !timeout.aborted)
        throw new RequestAbandoned(`The request to ${url.host} was abandoned.`, { cause: error });
      throw failureOf(error, url, timeout.aborted);
    }
  }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

function redirected(hop: HttpRequest, from: URL, location: string, status: number): HttpRequest {
  const to = URL.parse(location, from);
  if (!to) throw new RedirectRefused(`${redact(from.href)} redirects to something that is no address.`);
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new RedirectRefused(`${redact(from.href)} redirects away from https, to ${redact(to.href).slice(0, 200)}.`);
  }
  const toGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST');
  const headers = Object.entries(hop.headers ?? {}).filter(
    ([name]) => (to.origin === from.origin || SAFE_HEADERS.has(name)) && !(toGet && name.startsWith('content-')),
  );
  const next: HttpRequest = {
    method: toGet ? 'GET' : (hop.method ?? 'GET'),
    url: to.href,
    headers: Object.fromEntries(headers),
  };
  return toGet || hop.body === undefined ? next : { ...next, body: hop.body };
}
