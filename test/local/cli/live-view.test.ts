import { expect, it } from 'vitest';
import { viewLines } from '../../../local/cli/live-view.ts';
import { painter, takesColour } from '../../../local/cli/paint.ts';
import { advance, NO_PROGRESS, plain } from '../../../local/cli/progress.ts';
import { widthOf } from '../../../local/cli/width.ts';
import { RunView } from '../../../shared/api/views.ts';
import { TranscriptRow } from '../../../shared/contracts/run.ts';

const node = (id: string, more: object = {}) => ({
  id,
  question: `Question ${id}?`,
  rationale: '',
  kind: 'practical',
  depends_on: [],
  status: 'pending',
  partial: false,
  assigned_subtask_id: null,
  answer_summary: null,
  answer_evidence: null,
  reason: null,
  revision: 0,
  sources: [],
  ...more,
});

const VIEW = RunView.parse({
  slug: 'efficient-attention-2026-11-30',
  status: 'active',
  reason: null,
  request: { topic: 'efficient attention', offline: true },
  goal: {
    topic: 'efficient attention',
    topic_slug: 'efficient-attention-2026-11-30',
    restatement: '',
    cs_subfield: 'ml',
    question_shape: 'survey',
    time_horizon: { from: '2021', to: '2026', rule: 'preferred' },
    depth: 'standard',
    reading: null,
    axes: [],
    subjects: [],
    sources: ['library'],
    offline: true,
    language: 'en',
    seed_papers: [],
    exclude: [],
  },
  created: '2026-11-30T12:00:00.000Z',
  ended: null,
  cursor: { stage: 2, round: 1, tick: 1, attempt: 1 },
  nodes: [
    node('SQ1', { status: 'done', answer_evidence: [] }),
    node('SQ2', { status: 'running' }),
    node('SQ3', { status: 'failed' }),
    node('SQ4', { depends_on: ['SQ1', 'SQ2'] }),
    node('root', { depends_on: ['SQ3', 'SQ4'] }),
  ],
  questions: [],
  budget: { total: 1_500_000, used: 1234, calls: 3, cost: 0.5 },
  papers: 0,
  warnings: [],
});

let seq = 0;
const row = (event: string, more: object) =>
  TranscriptRow.parse({ seq: ++seq, ts: '2026-11-30T12:00:01.000Z', stage: 2, round: 1, attempt: 1, event, ...more });

const PROGRESS = advance(NO_PROGRESS, [
  row('stage_complete', { stage: 1 }),
  row('dispatched', { id: 'tick.1.1' }),
  row('returned', { id: 'tick.1.1', status: 'ok' }),
  row('dispatched', { id: '1.1.SQ2.library', role: 'researcher' }),
]);

const shown = {
  view: VIEW,
  progress: PROGRESS,
  elapsedMs: 63_000,
  library: 'starter library (433 papers)',
  hint: 'Ctrl-C stops cleanly, resume with: npm run -s plumbline -- resume efficient-attention-2026-11-30',
};

it('shows stages, every sub-question, who waits for whom, and what it has cost', () => {
  const lines = viewLines(shown, { columns: 200, rows: 40 });
  expect(lines[0]).toMatch(/^plumbline · efficient attention {2,}standard · offline · starter library \(433 papers\)$/);
  expect(widthOf(lines[0]!)).toBe(200);
  expect(lines.slice(1, 5)).toEqual([
    ' ✓ 0 intake      survey · ml · 2021–2026 (preferred)',
    ' ✓ 1 plan        4 sub-questions, 1 waits for others',
    ' ▸ 2 discovery   tick 1/2   SQ1 ✓ 0   SQ2 ▸ library   SQ3 ✗ failed   SQ4 waits for SQ1, SQ2',
    '   3 collate',
  ]);
  expect(lines.at(-1)).toBe(` 1:03 elapsed · 2 calls · 1234 tokens · $0.50 · ${shown.hint}`);
});

it('fits a narrow and a low terminal: the current stage and the whole resume command stay', () => {
  for (const [columns, rows] of [
    [80, 24],
    [60, 10],
    [40, 8],
  ] as const) {
    const lines = viewLines(shown, { columns, rows });
    expect(lines.length).toBeLessThan(rows + 1);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).toContain('▸ 2 discovery');
    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain('resume efficient-attention-2026-11-30');
  }
});

it('says nothing by colour alone', () => {
  const paint = painter(true);
  const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  for (const line of viewLines(shown, { columns: 100, rows: 40 })) {
    expect(paint(line).replace(colours, '')).toBe(line);
    expect(painter(false)(line)).toBe(line);
  }
  expect(takesColour({ isTTY: true }, {})).toBe(true);
  expect(takesColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(takesColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  expect(takesColour({}, {})).toBe(false);
});

it('counts what was read and tells what failed', () => {
  const after = advance(PROGRESS, [
    row('dispatched', { stage: 4, id: 'read.a', role: 'reader' }),
    row('returned', { stage: 4, id: 'read.a', role: 'reader', status: 'ok' }),
    row('returned', { stage: 2, id: '1.1.SQ2.library', status: 'failed', reason: 'no\nnetwork' }),
  ]);
  expect(after.papersRead).toBe(1);
  expect(after.running.size).toBe(0);
  expect(after.failures).toEqual(['library for SQ2: failed, no / network']);
});

it('prints one line an event, however many lines its reason has', () => {
  const line = plain(row('question', { id: 'Q1', reason: `What?\nSQ1: a\n${'x'.repeat(400)}` }))!;
  expect(line).not.toContain('\n');
  expect(line.length).toBeLessThanOrEqual(240);
});
