import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict } from '../../shared/api/errors.ts';
import type { RunView } from '../../shared/api/views.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import type { Connection } from './connect.ts';
import { libraryLabel } from './library-label.ts';
import { viewLines } from './live-view.ts';
import { advance, NO_PROGRESS, type Progress, plain } from './progress.ts';
import { type Asked, promptQuestion } from './prompt.ts';
import { drawable, openScreen, type Screen, sizeOf } from './screen.ts';
import { typed } from './typed.ts';

export interface FollowOptions {
  /** Nothing but questions and the end. */
  readonly quiet: boolean;
  /** Who answers questions: the terminal, their default at once, or somebody else later. */
  readonly questions: 'terminal' | 'default' | 'later';
  readonly interrupted: () => boolean;
}

const LOOK_MS = { owner: 100, client: 300, remote: 1000 } as const;
/** The run's row is read when something has happened, and at least this often. */
const VIEW_MS = 600;
const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** Follows one run over any number of connections: its owner may end, and another process go on. */
export class Follower {
  progress: Progress = NO_PROGRESS;
  private readonly slug: string;
  private readonly options: FollowOptions;
  private readonly started = performance.now();
  private readonly screen: Screen | null;
  private after = 0;
  private view: RunView | null = null;
  private viewed = 0;
  private library: string | null = null;

  constructor(slug: string, options: FollowOptions) {
    this.slug = slug;
    this.options = options;
    this.screen = !options.quiet && drawable(process.stderr) ? openScreen(process.stderr) : null;
  }

  /** Until it ends, is interrupted, or waits for an answer that nobody here gives. */
  async follow(connection: Connection): Promise<RunView> {
    const { api } = connection;
    const every = connection.owner ? LOOK_MS.owner : connection.home === null ? LOOK_MS.remote : LOOK_MS.client;
    this.view = null;
    try {
      for (;;) {
        const page = await api.transcript(this.slug, this.after);
        this.after = page.rows.at(-1)?.seq ?? this.after;
        this.progress = advance(this.progress, page.rows);
        this.print(page.rows);
        if (page.next !== null) continue;
        const now = performance.now();
        if (this.view === null || page.rows.length > 0 || now - this.viewed > VIEW_MS) {
          this.view = await api.view(this.slug);
          this.viewed = now;
        }
        const view = this.view;
        await this.draw(connection, view);
        if (ENDED.has(view.status) || this.options.interrupted()) return view;
        if (view.status === 'interrupted' && page.rows.length === 0) return view;
        const open = view.questions.find((question) => question.answer === null);
        if (view.status === 'waiting' && open) {
          if (!(await this.answered(connection, open))) return this.options.interrupted() ? view : api.view(this.slug);
          this.view = null;
        }
        await sleep(every);
      }
    } finally {
      this.screen?.done();
    }
  }

  private print(rows: Parameters<typeof advance>[1]): void {
    if (this.options.quiet || this.screen) return;
    for (const row of rows) {
      const line = plain(row);
      if (line !== null) process.stderr.write(`${line}\n`);
    }
  }

  private async draw(connection: Connection, view: RunView): Promise<void> {
    if (!this.screen) return;
    this.library ??= await libraryLabel(connection.home, view.request.library);
    const hint = connection.owner
      ? `Ctrl-C stops cleanly, resume with: plumbline resume ${this.slug}`
      : `executed elsewhere: Ctrl-C leaves it running, plumbline cancel ${this.slug} ends it`;
    const shown = {
      view,
      progress: this.progress,
      elapsedMs: performance.now() - this.started,
      library: this.library ?? 'library',
      hint: typed(hint),
    };
    this.screen.draw(viewLines(shown, sizeOf(process.stderr)));
  }

  /** @returns false when nobody here answers */
  private async answered(connection: Connection, open: Asked): Promise<boolean> {
    if (this.options.questions === 'later') return false;
    if (this.options.questions === 'default') {
      await this.answer(connection, open, open.default);
      return true;
    }
    this.screen?.clear();
    for (;;) {
      const choice = await this.prompt(connection, open);
      if (choice === undefined) return false;
      if (choice === null) return true;
      if (await this.answer(connection, open, choice)) return true;
    }
  }

  /** @returns the choice; null when it was answered elsewhere; undefined when the input has ended or Ctrl-C came */
  private async prompt({ api }: Connection, open: Asked): Promise<string | null | undefined> {
    const abort = new AbortController();
    let elsewhere = false;
    const watching = (async () => {
      while (!abort.signal.aborted) {
        await sleep(1000);
        if (abort.signal.aborted) return;
        const view = await api.view(this.slug);
        const still = view.questions.some(({ id, answer }) => id === open.id && answer === null);
        if (still && !ENDED.has(view.status) && !this.options.interrupted()) continue;
        elsewhere = !still || ENDED.has(view.status);
        abort.abort();
      }
    })().catch((error: unknown) => {
      abort.abort();
      throw error;
    });
    const choice = await promptQuestion(open, abort.signal);
    abort.abort();
    await watching;
    if (choice !== null) return choice;
    if (!elsewhere) return undefined;
    process.stderr.write('  Answered by its default or from another terminal; the run goes on.\n');
    return null;
  }

  /** @returns false when the choice was refused, and why was said */
  private async answer({ api }: Connection, open: Asked, choice: string): Promise<boolean> {
    try {
      await api.answer(this.slug, open.id, choice);
      return true;
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Conflict)) throw error;
      const view = await api.view(this.slug);
      // Somebody was faster: the first answer stands.
      if (!view.questions.some(({ id, answer }) => id === open.id && answer === null)) return true;
      if (this.options.questions !== 'terminal') throw error;
      process.stderr.write(`  ${error.message}\n`);
      return false;
    }
  }
}
