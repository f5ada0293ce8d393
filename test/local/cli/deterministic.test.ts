import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { libraryRecord } from '../../../shared/sources/library/record.ts';
import { saveLibrary } from '../../../shared/sources/library/store.ts';
import { FileBlobs } from '../../../shared/store/files.ts';
import { MemoryTable } from '../../../shared/store/memory.ts';
import { CLOCK, deterministic, request, runToEnd, SILENT, TEST_LIBRARY } from '../../support/pipeline.ts';
import { smallLibrary } from '../../support/small-library.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-same-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One run in a home of its own, on disk; the library's records come in the order given. */
async function runIn(home: string, records: readonly object[]): Promise<Map<string, string>> {
  const root = join(folder, home);
  await mkdir(root);
  const blobs = new FileBlobs(root);
  await saveLibrary(blobs, '', {
    id: TEST_LIBRARY,
    name: 'test library',
    files: {},
    problems: [],
    records: records.map((record) => libraryRecord(record as Record<string, unknown>)!),
  });
  const cloud = await EmbeddedCloud.open({ table: new MemoryTable(), blobs, clock: CLOCK, log: SILENT });
  const slug = await runToEnd(cloud, request('consensus protocols'));
  return deterministic(cloud, slug);
}

it('two homes, one request, one clock: the same bytes', async () => {
  const first = await runIn('a', smallLibrary());
  const second = await runIn('b', smallLibrary());
  expect([...first.keys()]).toEqual(
    expect.arrayContaining(['plan.md', 'synthesis.md', 'candidates.json', 'citation-graph.json', 'references.bib']),
  );
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [path, content] of first) expect(second.get(path), path).toBe(content);
});
