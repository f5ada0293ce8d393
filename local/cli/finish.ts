import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnavailable, Conflict } from '../../shared/api/errors.ts';
import type { RunView } from '../../shared/api/views.ts';
import { type Connection, connect } from './connect.ts';
import { endingOf, endingText, hasResult } from './ending.ts';
import { EXIT } from './exit.ts';
import { Follower } from './follow.ts';
import { Interruption } from './interruption.ts';
import { painter, takesColour } from './paint.ts';
import { questionText } from './prompt.ts';
import { drain } from './stay.ts';
import { typed } from './typed.ts';
import { wrapWords } from './width.ts';

export interface FinishOptions {
  /** One JSON object on the standard output, and nothing else. */
  readonly json: boolean;
  /** Questions take their default at once. */
  readonly takeDefaults: boolean;
}

/** Somebody can be asked: there is a keyboard, and a screen to show the question on. */
export const atTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

const TRIES = 20;
const PAUSE_MS = 3000;

/** Follows a run and prints how it ended; the result is the exit code. */
export async function finish(connection: Connection, slug: string, options: FinishOptions): Promise<number> {
  const interruption = Interruption.listen();
  const follower = new Follower(slug, {
    quiet: options.json,
    questions: options.takeDefaults ? 'default' : atTerminal() ? 'terminal' : 'later',
    interrupted: () => interruption.caught,
  });
  let link = connection;
  try {
    for (let tried = 1; ; tried++) {
      try {
        const view = await follower.follow(link);
        if (interruption.caught && view.ended === null) return await interrupted(link, view, options.json);
        if (view.ended !== null) await link.owner?.cloud.ended(slug);
        const result = await tell(link, view, follower, options.json);
        return codeOf(view, result);
      } catch (error) {
        if (!(error instanceof ApiUnavailable) || link.owner || tried > TRIES) throw error;
        if (interruption.caught) return EXIT.interrupted;
        link = await takeOver(link, slug);
      }
    }
  } finally {
    interruption.stop();
    if (link !== connection) await link.close();
  }
}

/**
 * The process that executed the run has ended: this one, or another that was faster, goes on with it. A deployed API is
 * asked again.
 */
async function takeOver(link: Connection, slug: string): Promise<Connection> {
  if (link.home === null) {
    await sleep(PAUSE_MS);
    return link;
  }
  process.stderr.write('The process that executed this run has ended.\n');
  const next = await connect();
  try {
    if ((await next.api.view(slug)).status === 'interrupted') await next.api.resume(slug);
    process.stderr.write('The run goes on.\n');
  } catch (error) {
    // Another command that followed the same run was faster.
    if (!(error instanceof Conflict)) throw error;
  }
  return next;
}

/**
 * 0 done, 3 failed, 4 waiting, 5 stopped by budget. A run that its user or its deadline stopped is done with what it wrote
 * up; one whose execution was aborted before that has failed to answer.
 *
 * @param result whether there is a synthesis or a digest
 */
export function codeOf(view: Pick<RunView, 'status' | 'reason'>, result: boolean): number {
  if (view.status === 'failed' || view.status === 'interrupted') return EXIT.failed;
  if (view.status === 'waiting') return EXIT.waiting;
  if (view.reason === 'budget') return EXIT.budget;
  return result ? EXIT.done : EXIT.failed;
}

async function interrupted(link: Connection, view: RunView, json: boolean): Promise<number> {
  const { slug } = view;
  if (link.owner) {
    process.stderr.write('Stopping: what is in flight is stored. Ctrl-C again ends at once.\n');
    await drain(link.owner.cloud);
    process.stderr.write(typed(`Stopped. Go on with: plumbline resume ${slug}\n`));
  } else {
    const where = link.home === null ? 'where it was deployed' : 'in the process that executes it';
    process.stderr.write(
      typed(
        `The run goes on ${where}.\n  See it with: plumbline status ${slug}\n  End it with: plumbline cancel ${slug}\n`,
      ),
    );
  }
  if (json) {
    const status = link.owner ? 'interrupted' : view.status;
    process.stdout.write(`${JSON.stringify({ slug, status, resume: typed(`plumbline resume ${slug}`) })}\n`);
  }
  return EXIT.interrupted;
}

/** Prints how it ended. @returns whether there is a synthesis or a digest to read */
async function tell(link: Connection, view: RunView, follower: Follower, json: boolean): Promise<boolean> {
  if (json) {
    const told = await resultOf(link, view, follower);
    process.stdout.write(`${JSON.stringify(told)}\n`);
    return told.result !== null;
  }
  if (view.status === 'waiting') {
    const open = view.questions.find((question) => question.answer === null);
    if (open) {
      const how = `Answer with: plumbline answer ${view.slug} ${open.id} <choice>`;
      process.stdout.write(`${questionText(open, Date.now())}\n${typed(how)}\n`);
    }
    return false;
  }
  if (view.status === 'failed' || view.status === 'interrupted') {
    const what = view.status === 'failed' ? (view.reason ?? 'failed') : 'interrupted: nobody executes it';
    const log = link.logPath === null ? '' : ` The log has the details: ${link.logPath}`;
    process.stderr.write(
      typed(
        `\u2717 The run ${view.slug} ${what.replace(/\.$/, '')}.\n  Go on with: plumbline resume ${view.slug}\n ${log}`,
      ).trimEnd(),
    );
    process.stderr.write('\n');
    return false;
  }
  const ending = await endingOf(link, view, follower.progress);
  const paint = painter(takesColour(process.stdout));
  const { stdout } = process;
  const wrapped = (line: string) =>
    stdout.isTTY && !/^\w+: +\S+$/.test(line) ? wrapWords(line, Math.max(40, stdout.columns || 80)) : line;
  const lines = endingText(view, ending, hasKey() || view.budget.calls > 0 || link.home === null)
    .split('\n')
    .map((line) => paint(wrapped(line)));
  stdout.write(`\n${lines.join('\n')}\n`);
  return hasResult(ending);
}

const hasKey = (): boolean => Boolean(process.env.ANTHROPIC_API_KEY);

async function resultOf(link: Connection, view: RunView, follower: Follower) {
  const { findings, unanswered, failures, tensions, paths } = await endingOf(link, view, follower.progress);
  return {
    slug: view.slug,
    status: view.status,
    reason: view.reason,
    depth: view.request.depth,
    papers: view.papers,
    calls: view.budget.calls,
    tokens: view.budget.used,
    cost: view.budget.cost,
    findings,
    unanswered,
    failures,
    tensions,
    questions: view.questions.filter((question) => question.answer === null),
    result: paths.synthesis ?? paths.digest ?? null,
    plan: paths.plan ?? null,
    transcript: paths.transcript ?? null,
    paths,
  };
}
