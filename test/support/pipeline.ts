import { type CloudParts, EmbeddedCloud } from '../../local/cloud/cloud.ts';
import { RunRequest } from '../../shared/contracts/run.ts';
import type { Clock, Log } from '../../shared/runtime.ts';
import { libraryRecord } from '../../shared/sources/library/record.ts';
import { saveLibrary } from '../../shared/sources/library/store.ts';
import { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import type { Blobs, Table } from '../../shared/store/ports.ts';

/** The clock of every test run: artefacts show this time. */
export const CLOCK: Clock = { now: () => new Date('2026-11-30T12:00:00.000Z'), wall: () => Date.now() };

export const SILENT: Log = { info() {}, warn() {}, error() {} };

/** Errors that handlers logged, for tests that want to see none. */
export function listeningLog(): { log: Log; errors: string[] } {
  const errors: string[] = [];
  return { errors, log: { ...SILENT, error: (message) => errors.push(message) } };
}

export const TEST_LIBRARY = 'test-library';

/** Stores that survive a crash of the process around them. */
export interface Stores {
  readonly table: Table;
  readonly blobs: Blobs;
}

/** Fresh stores with a library of our own records indexed in them. */
export async function storesWith(records: readonly object[]): Promise<{ table: MemoryTable; blobs: MemoryBlobs }> {
  const stores = { table: new MemoryTable(), blobs: new MemoryBlobs() };
  await saveLibrary(stores.blobs, '', {
    id: TEST_LIBRARY,
    name: 'test library',
    files: {},
    problems: [],
    records: records.map((record) => libraryRecord(record as Record<string, unknown>)!),
  });
  return stores;
}

/** An embedded cloud over given stores: what a process is made of, without its process. */
export function cloudOver(
  stores: Stores,
  parts: Partial<Omit<CloudParts, 'table' | 'blobs'>> = {},
): Promise<EmbeddedCloud> {
  return EmbeddedCloud.open({ ...stores, clock: CLOCK, log: SILENT, ...parts });
}

export function request(topic: string, more: Partial<RunRequest> = {}): RunRequest {
  return RunRequest.parse({ topic, offline: true, noInput: true, library: TEST_LIBRARY, ...more });
}

/** Runs a request to its end. */
export async function runToEnd(cloud: EmbeddedCloud, asked: RunRequest): Promise<string> {
  const { slug } = await cloud.service.create(asked);
  await cloud.ended(slug);
  return slug;
}

const decoder = new TextDecoder();

/** The artefacts that must not depend on time, chance or interruptions, by path. */
export async function deterministic(cloud: EmbeddedCloud, slug: string): Promise<Map<string, string>> {
  const files = await cloud.service.artifacts(slug);
  const kept = files.filter((path) => !/^(transcript\.jsonl|drafts\/|replies\/|summary\.txt|report\.html)/.test(path));
  const found = new Map<string, string>();
  for (const path of kept) found.set(path, decoder.decode(await cloud.service.artifact(slug, path)));
  return found;
}
