import { STAGES } from '../../shared/contracts/enums.ts';
import type { TranscriptRow } from '../../shared/contracts/run.ts';

/** What the view shows, gathered from transcript rows. */
export interface Progress {
  readonly stage: number;
  readonly round: number;
  /** Discovery's current tick in this round. */
  readonly tick: number;
  /** Steps dispatched and not yet returned: role by id. */
  readonly running: ReadonlyMap<string, string>;
  readonly calls: number;
  readonly papersRead: number;
  /** Readers that were sent out in this round. */
  readonly papersSent: number;
  /** Highest stage that was left in this attempt. */
  readonly done: number;
  /** What did not work, one line each. */
  readonly failures: readonly string[];
}

export const NO_PROGRESS: Progress = {
  stage: 0,
  round: 1,
  tick: 0,
  running: new Map(),
  calls: 0,
  papersRead: 0,
  papersSent: 0,
  done: -1,
  failures: [],
};

const FAILURES = new Set(['switched_source', 'dropped_finding', 'refused_budget']);

/** Takes rows in; pure, so that a crash loses nothing of the view. */
export function advance(progress: Progress, rows: readonly TranscriptRow[]): Progress {
  let { stage, round, tick, calls, papersRead, papersSent, done } = progress;
  const running = new Map(progress.running);
  const failures = [...progress.failures];
  for (const row of rows) {
    if (row.round > round) tick = 0;
    round = Math.max(round, row.round);
    if (row.event === 'dispatched') {
      stage = row.stage;
      calls++;
      running.set(row.id ?? '', row.role ?? '');
      if (row.role === 'reader') papersSent++;
      const wave = /^tick\.(\d+)\.(\d+)$/.exec(row.id ?? '');
      if (wave) tick = Number(wave[2]);
    }
    if (row.event === 'returned' || row.event === 'skipped') {
      running.delete(row.id ?? '');
      if (row.role === 'reader' && row.status === 'ok') papersRead++;
    }
    if (row.event === 'stage_complete') done = row.stage;
    if (row.event === 'replan') done = row.status === 'deepen' ? 3 : 1;
    if (FAILURES.has(row.event) || (row.event === 'returned' && row.status === 'failed')) failures.push(failureOf(row));
  }
  return { stage, round, tick, running, calls, papersRead, papersSent, done, failures };
}

function failureOf(row: TranscriptRow): string {
  const what = row.event === 'returned' ? (row.status ?? 'failed') : row.event.replace('_', ' ');
  return `${row.id === undefined ? STAGES[row.stage] : placeOf(row.id)}: ${what}${row.reason === undefined ? '' : `, ${oneLine(row.reason)}`}`;
}

/** `library for SQ1` instead of the id of the dispatch; other steps by their id. */
function placeOf(id: string): string {
  const dispatch = /^\d+\.\d+\.(SQ\d+)\.([a-z]+)(\.r)?$/.exec(id);
  return dispatch === null
    ? id
    : `${dispatch[2]} for ${dispatch[1]}${dispatch[3] === undefined ? '' : ', asked again'}`;
}

export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const LONGEST = 240;

/** One plain line per event, for what is no terminal. */
export function plain(row: TranscriptRow): string | null {
  const where = `${row.stage} ${STAGES[row.stage] ?? ''}`.padEnd(12);
  const rest = [row.id, row.status, row.reason].filter((part) => part !== undefined && part !== '').join(' \u00b7 ');
  if (row.event === 'charged') return null;
  const took = row.ms === undefined ? '' : ` (${row.ms} ms)`;
  const line = oneLine(`${row.ts.slice(11, 19)} ${where} ${row.event.padEnd(16)} ${rest}${took}`);
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}\u2026`;
}

/** A reason may hold a whole plan: one event stays one line. */
const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' / ').trimEnd();
