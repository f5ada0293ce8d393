import { setTimeout as sleep } from 'node:timers/promises';
import { logUpdateStderr } from 'log-update';
import type { RunView } from '../../shared/api/views.ts';
import type { Connection } from './connect.ts';
import { advance, lines, NO_PROGRESS, plain } from './progress.ts';
import { promptQuestion } from './prompt.ts';

export interface FollowOptions {
  /** Nothing but the result on the standard output. */
  readonly quiet: boolean;
  /** Questions may be asked at the terminal. */
  readonly mayAsk: boolean;
  readonly library: string;
  readonly interrupted: () => boolean;
}

const LOCAL_MS = 60;
const REMOTE_MS = 700;
const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** Follows a run until it ends, waits for an answer that nobody here can give, or is interrupted. */
export async function follow(connection: Connection, slug: string, options: FollowOptions): Promise<RunView> {
  const { api } = connection;
  const terminal = !options.quiet && process.stderr.isTTY === true;
  const started = performance.now();
  let progress = NO_PROGRESS;
  let after = 0;
  for (;;) {
    const page = await api.transcript(slug, after);
    after = page.rows.at(-1)?.seq ?? after;
    progress = advance(progress, page.rows);
    const view = await api.view(slug);
    if (terminal) {
      draw(lines(view, progress, performance.now() - started, process.stderr.columns ?? 100, options.library));
    } else if (!options.quiet) {
      for (const row of page.rows) {
        const line = plain(row);
        if (line !== null) process.stderr.write(`${line}\n`);
      }
    }
    if (ENDED.has(view.status) || options.interrupted()) return done(view);
    if (view.status === 'interrupted' && page.rows.length === 0) return done(view);
    const open = view.questions.find((question) => question.answer === null);
    if (view.status === 'waiting' && open) {
      if (!options.mayAsk) return done(view);
      clear();
      const choice = await promptQuestion(open);
      await api.answer(slug, open.id, choice);
    }
    await sleep(connection.owner ? LOCAL_MS : REMOTE_MS);
  }
}

let drawn = false;
function draw(text: readonly string[]): void {
  drawn = true;
  logUpdateStderr(text.join('\n'));
}
function clear(): void {
  if (drawn) logUpdateStderr.clear();
  drawn = false;
}
function done(view: RunView): RunView {
  if (drawn) logUpdateStderr.done();
  drawn = false;
  return view;
}
