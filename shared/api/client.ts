import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { RunRequest } from '../contracts/run.ts';
import { Manifest } from '../sources/library/manifest.ts';
import type { Api } from './api.ts';
import { ApiUnavailable, NotFound } from './errors.ts';
import { Estimate } from './estimates.ts';
import { SchedulesClient } from './schedules-client.ts';
import { type Credentials, fetchOrFail, parsed, TIMEOUT_MS, Transport, typeOf } from './transport.ts';
import { ArtifactLink, ArtifactList, Created, LINK_TYPE, PlanView, RunPage, RunView, TranscriptPage } from './views.ts';

/** Indexing a library of thousands of documents takes its time. */
const IMPORT_TIMEOUT_MS = 600_000;
const ALIVE_TIMEOUT_MS = 2000;

const at = (slug: string): string => `/runs/${encodeURIComponent(slug)}`;

/** The API over HTTP: the embedded server of another process, or a deployed one. */
export class ApiClient implements Api {
  readonly schedules: SchedulesClient;
  private readonly transport: Transport;

  /** @param base address without a final slash, with the stage's path where there is one */
  constructor(base: string, credentials: Credentials) {
    this.transport = new Transport(base, credentials);
    this.schedules = new SchedulesClient(this.transport);
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
      const reply = await this.transport.once('/runs', { query: { limit: 1 }, timeoutMs: ALIVE_TIMEOUT_MS });
      await reply.body?.cancel();
      return reply.status === 200;
    } catch (error) {
      if (error instanceof ApiUnavailable) return false;
      throw error;
    }
  }

  create(request: RunRequest, key: string | null = null): Promise<{ slug: string }> {
    // The key makes it harmless to send the request again when the answer was lost.
    const headers = { 'idempotency-key': key ?? randomUUID() };
    return this.transport.json('/runs', Created, { method: 'POST', body: request, headers });
  }

  estimate(request: RunRequest): Promise<Estimate> {
    return this.transport.json('/estimates', Estimate, { method: 'POST', body: request });
  }

  list(options: { status?: string; after?: string; limit?: number } = {}): Promise<RunPage> {
    return this.transport.json('/runs', RunPage, { query: options });
  }

  view(slug: string): Promise<RunView> {
    return this.transport.json(at(slug), RunView);
  }

  plan(slug: string): Promise<PlanView> {
    return this.transport.json(`${at(slug)}/plan`, PlanView);
  }

  transcript(slug: string, after = 0, limit = 500): Promise<TranscriptPage> {
    return this.transport.json(`${at(slug)}/transcript`, TranscriptPage, { query: { after, limit } });
  }

  answer(slug: string, question: string, choice: string): Promise<RunView> {
    return this.transport.json(`${at(slug)}/answers`, RunView, { method: 'POST', body: { question, choice } });
  }

  resume(slug: string, options: { budget?: number | null } = {}): Promise<RunView> {
    const body = options.budget == null ? {} : { body: { budget: options.budget } };
    return this.transport.json(`${at(slug)}/resume`, RunView, { method: 'POST', ...body });
  }

  cancel(slug: string): Promise<RunView> {
    return this.transport.json(`${at(slug)}/cancel`, RunView, { method: 'POST' });
  }

  async remove(slug: string): Promise<void> {
    await this.transport.send(at(slug), { method: 'DELETE' });
  }

  async artifacts(slug: string): Promise<string[]> {
    return (await this.transport.json(`${at(slug)}/artifacts`, ArtifactList)).paths;
  }

  async artifact(slug: string, path: string): Promise<Uint8Array | undefined> {
    let reply: Response;
    try {
      reply = await this.transport.send(`${at(slug)}/artifacts`, { query: { path } });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.view(slug); // a run that is not there is an error, a file that is not there is none
      return undefined;
    }
    if (typeOf(reply) !== LINK_TYPE) return new Uint8Array(await reply.arrayBuffer());
    const { url } = await parsed(reply, ArtifactLink);
    const file = await fetchOrFail(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!file.ok) throw new ApiUnavailable(`The file ${path} could not be fetched (${file.status}). Try again.`);
    return new Uint8Array(await file.arrayBuffer());
  }

  /** Indexes a library of the machine on which the server runs; embedded servers only. */
  importLibrary(path: string): Promise<Manifest> {
    const body = { path: resolve(path) };
    return this.transport.json('/libraries', Manifest, { method: 'POST', body, timeoutMs: IMPORT_TIMEOUT_MS });
  }
}
