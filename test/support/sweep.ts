import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import type { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import { type CrashPoint, copyOf, Fuse, fused } from './faults.ts';
import { cloudOver, deterministic, runToEnd } from './pipeline.ts';

type Stores = { table: MemoryTable; blobs: MemoryBlobs };

/** The undisturbed run, and how many writes it makes. */
export interface Reference {
  readonly slug: string;
  readonly artefacts: Map<string, string>;
  /** Name of each write, in order: the boundaries. */
  readonly boundaries: readonly string[];
  /** Steps that returned, by id. */
  readonly steps: readonly string[];
}

/** What became of one crash. */
export interface Verdict {
  readonly point: CrashPoint;
  readonly boundary: string;
  readonly identical: boolean;
  /** Paths that differ from the undisturbed run, are missing, or are too many. */
  readonly differences: readonly string[];
  /** Steps that had returned before the crash and were executed again. */
  readonly repeated: readonly string[];
  readonly status: string;
}

/** Runs once without a fault. */
export async function reference(stores: Stores, asked: RunRequest, embedder?: Embedder): Promise<Reference> {
  const fuse = new Fuse(null);
  const cloud = await cloudOver(fused(copyOf(stores), fuse), embedder ? { embedder } : {});
  const slug = await runToEnd(cloud, asked);
  const { rows } = await cloud.service.transcript(slug, 0, 100_000);
  return {
    slug,
    artefacts: await deterministic(cloud, slug),
    boundaries: fuse.names,
    steps: rows.filter((row) => row.event === 'returned').map((row) => row.id!),
  };
}

/**
 * Crashes at one boundary, resumes over the same stores, and compares. The run is created again when not even its first
 * rows had been written.
 */
export async function crashAt(
  stores: Stores,
  asked: RunRequest,
  expected: Reference,
  point: CrashPoint,
  embedder?: Embedder,
): Promise<Verdict> {
  const survivors = copyOf(stores);
  const fuse = new Fuse(point);
  const parts = embedder ? { embedder } : {};
  const dying = await cloudOver(fused(survivors, fuse), parts);
  await dying.service.create(asked).then(
    ({ slug }) => dying.executionEnded(slug, 1),
    () => undefined, // died while the run was being created
  );
  const next = await cloudOver(survivors, parts);
  const { runs } = await next.service.list();
  if (runs.length === 0) {
    await runToEnd(next, asked);
  } else if (runs[0]!.status !== 'complete') {
    await next.service.resume(expected.slug);
    await next.ended(expected.slug);
  }
  const slug = runs.length === 0 ? (await next.service.list()).runs[0]!.slug : expected.slug;
  const found = await deterministic(next, slug);
  const { rows } = await next.service.transcript(slug, 0, 100_000);
  const returned = new Set<string>();
  const repeated: string[] = [];
  for (const row of rows) {
    if (row.event === 'dispatched' && returned.has(row.id!)) repeated.push(row.id!);
    if (row.event === 'returned' && row.status === 'ok') returned.add(row.id!);
  }
  const paths = new Set([...expected.artefacts.keys(), ...found.keys()]);
  const differences = [...paths].filter((path) => expected.artefacts.get(path) !== found.get(path)).sort();
  return {
    point,
    boundary: expected.boundaries[point.operation - 1] ?? '?',
    identical: differences.length === 0,
    differences,
    repeated,
    status: (await next.service.view(slug)).status,
  };
}
