import { deepRun } from '../../support/deep-run.ts';
import { type FaultRun, faultRun } from '../../support/fault-run.ts';
import { copyOf } from '../../support/faults.ts';
import { crashAt, goOn, type Reference, reference } from '../../support/sweep.ts';
import { clockJumps, diskFull, lost, OPERATIONS, TEARABLE, takenOver, throttled, torn, twice } from './in-process.ts';
import { killReport } from './kill.ts';
import { modelRun, type PaidRun, paidPoints, resumePaid, sourceRun } from './paid.ts';
import { type ClassReport, newReport, note } from './report.ts';
import { stopped } from './stopped.ts';

/** What one worker is told: its share of the points, and how many of each class there are. */
export interface Order {
  readonly me: number;
  readonly workers: number;
  readonly depths: readonly ('standard' | 'deep')[];
  /** Boundaries of each run; null: every one. */
  readonly sample: number | null;
  readonly kill: number;
  readonly classes: readonly string[];
}

type Fault = FaultRun & { readonly expected: Reference };

/** What a run that faults fall on is like, so that two depths can be told apart. */
export interface RunShape {
  readonly depth: string;
  readonly boundaries: number;
  readonly steps: readonly string[];
}

/** Carries out its share and sends a report per class. */
async function work(order: Order, send: (report: ClassReport) => void, show: (shape: RunShape) => void): Promise<void> {
  const mine = (n: number): boolean => n % order.workers === order.me;
  const wants = (name: string): boolean => order.classes.length === 0 || order.classes.includes(name);
  for (const depth of order.depths) {
    if (!['boundaries', 'crashes', 'stops', 'hostile', 'torn'].some(wants)) break;
    const run = depth === 'deep' ? await deepRun() : await faultRun();
    const fault = { ...run, expected: await reference(run.stores, run.asked, run.parts) };
    show({ depth, boundaries: fault.expected.boundaries.length, steps: fault.expected.steps });
    if (wants('boundaries')) send(await boundaries(fault, depth, order.sample, mine));
    if (wants('crashes')) send(await crashes(fault, depth, order.sample === null ? 24 : 6, mine));
    if (depth !== order.depths[0]) continue;
    if (wants('hostile')) await hostile(fault, mine, send);
    if (wants('torn')) send(await tornFiles(fault, mine));
    if (wants('stops')) send(await stopped(fault.stores, fault.expected, fault.parts, order.sample, mine));
  }
  if (wants('models')) send(await paid('model replies', await modelRun(), order.sample ?? 150, mine));
  if (wants('sources')) send(await paid('source answers', await sourceRun(), order.sample ?? 60, mine));
  if (wants('kill')) {
    for (const depth of order.depths) send(await killReport(Math.ceil(order.kill / order.depths.length), depth, mine));
  }
}

/** Every write of a run: what a crash after it, which is what a crash before the next one leaves, is resumed. */
async function boundaries(
  { stores, expected, parts }: Fault,
  depth: string,
  sample: number | null,
  mine: (n: number) => boolean,
): Promise<ClassReport> {
  const report = newReport(`boundaries (${depth}), before and after`);
  const writes = expected.boundaries.length;
  const count = Math.min(sample ?? writes + 1, writes + 1);
  const all = Array.from({ length: count }, (_, n) => Math.floor((n * writes) / Math.max(1, count - 1)));
  const wanted = all.filter((_, n) => mine(n));
  for await (const { writes: done, stores: left } of expected.journal.states(stores, wanted)) {
    const at = `after ${done} ${expected.boundaries[done - 1] ?? 'nothing'}`;
    // The first and the last state stand for one boundary each, all others for two.
    note(report, await goOn(left, expected, at, parts), done === 0 || done === writes ? 1 : 2);
  }
  return report;
}

/** Processes that die in the middle of a write, nothing after it reaching a store. */
async function crashes({ stores, expected, parts }: Fault, depth: string, count: number, mine: (n: number) => boolean) {
  const report = newReport(`crashes in process (${depth})`);
  for (let n = 0; n < count; n++) {
    if (!mine(n)) continue;
    const operation = 1 + Math.floor((n * (expected.boundaries.length - 1)) / (count - 1));
    note(report, await crashAt(stores, expected, { operation, when: n % 4 < 2 ? 'before' : 'after' }, parts));
  }
  return report;
}

