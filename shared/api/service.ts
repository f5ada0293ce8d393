import { RunMeta, type RunRequest } from '../contracts/run.ts';
import { createRun } from '../run/create.ts';
import { findGraph } from '../run/graph-rows.ts';
import { RunHandle } from '../run/handle.ts';
import { answerQuestion, listQuestions } from '../run/questions.ts';
import { readBudget } from '../run/stops.ts';
import { listEvents } from '../run/transcript.ts';
import type { Runtime } from '../runtime.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys, ownerPk, runPk } from '../store/keys.ts';
import { purge } from '../store/purge.ts';
import type { Api } from './api.ts';
import { Conflict, NotFound } from './errors.ts';
import type { Executions } from './executions.ts';
import type { Links } from './links.ts';
import { type ArtifactLink, RunLine, type RunPage, type RunView, type TranscriptPage } from './views.ts';

const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled']);
const PAGE = 100;

/** What a deployment adds to the service; an embedded one needs none of it. */
export interface ServiceParts {
  /** Short-lived links to objects; null: files are answered themselves. */
  readonly links?: Links | null;
}

/** What the CLI and the REST API offer, for one owner. Somebody else's run is not found. */
export class Service implements Api {
  private readonly runtime: Runtime;
  private readonly executions: Executions;
  private readonly owner: string;
  private readonly links: Links | null;

  constructor(runtime: Runtime, executions: Executions, owner: string, parts: ServiceParts = {}) {
    this.runtime = runtime;
    this.executions = executions;
    this.owner = owner;
    this.links = parts.links ?? null;
  }

  /** Creates a run and starts its first attempt. */
  async create(request: RunRequest, _key: string | null = null): Promise<{ slug: string }> {
    const { slug } = await createRun(this.runtime, this.owner, request);
    await this.executions.start(this.owner, slug, 1);
    return { slug };
  }

  /** Newest first. */
  async list(options: { status?: string; after?: string; limit?: number } = {}): Promise<RunPage> {
    const limit = Math.min(options.limit ?? PAGE, PAGE);
    const runs: RunLine[] = [];
    let after = options.after;
    for (;;) {
      const rows = await this.runtime.table.query({
        pk: ownerPk(this.owner),
        prefix: 'RUN#',
        descending: true,
        limit: limit + 1,
        ...(after === undefined ? {} : { after }),
      });
      const lines = await Promise.all(rows.slice(0, limit).map((row) => this.lineOf(RunLine.parse(row))));
      for (const [at, shown] of lines.entries()) {
        after = rows[at]!.sk;
        if (options.status === undefined || shown.status === options.status) runs.push(shown);
        if (runs.length === limit)
          return { runs, next: rows.length > limit || rows.at(-1)?.sk !== after ? after : null };
      }
      if (rows.length <= limit) return { runs, next: null };
    }
  }

