import { STEPS } from '../infra/steps.ts';
import { EmbeddedCloud } from '../local/cloud/cloud.ts';
import { RunRequest } from '../shared/contracts/run.ts';
import { MemoryBlobs, MemoryTable } from '../shared/store/memory.ts';
import type { Blobs, Table } from '../shared/store/ports.ts';
import type { BenchRow } from './row.ts';

/** US$ in us-east-1, as listed in November 2026. */
export const AWS_PRICES = {
  date: '2026-11',
  /** Step Functions Standard, per state transition. */
  transition: 25 / 1e6,
  /** Lambda on Arm, per GB-second and per request. */
  gbSecond: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  /** DynamoDB on demand, per write and per (consistent) read of one unit. */
  write: 0.625 / 1e6,
  read: 0.125 / 1e6,
  /** S3, per PUT or LIST, and per GET or HEAD. */
  put: 5 / 1e6,
  get: 0.4 / 1e6,
} as const;

/** US$ a month for what stands still: listed prices, as of the same date. */
export const IDLE_MONTH: readonly { readonly what: string; readonly usd: number }[] = [
  { what: 'web ACL', usd: 5 },
  { what: 'rate rule of the web ACL', usd: 1 },
  { what: 'secret', usd: 0.4 },
  // Ten alarms are free; one for each step and ten others stand.
  { what: 'alarms beyond the free ones', usd: Object.keys(STEPS).length * 0.1 },
  { what: 'a gigabyte in table and bucket, with its backups', usd: 0.25 + 0.2 + 0.023 * 2 },
  { what: 'logs kept, half a gigabyte', usd: 0.015 },
];

/** What the settings add to an idle month, US$. */
export const IDLE_EXTRAS = { machineClient: 6, customerKey: 1 } as const;

/** US$ for CloudWatch: per GB of logs taken in, and per trace. */
const LOGS_GB = 0.5;
const TRACE = 5 / 1e6;
/** Log that an invocation leaves, and that a transition leaves, GB. */
const LOG_OF_CALL = 2e-6;
const LOG_OF_TRANSITION = 1.5e-6;

/** Seconds that an invocation waits for a model and for sources, by step: what the models' answers take to write. */
const WAITS: Readonly<Record<string, number>> = {
  intake: 6,
  planner: 25,
  wave: 3,
  researcher: 14,
  answerer: 12,
  collator: 12,
  reader: 45,
  critic: 60,
  synthesizer: 150,
  verifier: 10,
  presenter: 20,
};
/** A Lambda with 1 GB has little more than half of a core of the machine this is measured on, and talks to its stores over a network. */
const SLOWER = 3;
/** Time that a step waits for each call of a store, seconds. */
const STORE_LATENCY = 0.008;

class Counter {
  writes = 0;
  reads = 0;
  puts = 0;
  gets = 0;

  table(inner: Table): Table {
    const count = <T>(kind: 'reads' | 'writes', call: () => Promise<T>) => {
      this[kind]++;
      return call();
    };
    return {
      get: (key) => count('reads', () => inner.get(key)),
      query: (query) => count('reads', () => inner.query(query)),
      put: (key, row, condition) => count('writes', () => inner.put(key, row, condition)),
      update: (key, change, condition) => count('writes', () => inner.update(key, change, condition)),
      delete: (key, condition) => count('writes', () => inner.delete(key, condition)),
    };
  }

  blobs(inner: Blobs): Blobs {
    const count = <T>(kind: 'puts' | 'gets', call: () => Promise<T>) => {
      this[kind]++;
      return call();
    };
    return {
      get: (key) => count('gets', () => inner.get(key)),
      size: (key) => count('gets', () => inner.size(key)),
      list: (prefix) => count('puts', () => inner.list(prefix)),
      put: (key, body) => count('puts', () => inner.put(key, body)),
      delete: (key) => inner.delete(key),
    };
  }
}

/** Memory of a step's function, GB. */
const memoryOf = (role: string): number => (STEPS[role]?.memoryMb ?? 1024) / 1024;

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** What a run of each depth would cost on AWS, models apart: measured counts times the price table. */
export async function awsCostRows(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const depth of ['quick', 'standard', 'deep'] as const) rows.push(...(await costOf(depth)));
  const idle = IDLE_MONTH.reduce((sum, { usd }) => sum + usd, 0);
  rows.push({
    set: 'idle month',
    metric: `AWS cost, US$ (prices ${AWS_PRICES.date})`,
    ours: round(idle, 2),
    baseline: null,
    target: 10,
  });
  return rows;
}

async function costOf(depth: 'quick' | 'standard' | 'deep'): Promise<BenchRow[]> {
  const counter = new Counter();
  const cloud = await EmbeddedCloud.open({
    table: counter.table(new MemoryTable()),
    blobs: counter.blobs(new MemoryBlobs()),
    clock: { now: () => new Date('2026-11-30T12:00:00Z'), wall: () => Date.now() },
    log: { info() {}, warn() {}, error() {} },
  });
  await cloud.runtime.library(null); // indexed once per deployment, not per run
  Object.assign(counter, { writes: 0, reads: 0, puts: 0, gets: 0 });
  const request = RunRequest.parse({ topic: 'Raft vs Paxos for replicated logs', depth, offline: true, noInput: true });
  const { slug } = await cloud.service.create(request);
  await cloud.ended(slug);
  const { writes, reads, puts, gets } = counter;
  const { rows: events } = await cloud.service.transcript(slug, 0, 100_000);
  const returned = events.filter((row) => row.event === 'returned');
  const calls = returned.length + 10; // steps without an address: begin, decide, close
  const stores = ((writes + reads + puts + gets) * STORE_LATENCY) / calls;
  const secondsOf =
    (waits: boolean) => (event: { readonly role?: string | undefined; readonly ms?: number | undefined }) =>
      ((event.ms ?? 0) / 1000) * SLOWER + stores + (waits ? (WAITS[event.role ?? ''] ?? 0) : 0);
  const total = (of: (event: { readonly role?: string | undefined; readonly ms?: number | undefined }) => number) =>
    returned.reduce((sum, event) => sum + of(event), 0);
  const gbSeconds = (waits: boolean) => total((event) => secondsOf(waits)(event) * memoryOf(event.role ?? ''));
  // Five history events a task, one transition a state; Choice and Pass states count as well.
  const transitions = Math.round(cloud.events(slug) / 4);
  const p = AWS_PRICES;
  const fixed =
    transitions * p.transition +
    calls * p.lambdaRequest +
    writes * p.write +
    reads * 2 * p.read +
    puts * p.put +
    gets * p.get +
    (calls * LOG_OF_CALL + transitions * LOG_OF_TRANSITION) * LOGS_GB +
    TRACE;
  const row = (metric: string, ours: number, target: number | null = null): BenchRow => ({
    set: `${depth} run`,
    metric,
    ours,
    baseline: null,
    target,
  });
  return [
    row('history events (limit 25,000)', cloud.events(slug), 25_000),
    row('state transitions', transitions),
    row('Lambda seconds', round(total(secondsOf(false)), 1)),
    row('Lambda seconds, waiting for models', round(total(secondsOf(true)), 1)),
    row('table writes / reads', writes + reads),
    row('bucket requests', puts + gets),
    row(
      `AWS cost, US$ (prices ${p.date})`,
      round(fixed + gbSeconds(false) * p.gbSecond, 4),
      depth === 'standard' ? 0.05 : null,
    ),
    row(
      'AWS cost with models, US$',
      round(fixed + gbSeconds(true) * p.gbSecond, 4),
      depth === 'standard' ? 0.05 : null,
    ),
  ];
}