async function hostile(
  { stores, expected, parts }: Fault,
  mine: (n: number) => boolean,
  send: (report: ClassReport) => void,
) {
  let n = 0;
  const reports: ClassReport[] = [];
  const under = (name: string): ClassReport => {
    const report = newReport(name);
    reports.push(report);
    return report;
  };
  const duplicates = under('every invocation twice');
  for (const how of ['together', 'after', 'late'] as const) {
    if (mine(n++)) note(duplicates, (await twice(stores, expected, parts, how)).verdict);
  }
  const timeouts = under('a time-out of each task');
  for (const op of OPERATIONS) {
    for (const how of ['before', 'within', 'after'] as const) {
      if (!mine(n++)) continue;
      const outcome = await lost(stores, expected, parts, op, how);
      note(timeouts, outcome.lost ? outcome.verdict : { ...outcome.verdict, status: `${op} was never invoked` });
    }
  }
  const busy = under('table throttled, 0.5 % to 20 %');
  for (const [at, share] of [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].entries()) {
    for (const seed of [1, 2]) {
      if (mine(n++)) note(busy, (await throttled(stores, expected, parts, share, 10 * at + seed)).verdict);
    }
  }
  const full = under('a full disk');
  const files = expected.boundaries.filter((name) => name.startsWith('blob')).length;
  for (let from = 1; from <= files; from += 3) {
    if (mine(n++)) note(full, (await diskFull(stores, expected, parts, from)).verdict);
  }
  const clocks = under('clock jumps');
  for (const hours of [
    [0, 1],
    [0, -1],
    [0, 24, -24],
    [0, -1, -2, -3],
    [5, 0, -5, 3],
  ]) {
    if (mine(n++)) note(clocks, await clockJumps(stores, expected, parts, hours));
  }
  const fenced = under('two executions at once');
  for (let nth = 2; nth <= 50; nth += 4) {
    if (!mine(n++)) continue;
    const { verdict, late, taken } = await takenOver(stores, expected, parts, nth);
    // What the first had in its hands is executed by the second too; what the first still wrote is counted.
    note(fenced, { ...verdict, repeated: taken && late > 0 ? [`${late} rows of a fenced attempt`] : [] });
  }
  for (const report of reports) send(report);
}

/** Each kind of artefact, cut in half, emptied or deleted while the run is interrupted. */
async function tornFiles({ stores, expected, parts }: Fault, mine: (n: number) => boolean): Promise<ClassReport> {
  const report = newReport('torn files');
  const close = expected.boundaries.findIndex((name) => name.includes('transcript.jsonl'));
  let n = 0;
  for await (const { stores: left } of expected.journal.states(stores, [close])) {
    for (const path of [...expected.artefacts.keys(), 'report.html', 'summary.txt'].filter(TEARABLE)) {
      for (const how of ['half', 'empty', 'gone'] as const) {
        if (mine(n++)) note(report, await torn(copyOf(left), expected, parts, path, how));
      }
    }
  }
  return report;
}

async function paid(name: string, run: PaidRun, spread: number, mine: (n: number) => boolean): Promise<ClassReport> {
  const report = newReport(name);
  report.calls = 0;
  try {
    const points = paidPoints(run, spread).filter((_, n) => mine(n));
    for await (const { writes, stores } of run.expected.journal.states(run.stores, points)) {
      const { verdict, calls } = await resumePaid(run, stores, writes);
      note(report, verdict);
      report.calls += calls;
      if (calls > 0) report.failures.push(`${verdict.at}: ${calls} stored answers were asked for again`);
    }
  } finally {
    await run.close();
  }
  return report;
}

process.once('message', (order: Order) => {
  work(
    order,
    (report) => process.send!({ report }),
    (shape) => process.send!({ shape }),
  ).then(
    () => {
      const { user, system } = process.cpuUsage();
      process.send!({ done: (user + system) / 1e6 }, () => process.exit(0));
    },
    (error: unknown) =>
      process.send!({ failed: error instanceof Error ? error.stack : String(error) }, () => process.exit(1)),
  );
});
