import { openServer } from '../local/cloud/http.ts';
import { openTable } from '../local/cloud/table.ts';
import { ApiClient } from '../shared/api/client.ts';
import { MemoryTable } from '../shared/store/memory.ts';
import type { Table } from '../shared/store/ports.ts';
import { makeWorld, request, served } from '../test/shared/api/fakes.ts';

const RUNS = 1000;
/** Runs that have not ended: each costs a look at its own row. */
const ACTIVE = 20;
/** What a page may take, in milliseconds. */
const TARGET = 100;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** A line of the benchmark's table. */
export interface ApiRow {
  readonly set: string;
  readonly metric: string;
  readonly ours: number;
  readonly baseline: number | null;
  readonly target: number | null;
}

/** Lists 1,000 runs over HTTP, page by page; how long a page takes. */
async function listing(name: string, table: Table): Promise<ApiRow[]> {
  const world = makeWorld('2026-03-01T10:00:00.000Z', { table });
  const service = world.service('local');
  for (let n = 0; n < RUNS; n++) {
    world.time += 60_000;
    const { slug } = await service.create(request(`topic number ${n}`));
    if (n % (RUNS / ACTIVE) === 0) continue;
    world.executions.end('local', slug);
    await service.cancel(slug);
  }
  const server = await openServer(served(world, service), 't');
  const client = new ApiClient(`http://127.0.0.1:${server.port}`, { token: 't' });
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    let after: string | null | undefined;
    let seen = 0;
    do {
      const started = performance.now();
      const page = await client.list({ limit: 100, ...(after ? { after } : {}) });
      times.push(performance.now() - started);
      seen += page.runs.length;
      after = page.next;
    } while (after);
    if (seen !== RUNS) throw new Error(`${name}: ${seen} of ${RUNS} runs were listed.`);
  }
  await server.close();
  times.sort((a, b) => a - b);
  const row = (metric: string, share: number, target: number | null): ApiRow => ({
    set: `${RUNS} runs, 100 a page, ${name}`,
    metric,
    ours: Math.round(percentile(times, share) * 10) / 10,
    baseline: null,
    target,
  });
  return [row('list, median ms a page', 0.5, TARGET), row('list, p95 ms a page', 0.95, null)];
}

/** Rows of the benchmark: listing runs over HTTP, with the table in memory and with the embedded one. */
export async function apiRows(): Promise<ApiRow[]> {
  const embedded = await openTable();
  try {
    return [
      ...(await listing('table in memory', new MemoryTable())),
      ...(await listing('embedded table', embedded.table)),
    ];
  } finally {
    await embedded.close();
  }
}

if (import.meta.main) {
  const rows = await apiRows();
  for (const { set, metric, ours, target } of rows) {
    console.log(
      `${set}: ${metric} ${ours}${target === null ? '' : ` (target ${target}, ${ours <= target ? 'met' : 'MISSED'})`}`,
    );
  }
  if (rows.some(({ ours, target }) => target !== null && ours > target)) process.exitCode = 1;
}
