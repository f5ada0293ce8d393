import { randomUUID } from 'node:crypto';
import { UsageError } from '../contracts/errors.ts';
import type { PlanGraph, Revision } from '../contracts/plan.ts';
import { MODES, type RunMeta, type RunRequest } from '../contracts/run.ts';
import { createRun, type Origin } from '../run/create.ts';
import { findGraph, listRevisions } from '../run/graph-rows.ts';
import { RunHandle } from '../run/handle.ts';
import { answerQuestion, listQuestions, readQuestion } from '../run/questions.ts';
import { isSpent, raiseBudget } from '../run/raise-budget.ts';
import { readBudget } from '../run/stops.ts';
import { listEvents } from '../run/transcript.ts';
import type { Runtime } from '../runtime.ts';
import type { Starts } from '../schedule/fire.ts';
import { ROWS_ONLY, type Scheduler } from '../schedule/scheduler.ts';
import { type Digester, Schedules } from '../schedule/schedules.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import type { Api } from './api.ts';
import { ApiUnavailable, Conflict, NotFound } from './errors.ts';
import type { Estimate, Estimator } from './estimates.ts';
import type { Executions } from './executions.ts';
import { forgetOrigin, originOf, rememberRun } from './idempotency.ts';
import type { Links } from './links.ts';
import { listRuns } from './list-runs.ts';
import { overdueRuns } from './overdue.ts';
import { removeRun } from './remove-run.ts';
import { checkContinued, findMeta, isEnd, isGoing, notThere, type Runs, statusOf, usageOf } from './run-status.ts';
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
  private readonly runtime: Runtime;
  private readonly executions: Executions;
  private readonly owner: string;
  private readonly links: Links | null;
  private readonly shares: Shares | null;
  private readonly estimator: Estimator | null;

  constructor(runtime: Runtime, executions: Executions, owner: string, parts: ServiceParts = {}) {
    this.runs = { runtime, executions, owner };
    this.runtime = runtime;
    this.executions = executions;
    this.owner = owner;
    this.links = parts.links ?? null;
    this.estimator = parts.estimator ?? null;
    this.shares = parts.limits
      ? new Shares(runtime.table, runtime.clock, owner, parts.limits, (slug) => usageOf(this.runs, slug))
      : null;
    const starts: Starts = {
      start: async (request, origin) => (await this.createFrom(request, origin)).slug,
      isGoing: (slug) => isGoing(this.runs, slug),
    };
    this.schedules = new Schedules(runtime, owner, parts.scheduler ?? ROWS_ONLY, starts, parts.digester ?? null);
  }

  /**
   * Creates a run and starts its first attempt.
   *
   * @param key the same key with the same request is the same run, whatever happened to the first answer
   * @throws {LimitReached} when the owner's share is used up
   * @throws {KeyReused} when the key came with another request
   */
  async create(request: RunRequest, key: string | null = null): Promise<{ slug: string }> {
    if (key === null) return this.createFrom(request, null);
    const { table, clock } = this.runtime;
    const { origin, slug } = await originOf(table, this.owner, key, request, new Date(clock.wall()), clock.now());
    if (slug !== null) return { slug };
    try {
      const created = await this.createFrom(request, origin);
      await rememberRun(table, this.owner, key, created.slug);
      return created;
    } catch (error) {
      // What was refused has no run: the key is free for another try.
      if (error instanceof UsageError) await forgetOrigin(table, this.owner, key);
      throw error;
    }
  }

  private async createFrom(request: RunRequest, origin: Origin | null): Promise<{ slug: string }> {
    await checkContinued(this.runs, request);
    const share = origin?.id ?? randomUUID();
    await this.shares?.take(share, request.budget ?? MODES[request.depth].tokens);
    let meta: RunMeta;
    try {
      meta = await createRun(this.runtime, this.owner, request, origin);
    } catch (error) {
      await this.shares?.giveBack(share);
      throw error;
    }
    await this.shares?.name(share, meta.slug);
    await this.executions.start(this.owner, meta.slug, 1);
    return { slug: meta.slug };
  }

  /** What a run would use; nothing is started. */
  async estimate(request: RunRequest): Promise<Estimate> {
    if (!this.estimator) throw new ApiUnavailable('Estimates are not available here.');
    await checkContinued(this.runs, request);
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
    const rows = await listEvents(this.runtime.table, this.owner, slug, { after, limit });
    return { rows, next: rows.length === limit ? rows.at(-1)!.seq : null };
  }

  /**
   * Answers a question. When no execution waits for it, the run is resumed.
   * @throws {UsageError} for a choice that is none
   * @throws {NotFound} for a question that the run has not
   */
  async answer(slug: string, question: string, choice: string): Promise<RunView> {
    const meta = await this.meta(slug);
    if (!(await this.runtime.table.get(keys.question(this.owner, slug, question)))) {
      throw new NotFound(
        `The run ${slug} has no question ${question}. \`plumbline status ${slug}\` shows its questions.`,
      );
    }
    await answerQuestion(this.handle(meta), question, choice, 'user');
    if (!isEnd(meta.status) && (await this.executions.hasEnded(this.owner, slug, meta.attempt)))
      await this.resume(slug);
    return this.view(slug);
  }

  /**
   * Starts the next attempt of a run whose last one is proved ended.
   *
   * @param options `budget`: a higher limit, in tokens, what was used included
   * @throws {Conflict} while it runs, and when there is nothing to go on with
   * @throws {UsageError} for a limit that is not higher
   * @throws {LimitReached} when the owner's share is used up
   */
  async resume(slug: string, options: { budget?: number | null } = {}): Promise<RunView> {
    const meta = await this.meta(slug);
    if (meta.status === 'complete')
      throw new Conflict(`The run ${slug} is complete; \`plumbline open ${slug}\` shows it.`);
    if (!(await this.executions.hasEnded(this.owner, slug, meta.attempt))) {
      throw new Conflict(
        `The run ${slug} is still being executed (attempt ${meta.attempt}); \`plumbline status ${slug}\` shows where it is.`,
      );
    }
    const budget = options.budget ?? null;
    if (budget === null && meta.reason === 'budget' && isEnd(meta.status) && (await isSpent(this.handle(meta)))) {
      const { used, total } = await readBudget(this.handle(meta));
      throw new Conflict(
        `The run ${slug} has used ${used} of ${total} tokens and would stop again at once. Go on with a higher limit: \`plumbline resume ${slug} --budget=${Math.ceil((2 * total) / 1000)}k-tokens\`.`,
      );
    }
    await this.nextAttempt(meta, false, budget);
    return this.view(slug);
  }

  /** @param cancelled whether the attempt only writes up what there is */
  private async nextAttempt(meta: RunMeta, cancelled: boolean, budget: number | null = null): Promise<void> {
    const { slug } = meta;
    const attempt = meta.attempt + 1;
    const share = await this.takeAgain(meta, attempt, budget);
    try {
      if (budget !== null) await raiseBudget(this.handle(meta), budget);
      await this.runtime.table.update(
        keys.meta(this.owner, slug),
        { set: { attempt, status: 'active', reason: null, cancelled, ended: null, deadlineAt: null } },
        { equals: { attempt: meta.attempt } },
      );
    } catch (error) {
      if (share !== null) await this.shares?.giveBack(share);
      if (!(error instanceof ConditionFailed)) throw error;
      throw new Conflict(`The run ${slug} was resumed by somebody else at the same moment.`);
    }
    await this.runtime.table.update(keys.index(this.owner, meta.created, slug), { set: { status: 'active' } });
    await this.executions.start(this.owner, slug, attempt);
  }

  /** Resumes runs whose question was not answered in time and that nobody executes; the default is taken. */
  async resumeOverdue(): Promise<string[]> {
    const resumed: string[] = [];
    for (const slug of await overdueRuns(this.runs)) {
      try {
        await this.resume(slug);
        resumed.push(slug);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error; // somebody else was first
      }
    }
    return resumed;
  }

  /** Cancels: what has not started does not start; what is there is written up, by a new attempt when nobody runs it. */
  async cancel(slug: string): Promise<RunView> {
    const meta = await this.meta(slug);
    if (isEnd(meta.status))
      throw new Conflict(`The run ${slug} has ended (${meta.status}); there is nothing to cancel.`);
    await this.runtime.table.update(keys.meta(this.owner, slug), { set: { cancelled: true } }, { exists: true });
    for (const question of await listQuestions(this.runtime, this.owner, slug)) {
      if (question.answer === null) await this.answerByDefault(meta, question.id, question.default);
    }
    if (await this.executions.hasEnded(this.owner, slug, meta.attempt)) await this.nextAttempt(meta, true);
    return this.view(slug);
  }

  async artifacts(slug: string): Promise<string[]> {
    return this.handle(await this.meta(slug)).list('');
  }

  async artifact(slug: string, path: string): Promise<Uint8Array | undefined> {
    const run = this.handle(await this.meta(slug));
    return this.runtime.blobs.get(run.path(path));
  }

  /**
   * One file to hand out: a short-lived link where there are links, else its content.
   * @throws {NotFound} when the run has no such file
   */
  async fetchArtifact(slug: string, path: string): Promise<ArtifactLink | { content: Uint8Array }> {
    const key = this.handle(await this.meta(slug)).path(path);
    const missing = () => new NotFound(`The run ${slug} has no file ${path}. Its artifacts are listed without a path.`);
    if (this.links === null) {
      const content = await this.runtime.blobs.get(key);
      if (content === undefined) throw missing();
      return { content };
    }
    const bytes = await this.runtime.blobs.size(key);
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
  async meta(slug: string): Promise<RunMeta> {
    const meta = await findMeta(this.runs, slug);
    if (!meta) throw notThere(slug);
    return meta;
  }

  handle(meta: RunMeta): RunHandle {
    return new RunHandle(this.runtime, meta);
  }

  /** The default, unless an answer of the user's came first: that one stands. */
  private async answerByDefault(meta: RunMeta, id: string, choice: string): Promise<void> {
    try {
      await answerQuestion(this.handle(meta), id, choice, 'default');
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if ((await readQuestion(this.runtime, this.owner, meta.slug, id)).answer === null) throw error;
    }
  }

  /**
   * A resumed run takes a share for what it has left, unless it still holds the one of its last attempt. A higher limit
   * takes another one.
   */
  private async takeAgain(meta: RunMeta, attempt: number, budget: number | null): Promise<string | null> {
    const { slug } = meta;
    if (!this.shares || (budget === null && (await this.shares.holds(slug)))) return null;
    const { total, used } = await readBudget(this.handle(meta));
    await this.shares.release(slug, used);
    const share = `resume:${slug}:${attempt}`;
    await this.shares.take(share, Math.max(0, (budget ?? total) - used), { slug, used });
    return share;
  }
}