  async view(slug: string): Promise<RunView> {
    const meta = await this.meta(slug);
    const run = this.handle(meta);
    const [graph, questions, budget, cursor] = await Promise.all([
      findGraph(run),
      listQuestions(this.runtime, this.owner, slug),
      readBudget(run),
      run.cursor(),
    ]);
    return {
      slug,
      status: await this.statusOf(meta),
      reason: meta.reason,
      request: meta.request,
      goal: meta.goal,
      created: meta.created,
      ended: meta.ended,
      cursor,
      nodes: graph?.nodes ?? [],
      questions: questions.map(({ token: _token, ...question }) => question),
      budget: { total: budget.total, used: budget.used, calls: budget.calls, cost: budget.cost },
      papers: meta.papers,
      warnings: meta.warnings,
    };
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
   */
  async answer(slug: string, question: string, choice: string): Promise<RunView> {
    const meta = await this.meta(slug);
    await answerQuestion(this.handle(meta), question, choice, 'user');
    if (!ENDED.has(meta.status) && (await this.executions.hasEnded(this.owner, slug, meta.attempt)))
      await this.resume(slug);
    return this.view(slug);
  }

  /**
   * Starts the next attempt of a run whose last one is proved ended.
   * @throws {Conflict} while it runs, and when there is nothing to go on with
   */
  async resume(slug: string): Promise<RunView> {
    const meta = await this.meta(slug);
    if (meta.status === 'complete')
      throw new Conflict(`The run ${slug} is complete; \`plumbline open ${slug}\` shows it.`);
    if (!(await this.executions.hasEnded(this.owner, slug, meta.attempt))) {
      throw new Conflict(
        `The run ${slug} is still being executed (attempt ${meta.attempt}); \`plumbline status ${slug}\` shows where it is.`,
      );
    }
    const attempt = meta.attempt + 1;
    try {
      await this.runtime.table.update(
        keys.meta(this.owner, slug),
        { set: { attempt, status: 'active', reason: null, cancelled: false, ended: null, deadlineAt: null } },
        { equals: { attempt: meta.attempt } },
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      throw new Conflict(`The run ${slug} was resumed by somebody else at the same moment.`);
    }
    await this.runtime.table.update(keys.index(this.owner, meta.created, slug), { set: { status: 'active' } });
    await this.executions.start(this.owner, slug, attempt);
    return this.view(slug);
  }

  /** Cancels: what has not started does not start; what is there is written up. */
  async cancel(slug: string): Promise<RunView> {
    const meta = await this.meta(slug);
    if (ENDED.has(meta.status))
      throw new Conflict(`The run ${slug} has ended (${meta.status}); there is nothing to cancel.`);
    await this.runtime.table.update(keys.meta(this.owner, slug), { set: { cancelled: true } }, { exists: true });
    const open = (await listQuestions(this.runtime, this.owner, slug)).filter((one) => one.answer === null);
    for (const question of open) await answerQuestion(this.handle(meta), question.id, question.default, 'default');
    if (await this.executions.hasEnded(this.owner, slug, meta.attempt)) await this.closeInterrupted(slug, meta);
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
    const run = this.handle(await this.meta(slug));
    const missing = () =>
      new NotFound(`The run ${slug} has no file ${path}. The list of artifacts shows those there are.`);
    if (this.links === null) {
      const content = await this.runtime.blobs.get(run.path(path));
      if (content === undefined) throw missing();
      return { content };
    }
    const bytes = await this.runtime.blobs.size(run.path(path));
    if (bytes === undefined) throw missing();
    return { path, bytes, ...(await this.links.link(run.path(path))) };
  }

  /**
   * Deletes a run that has ended: its files in every version, its rows, its line in the list; the row it is found by
   * goes last, so that a deletion that was cut can be done again.
   * @throws {Conflict} while it is executed
   */
  async remove(slug: string): Promise<void> {
    const meta = await this.meta(slug);
    if (!(await this.executions.hasEnded(this.owner, slug, meta.attempt))) {
      throw new Conflict(`The run ${slug} is being executed; cancel it first, and delete it when it has ended.`);
    }
    const { table, blobs } = this.runtime;
    await purge(blobs, this.handle(meta).path(''));
    await table.delete(keys.index(this.owner, meta.created, slug));
    const pk = runPk(this.owner, slug);
    for (const row of await table.query({ pk })) if (row.sk !== 'META') await table.delete(row);
    await table.delete(keys.meta(this.owner, slug));
  }

  /** A run that nobody executes has nobody to notice the cancel: it is closed here. */
  private async closeInterrupted(slug: string, meta: RunMeta): Promise<void> {
    const run = this.handle(meta);
    await run.changeMeta({ set: { status: 'cancelled', reason: 'cancelled', ended: run.now() } });
    await this.runtime.table.update(keys.index(this.owner, meta.created, slug), { set: { status: 'cancelled' } });
    await run.event({ stage: 8, event: 'cancelled', reason: 'cancelled while nothing was running' });
  }

  /** @throws {NotFound} */
  async meta(slug: string): Promise<RunMeta> {
    const row = await this.runtime.table.get(keys.meta(this.owner, slug));
    if (!row) throw new NotFound(`There is no run ${slug}. \`plumbline list\` shows those there are.`);
    return RunMeta.parse(row);
  }

  handle(meta: RunMeta): RunHandle {
    return new RunHandle(this.runtime, meta);
  }

  /** The list's row says how a run ended; of one that has not, its own row knows more. */
  private async lineOf(line: RunLine): Promise<RunLine> {
    if (ENDED.has(line.status)) return line;
    const row = await this.runtime.table.get(keys.meta(this.owner, line.slug));
    return row ? { ...line, status: await this.statusOf(RunMeta.parse(row)) } : line;
  }

  private async statusOf(meta: RunMeta): Promise<RunLine['status']> {
    if (ENDED.has(meta.status)) return meta.status;
    if (!(await this.executions.hasEnded(this.owner, meta.slug, meta.attempt))) return meta.status;
    // Waiting for an answer needs nobody to run; anything else that nobody runs was cut off.
    return meta.status === 'waiting' ? 'waiting' : 'interrupted';
  }
}
