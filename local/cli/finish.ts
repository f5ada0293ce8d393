import { join } from 'node:path';
import type { RunView } from '../../shared/api/views.ts';
import type { Connection } from './connect.ts';
import { EXIT } from './exit.ts';
import { follow } from './follow.ts';
import { questionText } from './prompt.ts';

const decoder = new TextDecoder();

/** Follows a run and prints how it ended; the result is the exit code. */
export async function finish(
  connection: Connection,
  slug: string,
  options: { readonly json: boolean; readonly mayAsk: boolean },
): Promise<number> {
  const signal = interruption();
  const terminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const before = await connection.api.view(slug);
  try {
    const view = await follow(connection, slug, {
      quiet: options.json,
      mayAsk: options.mayAsk && terminal && !options.json,
      library: before.request.library === null ? 'starter library' : `library ${before.request.library}`,
      interrupted: () => signal.caught,
    });
    if (signal.caught && view.ended === null) return await interrupted(connection, view, options.json);
    await connection.owner?.cloud.ended(slug);
    if (options.json) process.stdout.write(`${JSON.stringify(await resultOf(connection, view))}\n`);
    else await print(connection, view);
    return codeOf(view);
  } finally {
    signal.stop();
  }
}

/** 0 done, 3 failed, 4 waiting, 5 stopped by budget. */
export function codeOf(view: RunView): number {
  if (view.status === 'failed' || view.status === 'interrupted') return EXIT.failed;
  if (view.status === 'waiting') return EXIT.waiting;
  return view.reason === 'budget' ? EXIT.budget : EXIT.done;
}

interface Interruption {
  readonly caught: boolean;
  stop(): void;
}

/** Ctrl-C once stops cleanly; twice ends at once. */
function interruption(): Interruption {
  let caught = false;
  const onSignal = () => {
    if (caught) process.exit(EXIT.interrupted);
    caught = true;
    process.stderr.write('\nStopping: what is in flight is stored. Ctrl-C again ends at once.\n');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    get caught() {
      return caught;
    },
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

async function interrupted(connection: Connection, view: RunView, json: boolean): Promise<number> {
  await connection.owner?.cloud.engine.drain();
  const line = `plumbline resume ${view.slug}`;
  if (json) process.stdout.write(`${JSON.stringify({ slug: view.slug, status: 'interrupted', resume: line })}\n`);
  else if (connection.owner) process.stderr.write(`Stopped. Go on with: ${line}\n`);
  else
    process.stderr.write(
      `The run goes on in the process that owns this home. See it with: plumbline status ${view.slug}\n`,
    );
  return EXIT.interrupted;
}

async function resultOf(connection: Connection, view: RunView) {
  const result = view.request.depth === 'quick' ? 'digest.md' : 'synthesis.md';
  const path = (name: string) => (connection.home === null ? name : join(connection.home, 'runs', view.slug, name));
  return {
    slug: view.slug,
    status: view.status,
    reason: view.reason,
    depth: view.request.depth,
    papers: view.papers,
    tokens: view.budget.used,
    cost: view.budget.cost,
    questions: view.questions.filter((question) => question.answer === null),
    result: path(result),
    plan: path('plan.md'),
    transcript: path('transcript.jsonl'),
  };
}

async function print(connection: Connection, view: RunView): Promise<void> {
  if (view.status === 'waiting') {
    const open = view.questions.find((question) => question.answer === null)!;
    process.stdout.write(
      `${questionText(open, Date.now())}\nAnswer with: plumbline answer ${view.slug} ${open.id} <choice>\n`,
    );
    return;
  }
  if (view.status === 'failed' || view.status === 'interrupted') {
    const log = connection.logPath === null ? '' : `\n  The log has the details: ${connection.logPath}`;
    process.stderr.write(
      `\u2717 The run ${view.slug} ${view.status === 'failed' ? 'failed' : 'was interrupted'}: ${view.reason ?? 'it is not being executed'}.\n  Go on with: plumbline resume ${view.slug}${log}\n`,
    );
    return;
  }
  const summary = await connection.api.artifact(view.slug, 'summary.txt');
  const root = connection.home === null ? '' : `${join(connection.home, 'runs', view.slug)}/`;
  if (summary) {
    const text = decoder.decode(summary).replace(/^((?:Synthesis|Digest|Plan|Transcript):\s+)(\S+)$/gm, `$1${root}$2`);
    process.stdout.write(`\n${text}`);
  }
  if (view.reason !== null) {
    const more = view.reason === 'budget' ? ` --budget=${Math.ceil((2 * view.budget.total) / 1000)}k-tokens` : '';
    process.stdout.write(`\nStopped early (${view.reason}); go on with: plumbline resume ${view.slug}${more}\n`);
  }
  if (!process.env.ANTHROPIC_API_KEY) {
    process.stdout.write('\nWritten without a model: set ANTHROPIC_API_KEY and models read, criticise and write.\n');
  }
  process.stdout.write(`\nNext: plumbline open ${view.slug}\n`);
}
