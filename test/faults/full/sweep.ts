import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type ClassReport, merged, passed, tableOf } from './report.ts';
import type { Order, RunShape } from './worker.ts';

const WORKERS = 2;
const HELP = `Faults at every boundary of a run, and what a resume makes of them.

  --depth=standard|deep|both   runs whose every boundary is tried (both)
  --sample=N                   N boundaries of each run instead of all
  --kill=N                     processes killed with SIGKILL (100; 0: none)
  --only=a,b                   boundaries, crashes, stops, hostile, torn, models, sources, kill
`;

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: 'both' },
    sample: { type: 'string' },
    kill: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const order: Omit<Order, 'me'> = {
  workers: WORKERS,
  depths: values.depth === 'both' ? ['standard', 'deep'] : [values.depth as 'standard' | 'deep'],
  sample: values.sample === undefined ? null : wholeNumber('--sample', values.sample),
  kill: wholeNumber('--kill', values.kill),
  classes:
    values.only === ''
      ? values.kill === '0'
        ? ['boundaries', 'crashes', 'stops', 'hostile', 'torn', 'models', 'sources']
        : []
      : values.only.split(','),
};
if (order.depths.some((depth) => !['standard', 'deep'].includes(depth))) {
  console.error(`--depth=${values.depth} is unknown.\n\n${HELP}`);
  process.exit(2);
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  console.error(`${flag}=${text} is no whole number.\n\n${HELP}`);
  process.exit(2);
}

type Message =
  | { readonly report: ClassReport }
  | { readonly shape: RunShape }
  | { readonly done: number }
  | { readonly failed: string };

const reports: ClassReport[] = [];
const shapes = new Map<string, RunShape>();
const troubles: string[] = [];
let cpu = 0;

function worker(me: number): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(new URL('./worker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.on('message', (message: Message) => {
      if ('report' in message) {
        reports.push(message.report);
        const { name, tried, failures } = message.report;
        console.error(`worker ${me}: ${name}, ${tried} tried, ${failures.length} failed`);
      } else if ('shape' in message) shapes.set(message.shape.depth, message.shape);
      else if ('done' in message) cpu += message.done;
      else troubles.push(message.failed);
    });
    child.once('exit', (code) => {
      if (code !== 0) troubles.push(`Worker ${me} ended with ${code}.`);
      resolve();
    });
    child.send({ ...order, me } satisfies Order);
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: WORKERS }, (_, me) => worker(me)));
const all = merged(reports);
for (const { depth, boundaries, steps } of shapes.values()) {
  const count = (of: RegExp) => steps.filter((id) => of.test(id)).length;
  console.log(
    `${depth}: ${boundaries} boundaries, ${steps.length} steps, ${count(/^tick/)} ticks, ${count(/^reads/)} waves, ${count(/^read\./)} papers read, ${count(/^replan/)} decisions on replanning`,
  );
}
const [standard, deep] = [shapes.get('standard'), shapes.get('deep')];
if (standard && deep && deep.boundaries <= standard.boundaries) {
  troubles.push('The deep run is no deeper than the standard one: its boundaries are not tried by it.');
}
console.log(tableOf(all));
for (const { name, failures } of all)
  for (const failure of failures) console.log(`\n${name}: ${failure.slice(0, 1500)}`);
for (const trouble of troubles) console.log(`\n${trouble}`);
const seconds = (performance.now() - started) / 1000;
console.log(
  `\n${seconds.toFixed(0)} s with ${WORKERS} workers; ${cpu.toFixed(0)} s of CPU, without the processes that were killed`,
);
const nothing = all.length === 0 || all.some((report) => report.tried === 0);
process.exit(all.every(passed) && troubles.length === 0 && !nothing ? 0 : 1);
