import { randomUUID } from 'node:crypto';
import { UsageError } from '../contracts/errors.ts';
import { MODES, type RunMeta, type RunRequest } from '../contracts/run.ts';
import { createRun, type Origin } from '../run/create.ts';
import { RunHandle } from '../run/handle.ts';
import { FILES } from '../stages/collation-files.ts';
import { Conflict } from './errors.ts';
import { forgetOrigin, originOf, rememberRun } from './idempotency.ts';
import { findMeta, getMeta, isEnd, type Runs } from './run-status.ts';
import type { Shares } from './shares.ts';

/** Makes runs out of requests. */
export class Orders {
  private readonly runs: Runs;
  private readonly shares: Shares | null;

  constructor(runs: Runs, shares: Shares | null) {
    this.runs = runs;
    this.shares = shares;
  }

  /**
   * What a request names is there: what could only fail later is refused at once.
   * @throws {UsageError} for a library or a run to continue that is not there
   */
  async checkNames({ library, continues }: RunRequest): Promise<void> {
    if (continues !== null && !(await findMeta(this.runs, continues))) {
      throw new UsageError(`There is no run ${continues} to continue. \`plumbline list\` shows those there are.`);
    }
    if (library === null || (await this.runs.runtime.hasLibrary(library))) return;
    throw new UsageError(
      `There is no library "${library}". Give the id of one that is indexed (\`plumbline library list\` shows them), or leave it out to use the starter library.`,
    );
  }

  /**
   * As {@link checkNames}, for a run that is to start now.
   * @throws {Conflict} for a run to continue that still goes on
   * @throws {UsageError} for one that has found nothing
   */
  async check(request: RunRequest): Promise<void> {
    await this.checkNames(request);
    const { continues } = request;
    if (continues === null) return;
    const meta = await getMeta(this.runs, continues);
    if (!isEnd(meta.status)) {
      throw new Conflict(
        `The run ${continues} has not ended, so it cannot be continued yet. \`plumbline status ${continues}\` shows where it is.`,
      );
    }
    const run = new RunHandle(this.runs.runtime, meta);
    if (await run.exists(FILES.records)) return;
    throw new UsageError(
      `The run ${continues} ended before it had found anything that could be continued. Go on with it: \`plumbline resume ${continues}\`.`,
    );
  }

  /**
   * Creates a run and starts its first attempt.
   *
   * @param key the same key with the same request is the same run, whatever happened to the first answer
   * @throws {LimitReached} when the owner's share is used up
   * @throws {KeyReused} when the key came with another request
   */
  async create(request: RunRequest, key: string | null): Promise<{ slug: string }> {
    if (key === null) return this.from(request, null);
    const { runtime, owner } = this.runs;
    const { table, clock } = runtime;
    const { origin, slug } = await originOf(table, owner, key, request, new Date(clock.wall()), clock.now());
    if (slug !== null) return { slug };
    try {
      const created = await this.from(request, origin);
      await rememberRun(table, owner, key, created.slug);
      return created;
    } catch (error) {
      // What was refused has no run: the key is free for another try.
      if (error instanceof UsageError) await forgetOrigin(table, owner, key);
      throw error;
    }
  }

  /** @param origin where the run comes from: the same is the same run */
  async from(request: RunRequest, origin: Origin | null): Promise<{ slug: string }> {
    const { runtime, executions, owner } = this.runs;
    await this.check(request);
    const share = origin?.id ?? randomUUID();
    await this.shares?.take(share, request.budget ?? MODES[request.depth].tokens);
    let meta: RunMeta;
    try {
      meta = await createRun(runtime, owner, request, origin);
    } catch (error) {
      await this.shares?.giveBack(share);
      throw error;
    }
    await this.shares?.name(share, meta.slug);
    await executions.start(owner, meta.slug, 1);
    return { slug: meta.slug };
  }
}
