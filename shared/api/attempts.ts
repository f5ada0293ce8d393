import type { RunMeta } from '../contracts/run.ts';
import { RunHandle } from '../run/handle.ts';
import { answerQuestion, takeDefaults } from '../run/questions.ts';
import { isSpent, raiseBudget } from '../run/raise-budget.ts';
import { readBudget } from '../run/stops.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import { Conflict, NotFound } from './errors.ts';
import { overdueRuns } from './overdue.ts';
import { getMeta, isEnd, type Runs } from './run-status.ts';
import type { Shares } from './shares.ts';

/** What the next attempt of a run is started with. */
interface NextAttempt {
  /** It only writes up what there is. */
  readonly cancelled?: boolean;
  /** A higher limit, in tokens. */
  readonly budget?: number | null;
  /** Nobody asked for it. */
  readonly byItself?: boolean;
}

/** Moves runs that are there: answers, further attempts, cancelling. */
export class Attempts {
  private readonly runs: Runs;
  private readonly shares: Shares | null;

  constructor(runs: Runs, shares: Shares | null) {
    this.runs = runs;
    this.shares = shares;
  }

  /**
   * Answers a question. When no execution waits for it, the run is resumed.
   * @throws {UsageError} for a choice that is none
   * @throws {NotFound} for a question that the run has not
   */
  async answer(meta: RunMeta, question: string, choice: string): Promise<void> {
    const { runtime, owner } = this.runs;
    const { slug } = meta;
    if (!(await runtime.table.get(keys.question(owner, slug, question)))) {
      throw new NotFound(
        `The run ${slug} has no question ${question}. \`plumbline status ${slug}\` shows its questions.`,
      );
    }
    await answerQuestion(this.handle(meta), question, choice, 'user');
    if (!isEnd(meta.status) && (await this.hasEnded(meta))) await this.resume(await getMeta(this.runs, slug));
  }

  /**
   * Starts the next attempt of a run whose last one is proved ended.
   *
   * @param budget a higher limit, in tokens, what was used included
   * @throws {Conflict} while it runs, and when there is nothing to go on with
   * @throws {UsageError} for a limit that is not higher
   * @throws {LimitReached} when the owner's share is used up
   */
  async resume(meta: RunMeta, budget: number | null = null): Promise<void> {
    const { slug, attempt } = meta;
    if (meta.status === 'complete')
      throw new Conflict(`The run ${slug} is complete; \`plumbline open ${slug}\` shows it.`);
    if (!(await this.hasEnded(meta))) {
      throw new Conflict(
        `The run ${slug} is still being executed (attempt ${attempt}); \`plumbline status ${slug}\` shows where it is.`,
      );
    }
    if (budget === null && meta.reason === 'budget' && isEnd(meta.status) && (await isSpent(this.handle(meta)))) {
      const { used, total } = await readBudget(this.handle(meta));
      throw new Conflict(
        `The run ${slug} has used ${used} of ${total} tokens and would stop again at once. Go on with a higher limit: \`plumbline resume ${slug} --budget=${Math.ceil((2 * total) / 1000)}k-tokens\`.`,
      );
    }
    await this.next(meta, { budget });
  }

  /**
   * Resumes runs whose question was not answered in time and that nobody executes; the default is taken. Nobody has asked for
   * more time: a run that is past its deadline is written up.
   */
  async resumeOverdue(): Promise<string[]> {
    const resumed: string[] = [];
    for (const slug of await overdueRuns(this.runs)) {
      try {
        const meta = await getMeta(this.runs, slug);
        await takeDefaults(this.handle(meta));
        await this.next(meta, { byItself: true });
        resumed.push(slug);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error; // somebody else was first
      }
    }
    return resumed;
  }

  /** Cancels: what has not started does not start; what is there is written up, by a new attempt when nobody runs it. */
  async cancel(meta: RunMeta): Promise<void> {
    const { runtime, owner } = this.runs;
    const { slug } = meta;
    if (isEnd(meta.status))
      throw new Conflict(`The run ${slug} has ended (${meta.status}); there is nothing to cancel.`);
    await runtime.table.update(keys.meta(owner, slug), { set: { cancelled: true } }, { exists: true });
    await takeDefaults(this.handle(meta));
    if (await this.hasEnded(meta)) await this.next(meta, { cancelled: true });
  }

  /** A deadline that is still to come holds for the next attempt too; one that has passed is lifted by who resumes the run. */
  private async next(meta: RunMeta, how: NextAttempt): Promise<void> {
    const { runtime, executions, owner } = this.runs;
    const { slug } = meta;
    const { cancelled = false, budget = null, byItself = false } = how;
    const isPast = meta.deadlineAt !== null && Date.parse(meta.deadlineAt) <= runtime.clock.wall();
    const deadlineAt = isPast && !byItself ? null : meta.deadlineAt;
    const attempt = meta.attempt + 1;
    const share = await this.takeAgain(meta, attempt, budget);
    try {
      if (budget !== null) await raiseBudget(this.handle(meta), budget);
      await runtime.table.update(
        keys.meta(owner, slug),
        { set: { attempt, status: 'active', reason: null, cancelled, ended: null, deadlineAt } },
        { equals: { attempt: meta.attempt } },
      );
    } catch (error) {
      if (share !== null) await this.shares?.giveBack(share);
      if (!(error instanceof ConditionFailed)) throw error;
      throw new Conflict(`The run ${slug} was resumed by somebody else at the same moment.`);
    }
    await runtime.table.update(keys.index(owner, meta.created, slug), { set: { status: 'active' } });
    await executions.start(owner, slug, attempt);
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

  private hasEnded({ slug, attempt }: RunMeta): Promise<boolean> {
    return this.runs.executions.hasEnded(this.runs.owner, slug, attempt);
  }

  private handle(meta: RunMeta): RunHandle {
    return new RunHandle(this.runs.runtime, meta);
  }
}
