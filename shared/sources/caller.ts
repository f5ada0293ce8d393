import type { Outcome } from '../contracts/enums.ts';
import { PlumblineError } from '../contracts/errors.ts';
import type { Breaker } from './breaker.ts';
import { isLocalBase } from './config.ts';
import { RequestAbandoned, SourceBusy, SourceTimeout } from './errors.ts';
import { type Cached, cacheName, conditionalHeaders, type ResponseCache } from './http/cache.ts';
import type { HttpClient, HttpResponse } from './http/client.ts';
import { learnedRate } from './http/rate-headers.ts';
import type { Limiter, Rate } from './limiter.ts';
import { type LimitName, limitOf } from './limits.ts';
import type { Network } from './network.ts';
import { failed, type ParseContext, type Parsed, type SourceResponse } from './outcome.ts';
import type { ProviderRequest } from './provider.ts';
import type { StatusBoard } from './status-board.ts';
import type { Time, WaitBudget } from './time.ts';

export interface CallerParts {
  readonly http: HttpClient;
  readonly limiter: Limiter;
  readonly breaker: Breaker;
  readonly network: Network;
  readonly cache: ResponseCache;
  readonly board: StatusBoard;
  readonly time: Time;
  readonly random: () => number;
  /** Intervals that configuration sets, in milliseconds. */
  readonly intervals: Readonly<Record<string, number>>;
}

/** One call of a provider. */
export interface Call {
  readonly provider: LimitName;
  readonly request: ProviderRequest;
  readonly hasKey: boolean;
  /** Who asks; turns are shared fairly between these. */
  readonly share: string;
  /** Milliseconds since 1970 after which the answer is of no use. */
  readonly deadline: number;
  readonly waits: WaitBudget;
  parse(response: SourceResponse, context: ParseContext): Parsed;
  readonly page?: number;
  readonly maxBytes?: number;
  /** Milliseconds for which a stored answer is as good as a new one. */
  readonly freshMs?: number;
  readonly signal?: AbortSignal;
}

const FRESH_MS = 6 * 3_600_000;
const REQUEST_MS = 30_000;
const RETRIES = 2;
const STORED: ReadonlySet<Outcome> = new Set(['hits', 'none']);

/**
 * Asks a provider with all due care: stored answers first, the breaker and the limiter before every request, bursts waited
 * for within the handler's few seconds, stumbles retried, everything else returned as a typed outcome.
 *
 * @throws SourceBusy when no turn comes in time; RequestAbandoned when the caller gave up
 */
