import type { RunView } from '../../shared/api/views.ts';
import { STAGES } from '../../shared/contracts/enums.ts';
import { wavesOf } from '../../shared/plan/waves.ts';
import { plural } from './plural.ts';
import { clock, type Progress } from './progress.ts';
import { cut, widthOf, wrap, wrapWords } from './width.ts';

/** What the live view is drawn from. */
export interface Shown {
  readonly view: RunView;
  readonly progress: Progress;
  readonly elapsedMs: number;
  /** `starter library (433 papers)`. */
  readonly library: string;
  /** What Ctrl-C does and how to go on. */
  readonly hint: string;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const INDENT = ' '.repeat(17);

/** The live view, one string a line, none wider than the terminal and not more than it has rows. */
export function viewLines({ view, progress, elapsedMs, library, hint }: Shown, { columns, rows }: Size): string[] {
  const width = Math.max(20, columns);
  const { used, cost } = view.budget;
  const money = `$${cost.toFixed(2)}`;
  const facts = [`${clock(elapsedMs)} elapsed`, `${progress.calls} calls`, `${used} tokens`, money];
  const foot = footLines(facts.join(' \u00b7 '), hint, width - 1);
  const head = headLines(view, library, width);
  const current = view.ended === null ? Math.max(progress.done + 1, view.cursor.stage) : STAGES.length;
  const stages = (view.request.depth === 'quick' ? [0, 1, 2, 3, 8] : STAGES.map((_, n) => n)).map((n) => ({
    n,
    lines: stageLines(n, current, view, progress, width),
  }));
  return [...head, ...fitted(stages, current, rows - 1 - head.length - foot.length), ...foot];
}

/** The command that goes on must be whole, however narrow the terminal is. */
function footLines(facts: string, hint: string, width: number): string[] {
  const one = `${facts} \u00b7 ${hint}`;
  const lines = widthOf(one) <= width ? [one] : [cut(facts, width), ...wrapWords(hint, width).split('\n')];
  return lines.map((line) => ` ${line}`);
}

function headLines(view: RunView, library: string, width: number): string[] {
  const topic = `plumbline \u00b7 ${view.request.topic}`;
  const mode = [view.request.depth, view.request.offline ? 'offline' : 'live', library].join(' \u00b7 ');
  const gap = width - widthOf(topic) - widthOf(mode);
  if (gap >= 2) return [`${topic}${' '.repeat(gap)}${mode}`];
  return [cut(topic, width), cut(`  ${mode}`, width)];
}

function stageLines(n: number, current: number, view: RunView, progress: Progress, width: number): string[] {
  const sign = n < current ? '\u2713' : n === current ? '\u25b8' : ' ';
  const label = ` ${sign} ${n} ${STAGES[n]!.padEnd(11)} `;
  const parts = n <= current ? detail(n, view, progress) : [];
  const room = width - INDENT.length;
  const [first = '', ...more] = wrap(parts, '   ', room, room);
  return [cut(`${label}${first}`, width).trimEnd(), ...more.map((line) => cut(`${INDENT}${line}`, width))];
}

/** On a low terminal what lies ahead goes first, then what is done, then details; the current stage stays. */
function fitted(
  stages: readonly { readonly n: number; readonly lines: readonly string[] }[],
  current: number,
  rows: number,
): string[] {
  let kept = [...stages];
  const size = () => kept.reduce((sum, stage) => sum + stage.lines.length, 0);
  const most = Math.max(1, rows);
  while (size() > most && kept.length > 1 && kept.at(-1)!.n > current) kept = kept.slice(0, -1);
  while (size() > most && kept.length > 1 && kept[0]!.n < current) kept = kept.slice(1);
  return kept.flatMap((stage) => stage.lines).slice(0, most);
}

function detail(stage: number, view: RunView, progress: Progress): string[] {
  const nodes = view.nodes.filter((node) => node.id !== 'root');
  const running = [...progress.running.keys()];
  switch (stage) {
    case 0:
      return view.goal === null
        ? []
        : [`${view.goal.question_shape} \u00b7 ${view.goal.cs_subfield} \u00b7 ${horizon(view.goal.time_horizon)}`];
    case 1: {
      const waiting = nodes.filter((node) => node.depends_on.length > 0).length;
      if (nodes.length === 0) return [];
      return [
        `${nodes.length} sub-questions${waiting === 0 ? '' : `, ${waiting} wait${waiting === 1 ? 's' : ''} for others`}`,
      ];
    }
    case 2: {
      // The tick after the last only finds that nothing is left to do.
      const waves = wavesOf(view.nodes).length;
      const tick = progress.tick === 0 ? [] : [`tick ${Math.min(progress.tick, waves)}/${waves}`];
      return [...tick, ...nodes.map((node) => nodeLine(node, running))];
    }
    case 4: {
      const reading = running.filter((id) => id.startsWith('read.')).length;
      if (progress.papersSent === 0) return [];
      return [`${plural(progress.papersRead, 'paper')} read${reading === 0 ? '' : `, ${reading} being read`}`];
    }
    case 5:
      return running.filter((id) => id.startsWith('critique.')).map((id) => `${id.split('.')[2]} \u25b8`);
    case 6:
      return progress.round > 1 ? [`round ${progress.round}`] : [];
    case 7:
      return running.flatMap((id) =>
        id.startsWith('write.') ? ['writing'] : id.startsWith('verify.') ? ['verifying'] : [],
      );
    default:
      return [];
  }
}

function nodeLine(node: RunView['nodes'][number], running: readonly string[]): string {
  const sources = running.filter((id) => id.split('.')[2] === node.id).map((id) => id.split('.')[3]!);
  const doing = running.includes(`answer.${node.id}`) ? 'answer' : [...new Set(sources)].sort().join(' ');
  if (node.status === 'done') return `${node.id} \u2713 ${node.answer_evidence?.length ?? 0}`;
  if (node.status === 'running') return `${node.id} \u25b8 ${doing}`.trimEnd();
  if (node.status === 'failed') return `${node.id} \u2717 failed`;
  if (node.status === 'skipped') return `${node.id} \u2013 skipped`;
  return node.depends_on.length > 0 ? `${node.id} waits for ${node.depends_on.join(', ')}` : `${node.id} waits`;
}

function horizon({ from, to, rule }: NonNullable<RunView['goal']>['time_horizon']): string {
  const preferred = rule === 'preferred' ? ' (preferred)' : '';
  if (from === null && to === null) return 'any year';
  return `${from ?? '\u2026'}\u2013${to ?? '\u2026'}${preferred}`;
}
