/**
 * What model runs cost and how they end, on the loopback server: tokens by role, and every fault rate.
 *
 *   node bench/models.ts <library.jsonl[.gz]> [standard|deep] [rates, 0,0.05,0.2,0.5] [topic]
 */
import { performance } from 'node:perf_hooks';
import { EmbeddedCloud } from '../local/cloud/cloud.ts';
import { importLibrary } from '../local/library/import.ts';
import { RunRequest } from '../shared/contracts/run.ts';
import { Synthesis } from '../shared/contracts/synthesis.ts';
import { costTable } from '../shared/models/cost-table.ts';
import { openProviders } from '../shared/models/open.ts';
import { ModelRunner } from '../shared/models/runner.ts';
import { listEvents } from '../shared/run/transcript.ts';
import { MemoryBlobs, MemoryTable } from '../shared/store/memory.ts';
import { fastAsl } from '../test/support/fast-asl.ts';
import type { Fault } from '../test/support/messages-server/faults.ts';
import type { MessagesRequest } from '../test/support/messages-server/material.ts';
import { MessagesServer } from '../test/support/messages-server/server.ts';

const [path, depth = 'standard', rates = '0', topic = 'part-of-speech tagging with neural networks and Markov models'] =
  process.argv.slice(2);
if (path === undefined)
  throw new Error('Give a library: node bench/models.ts <library.jsonl.gz> [depth] [rates] [topic]');

for (const rate of rates.split(',').map(Number)) await once(rate);

async function once(rate: number): Promise<void> {
  const faults = process.env.FAULTS?.split(',') as Fault[] | undefined;
  const server = await MessagesServer.start({
    rate,
    seed: process.env.SEED ?? 'bench',
    retryAfter: 0.05,
    ...(faults ? { faults } : {}),
  });
  const stores = { table: new MemoryTable(), blobs: new MemoryBlobs() };
  const limits = { idleMs: 1500, firstMs: 1500, baseMs: 1500, perTokenMs: 0 };
  const providers = openProviders({ ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: server.url }, limits);
  const errors: string[] = [];
  const cloud = await EmbeddedCloud.open({
    ...stores,
    clock: { now: () => new Date('2026-11-30T12:00:00Z'), wall: () => Date.now() },
    log: { info() {}, warn() {}, error: (message) => errors.push(message) },
    roles: new ModelRunner(providers),
    asl: fastAsl(),
  });
  const library = await importLibrary(stores.blobs, path!);
  const started = performance.now();
  const request = RunRequest.parse({
    topic,
    depth,
    noInput: true,
    library: library.id,
    economy: process.env.ECONOMY === '1',
    budget: process.env.BUDGET === undefined ? null : Number(process.env.BUDGET),
  });
  const { slug } = await cloud.service.create(request);
  await cloud.ended(slug);
  const seconds = (performance.now() - started) / 1000;
  const meta = await cloud.service.meta(slug);
  const rows = await listEvents(stores.table, 'local', slug);
  const table = costTable(rows);
  const hit = server.calls.filter((call) => call.fault !== null).length;
  console.log(
    `\n== ${depth}, fault rate ${rate}: ${meta.status}${meta.reason === null ? '' : ` (${meta.reason})`}, ${seconds.toFixed(1)} s`,
  );
  console.log(
    `server: ${server.calls.length} calls, ${hit} faults, billed ${server.billed.input} + ${server.billed.output}`,
  );
  for (const line of [...table.byRole, table.total]) {
    console.log(
      `  ${line.name.padEnd(15)} ${String(line.calls).padStart(4)} calls ${String(line.input).padStart(8)} in ${String(line.output).padStart(7)} out  $${line.cost.toFixed(4)}`,
    );
  }
  const repeats = prefixRepeats(server.calls.map((call) => call.request));
  console.log(`  prefixes that came again: ${repeats}`);
  const twins = rows.filter((row) => row.event === 'switched_source' && row.status === 'extractive');
  console.log(`  twins: ${twins.map((row) => row.role).join(' ') || 'none'}; warnings: ${meta.warnings.length}`);
  for (const warning of meta.warnings) console.log(`    ${warning}`);
  for (const row of rows.filter(
    (one) => one.event === 'failed' || (one.event === 'returned' && one.status === 'failed'),
  )) {
    if (process.env.VERBOSE) console.log(`    ${row.event} ${row.id} ${row.reason}`);
  }
  await judge(cloud, slug);
  const unknown = [...new Set(errors.filter((error) => !/Anthropic|calls were made/.test(error)))];
  if (unknown.length > 0) console.log(`  errors logged:\n    ${unknown.slice(0, 10).join('\n    ')}`);
  await server.close();
}

/** How many calls of each model had a system prompt and documents that an earlier call had: what a cache could hit. */
function prefixRepeats(requests: readonly MessagesRequest[]): string {
  const seen = new Set<string>();
  const counts = new Map<string, [again: number, all: number]>();
  for (const request of requests) {
    const content = request.messages[0]?.content;
    const documents = Array.isArray(content) ? content.slice(0, -1) : [];
    const prefix = JSON.stringify([request.model, request.system, documents]);
    const [again, all] = counts.get(request.model) ?? [0, 0];
    counts.set(request.model, [again + (seen.has(prefix) ? 1 : 0), all + 1]);
    seen.add(prefix);
  }
  return [...counts]
    .map(([model, [again, all]]) => `${model} ${again}/${all}`)
    .sort()
    .join(', ');
}

/** Whether what came out cites only what the run has. */
async function judge(cloud: EmbeddedCloud, slug: string): Promise<void> {
  const files = await cloud.service.artifacts(slug);
  if (!files.includes('synthesis.json')) return console.log('  no synthesis');
  const text = async (name: string) => new TextDecoder().decode(await cloud.service.artifact(slug, name));
  const synthesis = Synthesis.parse(JSON.parse(await text('synthesis.json')));
  const markdown = await text('synthesis.md');
  const records = files.includes('records.json') ? await text('records.json') : '';
  const known = new Set([...records.matchAll(/"id":\s*"([^"]+)"/g)].map((hit) => hit[1]!));
  const cited = synthesis.references;
  const unknown = records === '' ? [] : cited.filter((id) => !known.has(id));
  console.log(
    `  synthesis: writer ${synthesis.writer}, ${markdown.length} characters, ${cited.length} references, ${unknown.length} unknown, invented in text: ${/10\.9999|invented/.test(markdown)}`,
  );
}
