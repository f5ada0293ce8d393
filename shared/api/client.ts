import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { RunRequest } from '../contracts/run.ts';
import { Manifest } from '../sources/library/store.ts';
import type { Api } from './api.ts';
import { ApiUnavailable, NotFound } from './errors.ts';
import { errorOf, PROBLEM_TYPE, Problem } from './problem.ts';
import { JSON_TYPE } from './route.ts';
import { ArtifactLink, ArtifactList, Created, LINK_TYPE, RunPage, RunView, TranscriptPage } from './views.ts';

/** Who asks: a token as it is, or a way to get one that has not expired. */
export interface Credentials {
  readonly token: string | (() => Promise<string>);
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 35_000;
/** Indexing a library of thousands of documents takes its time. */
const IMPORT_TIMEOUT_MS = 600_000;
const TRIES = 3;
const PAUSE_MS = 300;

/** The API over HTTP: the embedded server of another process, or a deployed one. */
export class ApiClient implements Api {
  private readonly base: string;
  private readonly credentials: Credentials;

  /** @param base address without a final slash, with the stage's path where there is one */
  constructor(base: string, credentials: Credentials) {
    this.base = base.replace(/\/+$/, '');
    this.credentials = credentials;
  }

  /**
   * A client of a deployed API, signed in by client credentials from the environment or by the stored login.
   * @throws {Unauthenticated} when there is neither
   */
  static async deployed(endpoint: string, environment: NodeJS.ProcessEnv): Promise<ApiClient> {
    const { deployedCredentials } = await import('./credentials.ts');
    return new ApiClient(endpoint, await deployedCredentials(endpoint, environment));
  }

  /** Whether a server of ours answers there: it knows the token. */
  async alive(): Promise<boolean> {
    try {
      const reply = await this.fetch('/runs', { query: { limit: 1 } }, 2000);
      await reply.body?.cancel();
      return reply.status === 200;
    } catch (error) {
      if (error instanceof ApiUnavailable) return false;
      throw error;
    }
  }

  async create(request: RunRequest, key: string | null = null): Promise<{ slug: string }> {
    // The key makes it harmless to send the request again when the answer was lost.
    const headers = { 'idempotency-key': key ?? randomUUID() };
    return this.json('/runs', Created, { method: 'POST', body: request, headers });
  }

  async list(options: { status?: string; after?: string; limit?: number } = {}): Promise<RunPage> {
    return this.json('/runs', RunPage, { query: options });
  }

  async view(slug: string): Promise<RunView> {
    return this.json(runPath(slug), RunView);
  }

  async transcript(slug: string, after = 0, limit = 500): Promise<TranscriptPage> {
    return this.json(`${runPath(slug)}/transcript`, TranscriptPage, { query: { after, limit } });
  }

  async answer(slug: string, question: string, choice: string): Promise<RunView> {
    return this.json(`${runPath(slug)}/answers`, RunView, { method: 'POST', body: { question, choice } });
  }

  async resume(slug: string): Promise<RunView> {
    return this.json(`${runPath(slug)}/resume`, RunView, { method: 'POST' });
  }

  async cancel(slug: string): Promise<RunView> {
    return this.json(`${runPath(slug)}/cancel`, RunView, { method: 'POST' });
  }

  async remove(slug: string): Promise<void> {
    await this.send(runPath(slug), { method: 'DELETE' });
  }

  async artifacts(slug: string): Promise<string[]> {
    return (await this.json(`${runPath(slug)}/artifacts`, ArtifactList)).paths;
  }

  async artifact(slug: string, path: string): Promise<Uint8Array | undefined> {
    let reply: Response;
    try {
      reply = await this.send(`${runPath(slug)}/artifacts`, { query: { path } });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.view(slug); // a run that is not there is an error, a file that is not there is none
      return undefined;
    }
    if (typeOf(reply) !== LINK_TYPE) return new Uint8Array(await reply.arrayBuffer());
    const { url } = await parsed(reply, ArtifactLink);
    const file = await fetchOrFail(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!file.ok)
      throw new ApiUnavailable(`The file ${path} of ${slug} could not be fetched (${file.status}). Try again.`);
    return new Uint8Array(await file.arrayBuffer());
  }

  /** Indexes a library of the machine on which the server runs; embedded servers only. */
  async importLibrary(path: string): Promise<Manifest> {
    const body = { path: resolve(path) };
    const reply = await this.send('/libraries', { method: 'POST', body }, IMPORT_TIMEOUT_MS);
    return parsed(reply, Manifest);
  }

  private async json<T>(path: string, schema: z.ZodType<T>, call: Call = {}): Promise<T> {
    return parsed(await this.send(path, call), schema);
  }

  /** Sends, and sends again what is harmless to repeat and failed in passing. */
  private async send(path: string, call: Call, timeoutMs = TIMEOUT_MS): Promise<Response> {
    const harmless = (call.method ?? 'GET') === 'GET' || call.headers?.['idempotency-key'] !== undefined;
    for (let tried = 1; ; tried++) {
      try {
        const reply = await this.fetch(path, call, timeoutMs);
        if (reply.ok) return reply;
        throw await failureOf(reply);
      } catch (error) {
        if (!(error instanceof ApiUnavailable) || !harmless || tried >= TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tried));
      }
    }
  }

  private async fetch(path: string, call: Call, timeoutMs: number): Promise<Response> {
    const address = new URL(this.base + path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const { token } = this.credentials;
    return fetchOrFail(address, {
      method: call.method ?? 'GET',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...call.headers,
        accept: `${JSON_TYPE}, */*;q=0.5`,
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        ...(call.body === undefined ? {} : { 'content-type': JSON_TYPE }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
  }
}

const runPath = (slug: string): string => `/runs/${encodeURIComponent(slug)}`;
const typeOf = (reply: Response): string => (reply.headers.get('content-type') ?? '').split(';')[0]!.trim();

async function fetchOrFail(address: URL | string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    const { host } = new URL(address);
    const inner = (cause as { cause?: { code?: string } }).cause?.code ?? (cause as Error).name;
    throw new ApiUnavailable(`${host} does not answer (${inner}). Check the address and try again.`, { cause });
  }
}

async function parsed<T>(reply: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await reply.text();
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const host = URL.parse(reply.url)?.host ?? 'The server';
    if (cause instanceof z.ZodError || cause instanceof SyntaxError) {
      throw new ApiUnavailable(`${host} answered in a form this version does not know. Are both of one version?`, {
        cause,
      });
    }
    throw cause;
  }
}

async function failureOf(reply: Response): Promise<Error> {
  const text = await reply.text();
  if (typeOf(reply) === PROBLEM_TYPE) {
    const problem = Problem.safeParse(JSON.parse(text));
    if (problem.success) return errorOf(problem.data, reply.headers);
  }
  const where = URL.parse(reply.url)?.host ?? 'The server';
  return new ApiUnavailable(`${where} answered ${reply.status} and not as this API does. Check the address.`);
}