export class Caller {
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  async call(call: Call): Promise<Parsed> {
    const { cache, time, board } = this.#parts;
    const name = cacheName(call.provider, call.request);
    const cached = await cache.read(name);
    if (cached && time.now() - cached.storedAt < (call.freshMs ?? FRESH_MS)) return this.#parse(call, cached.response);
    const local = isLocalBase(call.request.url);
    if (!local && !(await this.#parts.network.isOnline())) {
      return failed('error', `${call.provider}: there is no network`, { kind: 'never', waitMs: null });
    }
    let last: Parsed | null = null;
    for (let attempt = 0; attempt <= RETRIES; attempt++) {
      const parsed = await this.#attempt(call, name, cached);
      last = parsed.result;
      if (!parsed.again || attempt === RETRIES) break;
      const pause = Math.round(400 * 2 ** attempt * (0.5 + this.#parts.random()));
      if (time.now() + pause >= call.deadline || !call.waits.take(pause)) break;
      await time.sleep(pause);
    }
    await board.record(call.provider, last!, time.now());
    return last!;
  }

  async #attempt(call: Call, name: string, cached: Cached | undefined): Promise<{ result: Parsed; again: boolean }> {
    const { breaker, time } = this.#parts;
    const gate = await this.#gate(call);
    if (gate) return { result: gate, again: false };
    const response = await this.#send(call, cached);
    if (response instanceof PlumblineError) {
      await breaker.stumble(circuitOf(call), response.message);
      const result = failed('error', response.message, {
        kind: response.retryable ? 'transient' : 'never',
        waitMs: null,
      });
      return { result, again: response.retryable };
    }
    if (response.status === 304 && cached) {
      await breaker.succeed(circuitOf(call));
      await this.#parts.cache.write(name, cached.response, time.now());
      return { result: this.#parse(call, cached.response), again: false };
    }
    const result = this.#parse(call, response);
    if (STORED.has(result.outcome) && response.status < 500) await this.#parts.cache.write(name, response, time.now());
    return { result, again: await this.#settle(call, result) };
  }

  /** Waits while the breaker is open, as long as the handler may; null when the request may go. */
  async #gate(call: Call): Promise<Parsed | null> {
    const { breaker, time } = this.#parts;
    for (;;) {
      const gate = await breaker.check(circuitOf(call));
      if (gate.state !== 'open') return null;
      const wait = gate.waitMs + Math.round(100 * this.#parts.random());
      if (time.now() + wait >= call.deadline || !call.waits.take(wait)) {
        const note = `${gate.note}; left alone for another ${Math.ceil(gate.waitMs / 1000)} s`;
        return failed(gate.outcome, note, { kind: 'burst', waitMs: gate.waitMs });
      }
      await time.sleep(wait);
    }
  }

  async #send(call: Call, cached: Cached | undefined): Promise<HttpResponse | PlumblineError> {
    const { limiter, http, time } = this.#parts;
    const rate = await this.#rate(call);
    const turn = await limiter.acquire(call.provider, rate, call.share, call.waits);
    try {
      const left = call.deadline - time.now();
      if (left < 50) throw new RequestAbandoned(`There was no time left to ask ${call.provider}.`);
      const response = await http.send({
        ...call.request,
        headers: { ...call.request.headers, ...conditionalHeaders(cached) },
        timeoutMs: Math.min(REQUEST_MS, left),
        ...(call.maxBytes === undefined ? {} : { maxBytes: call.maxBytes }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
      const learned = learnedRate(response.headers);
      if (learned) await limiter.learn(call.provider, learned);
      return response;
    } catch (error) {
      // The caller's own end looks like a time-out of the service, which it is not.
      if (error instanceof SourceTimeout && time.now() >= call.deadline - 100) {
        throw new RequestAbandoned(`${call.provider} had not answered when the time was over.`, { cause: error });
      }
      if (error instanceof PlumblineError && !(error instanceof RequestAbandoned) && !(error instanceof SourceBusy))
        return error;
      throw error;
    } finally {
      await turn.release();
    }
  }

  async #rate(call: Call): Promise<Rate> {
    const documented = limitOf(call.provider, call.hasKey);
    const own = this.#parts.intervals[call.provider];
    return own === undefined ? this.#parts.limiter.rate(call.provider, documented) : { ...documented, intervalMs: own };
  }

  #parse(call: Call, response: HttpResponse): Parsed {
    const { status, headers, contentType, body } = response;
    const context = { now: this.#parts.time.now(), ...(call.page === undefined ? {} : { page: call.page }) };
    return call.parse({ status, headers, contentType, body }, context);
  }

  /** Tells the breaker; true when the same request is worth another try now. */
  async #settle(call: Call, result: Parsed): Promise<boolean> {
    const { breaker } = this.#parts;
    const note = result.notes[0] ?? result.outcome;
    const { outcome, retry } = result;
    if (outcome === 'throttled' || outcome === 'blocked') {
      const wait = await breaker.trip(circuitOf(call), outcome, retry, note);
      return outcome === 'throttled' && retry?.kind !== 'quota' && wait <= call.waits.left;
    }
    if (outcome === 'error' && retry?.kind === 'transient') {
      await breaker.stumble(circuitOf(call), note);
      return true;
    }
    await breaker.succeed(circuitOf(call));
    // A wait that came with a good answer holds for the next request.
    if (retry?.waitMs) await breaker.trip(circuitOf(call), 'throttled', retry, `${call.provider} asked to wait`);
    return false;
  }
}

/** Pages and files come from many hosts: one that refuses must not close the others. */
function circuitOf(call: Call): string {
  return call.provider === 'page' || call.provider === 'pdf'
    ? `${call.provider}:${new URL(call.request.url).host}`
    : call.provider;
}
