import type { RunView } from '../../shared/api/views.ts';
import type { TranscriptRow } from '../../shared/contracts/run.ts';

/** Stages by number, as a reader sees them. */
export const STAGES = [
  'intake',
  'plan',
  'discovery',
  'collate',
  'deep-read',
  'critique',
  'replan',
  'synthesis',
  'present',
] as const;

/** What the view shows, gathered from transcript rows. */
export interface Progress {
  readonly stage: number;
  readonly round: number;
  /** Steps dispatched and not yet returned, by id. */
  readonly running: ReadonlyMap<string, string>;
  readonly calls: number;
  readonly papersRead: number;
  /** Highest stage that was left in this attempt. */
  readonly done: number;
}

export const NO_PROGRESS: Progress = { stage: 0, round: 1, running: new Map(), calls: 0, papersRead: 0, done: -1 };

/** Takes rows in; pure, so that a crash loses nothing of the view. */
export function advance(progress: Progress, rows: readonly TranscriptRow[]): Progress {
  let { stage, round, calls, papersRead, done } = progress;
  const running = new Map(progress.running);
  for (const row of rows) {
    round = Math.max(round, row.round);
    if (row.event === 'dispatched') {
      stage = row.stage;
      calls++;
      running.set(row.id ?? '', row.role ?? '');
    }
    if (row.event === 'returned' || row.event === 'skipped') {
      running.delete(row.id ?? '');
      if (row.role === 'reader' && row.status === 'ok') papersRead++;
    }
    if (row.event === 'stage_complete') done = row.stage;
    if (row.event === 'replan') done = row.status === 'deepen' ? 3 : 1;
  }
  return { stage, round, running, calls, papersRead, done };
}

/** The live view, one string a line, at most `width` wide. */
export function lines(view: RunView, progress: Progress, elapsedMs: number, width: number, library: string): string[] {
  const current = Math.max(progress.done + 1, view.cursor.stage);
  const head = `plumbline \u00b7 ${view.request.topic}`;
  const mode = `${view.request.depth} \u00b7 ${view.request.offline ? 'offline' : 'live'} \u00b7 ${library}`;
  const out = [cut(`${head}   ${mode}`, width)];
  const last = view.request.depth === 'quick' ? [0, 1, 2, 3, 8] : STAGES.map((_, n) => n);
  for (const n of last) {
    const sign = view.ended !== null || n < current ? '\u2713' : n === current ? '\u25b8' : ' ';
    out.push(
      cut(` ${sign} ${n} ${STAGES[n]!.padEnd(11)} ${n <= current ? detail(n, view, progress) : ''}`.trimEnd(), width),
    );
  }
  const { used, cost } = view.budget;
  const resume = `Ctrl-C stops cleanly, resume with: plumbline resume ${view.slug}`;
  out.push(
    cut(
      ` ${clock(elapsedMs)} elapsed \u00b7 ${progress.calls} calls \u00b7 ${used} tokens \u00b7 $${cost.toFixed(2)} \u00b7 ${resume}`,
      width,
    ),
  );
  return out;
}

function detail(stage: number, view: RunView, progress: Progress): string {
  const nodes = view.nodes.filter((node) => node.id !== 'root');
  switch (stage) {
    case 0:
      return view.goal === null
        ? ''
        : `${view.goal.question_shape} \u00b7 ${view.goal.cs_subfield} \u00b7 ${horizon(view)}`;
    case 1: {
      const waiting = nodes.filter((node) => node.depends_on.length > 0).length;
      return nodes.length === 0 ? '' : `${nodes.length} sub-questions, ${waiting} wait for others`;
    }
    case 2:
      return nodes.map((node) => nodeLine(node, progress)).join('   ');
    case 4:
      return progress.papersRead === 0 ? '' : `${progress.papersRead} papers read`;
    case 5:
      return [...progress.running.keys()]
        .filter((id) => id.startsWith('critique.'))
        .map((id) => id.split('.')[2])
        .join(' ');
    case 6:
      return progress.round > 1 ? `round ${progress.round}` : '';
    default:
      return '';
  }
}

function nodeLine(node: RunView['nodes'][number], progress: Progress): string {
  const mine = [...progress.running.keys()].filter((id) => id.split('.')[2] === node.id).map((id) => id.split('.')[3]);
  if (node.status === 'done') return `${node.id} \u2713 ${node.answer_evidence?.length ?? 0}`;
  if (node.status === 'running') return `${node.id} \u25b8 ${mine.join(' ')}`.trimEnd();
  if (node.status === 'failed') return `${node.id} \u2717`;
  if (node.status === 'skipped') return `${node.id} \u2013`;
  return node.depends_on.length > 0 ? `${node.id} waits for ${node.depends_on.join(', ')}` : `${node.id} waits`;
}

function horizon(view: RunView): string {
  const { from, to, rule } = view.goal!.time_horizon;
  return `${from ?? '\u2026'}\u2013${to ?? '\u2026'}${rule === 'preferred' ? ' (preferred)' : ''}`;
}

export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}\u2026`;
}

/** One plain line per event, for what is no terminal. */
export function plain(row: TranscriptRow): string | null {
  const where = `${row.stage} ${STAGES[row.stage] ?? ''}`.padEnd(12);
  const rest = [row.id, row.status, row.reason].filter((part) => part !== undefined && part !== '').join(' \u00b7 ');
  if (row.event === 'charged') return null;
  const took = row.ms === undefined ? '' : ` (${row.ms} ms)`;
  return `${row.ts.slice(11, 19)} ${where} ${row.event.padEnd(16)} ${rest}${took}`.trimEnd().slice(0, 240);
}
