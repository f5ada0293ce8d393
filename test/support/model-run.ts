import { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import { importLibrary } from '../../local/library/import.ts';
import type { RoleName } from '../../shared/agents/role.ts';
import { type RunMeta, RunRequest, type TranscriptRow } from '../../shared/contracts/run.ts';
import { Synthesis } from '../../shared/contracts/synthesis.ts';
import { type CostTable, costTable } from '../../shared/models/cost-table.ts';
import { estimatorOf, type RunEstimate } from '../../shared/models/estimate.ts';
import { openProviders } from '../../shared/models/open.ts';
import { ModelRunner } from '../../shared/models/runner.ts';
import { SETTINGS } from '../../shared/models/settings.ts';
import { listEvents } from '../../shared/run/transcript.ts';
import { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import { fastAsl } from './fast-asl.ts';
import type { Fault } from './messages-server/faults.ts';
import { FLAW_WORDS } from './messages-server/flaws.ts';
import type { MessagesRequest } from './messages-server/material.ts';
import { MessagesServer } from './messages-server/server.ts';

export interface ModelRunOptions {
  /** A library file. */
  readonly library: string;
  readonly topic: string;
  readonly depth: 'quick' | 'standard' | 'deep';
  /** Share of calls that fail. */
  readonly rate: number;
  readonly seed?: string;
  readonly faults?: readonly Fault[];
  readonly economy?: boolean;
  readonly budget?: number;
}

/** A model run on the loopback server, and what it came to. */
export interface ModelRun {
  readonly meta: RunMeta;
  readonly table: CostTable;
  readonly estimate: RunEstimate;
  /** Roles of the design that no call was charged for. */
  readonly missing: readonly RoleName[];
  readonly calls: number;
  readonly faults: number;
  readonly billed: { readonly input: number; readonly output: number };
  /** Tokens held by nobody any more; 0 when the books are closed. */
  readonly open: number;
  readonly twins: readonly string[];
  /** null when the run ended without a synthesis. */
  readonly synthesis: {
    readonly writer: string;
    readonly characters: number;
    readonly references: number;
    /** Cited ids that are no records of the run. */
    readonly unknown: readonly string[];
    /** Words that a spoilt answer invented and a reader is shown without a mark. */
    readonly invented: readonly string[];
  } | null;
  /** Share of each model's calls whose prompt an earlier call had up to the instruction: what a cache could hit. */
  readonly repeats: Readonly<Record<string, string>>;
  /** Errors that were logged and that no fault explains. */
  readonly errors: readonly string[];
}

/** Without faults a call may take its time: the machine may be busy. */
const limitsAt = (rate: number) => (rate === 0 ? {} : { idleMs: 2500, firstMs: 2500, baseMs: 2500, perTokenMs: 0 });
const has = (request: MessagesRequest, name: string) =>
  name in (request.output_config?.format?.schema?.properties ?? {});

/** Runs a topic to its end. Drafts are spoilt, so that verification finds something and every role has work. */
export async function modelRun(options: ModelRunOptions): Promise<ModelRun> {
  const { library: path, topic, depth, rate, seed = 'bench', faults, economy = false, budget = null } = options;
  const server = await MessagesServer.start({
    rate,
    seed,
    retryAfter: 0.05,
    spoils: (request) => has(request, 'sections'),
    ...(faults === undefined ? {} : { faults }),
  });
  const stores = { table: new MemoryTable(), blobs: new MemoryBlobs() };
  const providers = openProviders({ ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: server.url }, limitsAt(rate));
  const errors: string[] = [];
  const cloud = await EmbeddedCloud.open({
    ...stores,
    clock: { now: () => new Date('2026-11-30T12:00:00Z'), wall: () => Date.now() },
    log: { info() {}, warn() {}, error: (message) => errors.push(message) },
    roles: new ModelRunner(providers),
    asl: fastAsl(),
  });
  try {
    const { id } = await importLibrary(stores.blobs, path);
    const request = RunRequest.parse({ topic, depth, noInput: true, library: id, economy, budget });
    const { slug } = await cloud.service.create(request);
    await cloud.ended(slug);
    const rows = await listEvents(stores.table, 'local', slug);
    const table = costTable(rows);
    const used = new Set(table.byRole.map(({ name }) => name));
    const row = await stores.table.get({ pk: `RUN#local#${slug}`, sk: 'BUDGET' });
    return {
      meta: await cloud.service.meta(slug),
      table,
      estimate: estimatorOf(providers)(request),
      missing: (Object.keys(SETTINGS) as RoleName[]).filter((role) => !used.has(role)),
      calls: server.calls.length,
      faults: server.calls.filter((call) => call.fault !== null).length,
      billed: server.billed,
      open: Object.keys((row?.open ?? {}) as object).length,
      twins: rows.filter(isTwin).map((one) => String(one.role)),
      synthesis: await judged(cloud, slug),
      repeats: prefixRepeats(server.calls.map((call) => call.request)),
      errors: [...new Set(errors.filter((error) => !/Anthropic|calls were made/.test(error)))],
    };
  } finally {
    await server.close();
  }
}

const isTwin = (row: TranscriptRow) => row.event === 'switched_source' && row.status === 'extractive';

async function judged(cloud: EmbeddedCloud, slug: string): Promise<ModelRun['synthesis']> {
  const files = await cloud.service.artifacts(slug);
  if (!files.includes('synthesis.json')) return null;
  const text = async (name: string) => new TextDecoder().decode(await cloud.service.artifact(slug, name));
  const synthesis = Synthesis.parse(JSON.parse(await text('synthesis.json')));
  const markdown = await text('synthesis.md');
  const records = files.includes('records.json') ? await text('records.json') : '';
  const known = new Set([...records.matchAll(/"id":\s*"([^"]+)"/g)].map((hit) => hit[1]!));
  const unmarked = markdown.split(/(?<=[.!?)*])\s/).filter((one) => !one.includes('not supported by'));
  return {
    writer: synthesis.writer,
    characters: markdown.length,
    references: synthesis.references.length,
    unknown: records === '' ? [] : synthesis.references.filter((id) => !known.has(id)),
    invented: unmarked.flatMap((one) => FLAW_WORDS.exec(one)?.[0] ?? []),
  };
}

function prefixRepeats(requests: readonly MessagesRequest[]): Record<string, string> {
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
  return Object.fromEntries([...counts].map(([model, [again, all]]) => [model, `${again}/${all}`]).sort());
}
