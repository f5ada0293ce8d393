import type { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import type { LambdaHandler } from '../../local/cloud/engine.ts';
import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import type { Clock, LiveSources, RoleRunner } from '../../shared/runtime.ts';
import { runPk } from '../../shared/store/keys.ts';
import { type CrashPoint, copyOf, Fuse, fused, Journal, type MemoryStores } from './faults.ts';
import { cloudOver, deterministic, runToEnd, type Stores } from './pipeline.ts';

/** What a cloud is made of beside its stores. */
export interface Parts {
  readonly embedder?: Embedder;
  readonly roles?: RoleRunner;
  /** A process has a runner of its own, where runners remember things. */
  readonly rolesOf?: () => RoleRunner;
  /** Live sources keep their limits and their cache in the stores of the process that asks. */
  readonly liveOver?: (stores: Stores) => LiveSources;
  readonly clock?: Clock;
  readonly asl?: string;
  readonly handlers?: Readonly<Record<string, LambdaHandler>>;
  /** Takes out of an artefact what may differ: what a call in flight at the crash has cost. */
  readonly normalise?: (text: string) => string;
}

const open = (stores: Stores, { liveOver, rolesOf, normalise: _, ...parts }: Parts): Promise<EmbeddedCloud> =>
  cloudOver(stores, {
    ...parts,
    ...(rolesOf ? { roles: rolesOf() } : {}),
    ...(liveOver ? { live: liveOver(stores) } : {}),
  });

/** The undisturbed run, and every write it makes. */
export interface Reference {
  readonly slug: string;
  readonly asked: RunRequest;
  readonly artefacts: ReadonlyMap<string, string>;
  /** Rows of nodes, findings, papers and revisions, without what depends on who wrote them. */
  readonly rows: ReadonlyMap<string, string>;
  /** Name of each write, in order: the boundaries. */
  readonly boundaries: readonly string[];
  readonly journal: Journal;
  /** Steps that returned, by id. */
  readonly steps: readonly string[];
}

/** What became of one fault. */
export interface Verdict {
  /** Where it fell. */
  readonly at: string;
  readonly identical: boolean;
  /** Paths and rows that differ from the undisturbed run, are missing, or are too many. */
  readonly differences: readonly string[];
  /** Steps that had returned and were executed again. */
  readonly repeated: readonly string[];
  readonly status: string;
}

/** Whether a fault left no trace. */
export const isClean = (verdict: Verdict): boolean =>
  verdict.identical && verdict.repeated.length === 0 && verdict.status === 'complete';

/** Runs once without a fault. */
export async function reference(stores: MemoryStores, asked: RunRequest, parts: Parts = {}): Promise<Reference> {
  const journal = new Journal();
  const mine = copyOf(stores);
  const cloud = await open(journal.over(mine), parts);
  const slug = await runToEnd(cloud, asked);
  const { status, reason } = await cloud.service.meta(slug);
  if (status !== 'complete') throw new Error(`The undisturbed run ended ${status}: ${reason}`);
  const { rows } = await cloud.service.transcript(slug, 0, 100_000);
  return {
    slug,
    asked,
    artefacts: normalised(await deterministic(cloud, slug), parts),
    rows: await rowsOf(mine, slug),
    boundaries: journal.names,
    journal,
    steps: rows.filter((row) => row.event === 'returned').map((row) => row.id!),
  };
}

/** Crashes a process at one boundary, resumes over the same stores, and compares. */
export async function crashAt(
  stores: MemoryStores,
  expected: Reference,
  point: CrashPoint,
  parts: Parts = {},
): Promise<Verdict> {
  const survivors = copyOf(stores);
  const dying = await open(fused(survivors, new Fuse(point)), parts);
  await dying.service.create(expected.asked).then(
    ({ slug }) => dying.executionEnded(slug, 1),
    () => undefined, // died while the run was being created
  );
  const at = `${point.when} ${point.operation} ${expected.boundaries[point.operation - 1] ?? '?'}`;
  return goOn(survivors, expected, at, parts);
}

/**
 * What a new process makes of stores that a dead one left: the run is resumed, or created when not even its first rows had
 * been written, and compared with the undisturbed run.
 */
export async function goOn(stores: Stores, expected: Reference, at: string, parts: Parts = {}): Promise<Verdict> {
  const cloud = await open(stores, parts);
  const { runs } = await cloud.service.list();
  if (runs.length === 0) await runToEnd(cloud, expected.asked);
  else if (runs[0]!.status !== 'complete') {
    await cloud.service.resume(runs[0]!.slug);
    await cloud.ended(runs[0]!.slug);
  }
  return verdictOf(cloud, stores, expected, at, parts);
}

/** Compares what a run has become with the undisturbed one. */
export async function verdictOf(
  cloud: EmbeddedCloud,
  stores: Stores,
  expected: Reference,
  at: string,
  parts: Parts = {},
): Promise<Verdict> {
  // A crash during the creation may have left the name behind: the run then has the next one.
  const slug = (await cloud.service.list()).runs[0]?.slug ?? expected.slug;
  const found = named(normalised(await deterministic(cloud, slug), parts), slug, expected.slug);
  const differences = [
    ...differ(expected.artefacts, found),
    ...differ(expected.rows, named(await rowsOf(stores, slug), slug, expected.slug)),
    ...(await openReservations(stores, slug)),
  ];
  const { rows } = await cloud.service.transcript(slug, 0, 100_000);
  const seqs = rows.map((row) => row.seq);
  if (seqs.some((seq, n) => n > 0 && seq <= seqs[n - 1]!)) differences.push('transcript: numbers do not ascend');
  return {
    at,
    identical: differences.length === 0,
    differences,
    repeated: repeatedSteps(rows),
    status: (await cloud.service.view(slug)).status,
  };
}

/** Steps dispatched again after they had returned. */
export function repeatedSteps(
  rows: readonly { readonly event: string; readonly id?: string | undefined; readonly status?: string | undefined }[],
): string[] {
  const returned = new Set<string>();
  const repeated: string[] = [];
  for (const { event, id, status } of rows) {
    if (event === 'dispatched' && returned.has(id!)) repeated.push(id!);
    if (event === 'returned' && status === 'ok') returned.add(id!);
  }
  return repeated;
}

const KEPT = ['NODE#', 'FIND#', 'PAPER#', 'REV#'];

async function rowsOf(stores: Stores, slug: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const prefix of KEPT) {
    for (const row of await stores.table.query({ pk: runPk('local', slug), prefix })) {
      const { pk: _pk, sk, attempt: _attempt, ...rest } = row;
      found.set(sk, JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))));
    }
  }
  return found;
}

async function openReservations(stores: Stores, slug: string): Promise<string[]> {
  const row = await stores.table.get({ pk: runPk('local', slug), sk: 'BUDGET' });
  const [available, used, total] = [Number(row?.available), Number(row?.used), Number(row?.total)];
  return available + used === total ? [] : [`budget: ${available} available and ${used} used of ${total}`];
}

function differ(expected: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].filter((name) => expected.get(name) !== found.get(name)).sort();
}

function normalised(found: ReadonlyMap<string, string>, { normalise }: Parts): ReadonlyMap<string, string> {
  return normalise ? new Map([...found].map(([name, text]) => [name, normalise(text)])) : found;
}

function named(found: ReadonlyMap<string, string>, slug: string, expected: string): ReadonlyMap<string, string> {
  if (slug === expected) return found;
  return new Map([...found].map(([name, text]) => [name, text.replaceAll(slug, expected)]));
}
