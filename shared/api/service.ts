import type { PlanGraph, Revision } from '../contracts/plan.ts';
import type { RunMeta, RunRequest } from '../contracts/run.ts';
import { findGraph, listRevisions } from '../run/graph-rows.ts';
import { RunHandle } from '../run/handle.ts';
import { listEvents } from '../run/transcript.ts';
import type { Runtime } from '../runtime.ts';
import type { Starts } from '../schedule/fire.ts';
import { ROWS_ONLY, type Scheduler } from '../schedule/scheduler.ts';
import { type Digester, Schedules } from '../schedule/schedules.ts';
import type { Api } from './api.ts';
import { Attempts } from './attempts.ts';
import { ApiUnavailable, NotFound } from './errors.ts';
import type { Estimate, Estimator } from './estimates.ts';
import type { Executions } from './executions.ts';
import type { Links } from './links.ts';
import { listRuns } from './list-runs.ts';
import { Orders } from './orders.ts';
import { removeRun } from './remove-run.ts';
import { getMeta, isGoing, type Runs, statusOf, usageOf } from './run-status.ts';
import { type OwnerLimits, Shares } from './shares.ts';
import { viewRun } from './view-run.ts';
import type { ArtifactLink, RunPage, RunView, TranscriptPage } from './views.ts';

/** What is chosen at the edge; the service does without any of it. */
export interface ServiceParts {
  /** Short-lived links to objects; null: files are answered themselves. */
  readonly links?: Links | null;
  /** What an owner may use; null: no limits. */
  readonly limits?: OwnerLimits | null;
  /** What fires schedules; left out: a loop that reads their rows. */
  readonly scheduler?: Scheduler;
  readonly estimator?: Estimator | null;
  /** Where digests are made by no event: makes them when they are asked for. */
  readonly digester?: Digester | null;
}

/** What the CLI and the REST API offer, for one owner. Somebody else's run is not found. */
export class Service implements Api {
  readonly schedules: Schedules;
  private readonly runs: Runs;
  private readonly orders: Orders;
  private readonly attempts: Attempts;
  private readonly links: Links | null;
  private readonly shares: Shares | null;
  private readonly estimator: Estimator | null;

  constructor(runtime: Runtime, executions: Executions, owner: string, parts: ServiceParts = {}) {
    this.runs = { runtime, executions, owner };
    this.links = parts.links ?? null;
    this.estimator = parts.estimator ?? null;
    this.shares = parts.limits
      ? new Shares(runtime.table, runtime.clock, owner, parts.limits, (slug) => usageOf(this.runs, slug))
      : null;
    this.orders = new Orders(this.runs, this.shares);
    this.attempts = new Attempts(this.runs, this.shares);
    const starts: Starts = {
      check: (request) => this.orders.checkNames(request),
      start: async (request, origin) => (await this.orders.from(request, origin)).slug,
      isGoing: (slug) => isGoing(this.runs, slug),
    };
    this.schedules = new Schedules(runtime, owner, parts.scheduler ?? ROWS_ONLY, starts, parts.digester ?? null);
  }

  /** See {@link Orders.create}. */
  create(request: RunRequest, key: string | null = null): Promise<{ slug: string }> {
    return this.orders.create(request, key);
  }

  /** What a run would use; nothing is started. */
  async estimate(request: RunRequest): Promise<Estimate> {
    if (!this.estimator) throw new ApiUnavailable('Estimates are not available here.');
    await this.orders.check(request);
    return this.estimator(request);
  }

  /** Newest first. */
  list(options: { status?: string; after?: string; limit?: number } = {}): Promise<RunPage> {
    return listRuns(this.runs, options);
  }

  async view(slug: string): Promise<RunView> {
    return viewRun(this.runs, await this.meta(slug));
  }

  /** A run's status alone. */
  async status(slug: string): Promise<RunView['status']> {
    return statusOf(this.runs, await this.meta(slug));
  }

  /**
   * The plan as its rows say, and the revisions that made it so.
   * @throws {NotFound} before there is one
   */
  async plan(slug: string): Promise<{ graph: PlanGraph; revisions: Revision[] }> {
    const run = this.handle(await this.meta(slug));
    const graph = await findGraph(run);
    if (!graph) throw new NotFound(`The run ${slug} has no plan yet; it is made in stage 1.`);
    return { graph, revisions: await listRevisions(run) };
  }

  /** Rows after `after`; `next` is where to go on, null at the end of what there is. */
  async transcript(slug: string, after = 0, limit = 500): Promise<TranscriptPage> {
    await this.meta(slug);
    const rows = await listEvents(this.runs.runtime.table, this.runs.owner, slug, { after, limit });
    return { rows, next: rows.length === limit ? rows.at(-1)!.seq : null };
  }

  /** See {@link Attempts.answer}. */
  async answer(slug: string, question: string, choice: string): Promise<RunView> {
    await this.attempts.answer(await this.meta(slug), question, choice);
    return this.view(slug);
  }

  /** See {@link Attempts.resume}. */
  async resume(slug: string, options: { budget?: number | null } = {}): Promise<RunView> {
    await this.attempts.resume(await this.meta(slug), options.budget ?? null);
    return this.view(slug);
  }

  /** See {@link Attempts.resumeOverdue}. */
  resumeOverdue(): Promise<string[]> {
    return this.attempts.resumeOverdue();
  }

  /** See {@link Attempts.cancel}. */
  async cancel(slug: string): Promise<RunView> {
    await this.attempts.cancel(await this.meta(slug));
    return this.view(slug);
  }

  async artifacts(slug: string): Promise<string[]> {
    return this.handle(await this.meta(slug)).list('');
  }

  async artifact(slug: string, path: string): Promise<Uint8Array | undefined> {
    const run = this.handle(await this.meta(slug));
    return this.runs.runtime.blobs.get(run.path(path));
  }

  /**
   * One file to hand out: a short-lived link where there are links, else its content.
   * @throws {NotFound} when the run has no such file
   */
  async fetchArtifact(slug: string, path: string): Promise<ArtifactLink | { content: Uint8Array }> {
    const key = this.handle(await this.meta(slug)).path(path);
    const missing = () => new NotFound(`The run ${slug} has no file ${path}. Its artifacts are listed without a path.`);
    if (this.links === null) {
      const content = await this.runs.runtime.blobs.get(key);
      if (content === undefined) throw missing();
      return { content };
    }
    const bytes = await this.runs.runtime.blobs.size(key);
    if (bytes === undefined) throw missing();
    return { path, bytes, ...(await this.links.link(key)) };
  }

  /**
   * Deletes a run that has ended, and all that tells of it.
   * @throws {Conflict} while it is executed
   */
  async remove(slug: string): Promise<void> {
    await removeRun(this.runs, await this.meta(slug), this.shares);
  }

  /** @throws {NotFound} */
  meta(slug: string): Promise<RunMeta> {
    return getMeta(this.runs, slug);
  }

  handle(meta: RunMeta): RunHandle {
    return new RunHandle(this.runs.runtime, meta);
  }
}
