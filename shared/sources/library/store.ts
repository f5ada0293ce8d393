import * as z from 'zod';
import type { Embedder } from '../../collate/embed/port.ts';
import { Bm25Index, type Bm25Json } from '../../collate/rank/bm25.ts';
import { ArtefactInvalid } from '../../contracts/errors.ts';
import { fileNameOf, sha256 } from '../../contracts/ids.ts';
import { LibraryRecord } from '../../contracts/record.ts';
import type { Blobs } from '../../store/ports.ts';
import { IndexedLibrary, indexRecords } from './index.ts';
import { textOf } from './text.ts';

/** Grows when the stored form changes: an older index is made again. */
const VERSION = 2;

export const Manifest = z.object({
  version: z.number(),
  id: z.string(),
  name: z.string(),
  /** SHA-256 of each source file by name: what is unchanged is not read again. */
  files: z.record(z.string(), z.string()),
  records: z.number(),
  /** SHA-256 of each stored text by record id. */
  texts: z.record(z.string(), z.string()),
  problems: z.array(z.object({ file: z.string(), line: z.number(), reason: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Texts stored at once: each waits for the disk. */
const AT_ONCE = 32;

const decoder = new TextDecoder();
const at = (prefix: string, id: string, name: string) => `${prefix}library/${id}/${name}`;
const textKey = (prefix: string, id: string, record: string) => at(prefix, id, `texts/${fileNameOf(record)}.json`);

/** The manifest of an indexed library; undefined when there is none, or only one of an older form. */
export async function readManifest(blobs: Blobs, prefix: string, id: string): Promise<Manifest | undefined> {
  const bytes = await blobs.get(at(prefix, id, 'manifest.json'));
  if (!bytes) return undefined;
  const parsed = Manifest.safeParse(JSON.parse(decoder.decode(bytes)));
  return parsed.success && parsed.data.version === VERSION ? parsed.data : undefined;
}

/**
 * Stores a library: texts that changed, records, index, and the manifest last, so that a cut import is not taken for a
 * whole one. Records with the same id become one, the first wins.
 */
export async function saveLibrary(
  blobs: Blobs,
  prefix: string,
  library: {
    id: string;
    name: string;
    files: Record<string, string>;
    records: readonly LibraryRecord[];
    problems: Manifest['problems'];
  },
): Promise<Manifest> {
  const before = await readManifest(blobs, prefix, library.id);
  const unique = [...new Map([...library.records].reverse().map((record) => [record.id, record])).values()].reverse();
  const texts: Record<string, string> = {};
  const puts: Promise<void>[] = [];
  for (const record of unique) {
    if (!record.sections) continue;
    const text = textOf(record);
    if (!text) continue;
    texts[record.id] = text.sha256;
    if (before?.texts[record.id] === text.sha256) continue;
    puts.push(blobs.put(textKey(prefix, library.id, record.id), JSON.stringify(text)));
    if (puts.length >= AT_ONCE) await Promise.all(puts.splice(0));
  }
  await Promise.all(puts);
  const lines = unique.map(({ sections: _kept, ...record }) => JSON.stringify(record));
  await blobs.put(at(prefix, library.id, 'records.jsonl'), `${lines.join('\n')}\n`);
  await blobs.put(at(prefix, library.id, 'index.json'), JSON.stringify(indexRecords(unique)));
  const manifest: Manifest = {
    version: VERSION,
    id: library.id,
    name: library.name,
    files: library.files,
    records: unique.length,
    texts,
    problems: library.problems,
  };
  await blobs.put(at(prefix, library.id, 'manifest.json'), JSON.stringify(manifest));
  return manifest;
}

/**
 * Opens a stored library.
 * @throws {ArtefactInvalid} when it is not there or torn
 */
export async function loadLibrary(
  blobs: Blobs,
  prefix: string,
  id: string,
  embedder: Embedder,
): Promise<IndexedLibrary> {
  const manifest = await readManifest(blobs, prefix, id);
  const [records, index] = await Promise.all([
    blobs.get(at(prefix, id, 'records.jsonl')),
    blobs.get(at(prefix, id, 'index.json')),
  ]);
  if (!manifest || !records || !index) {
    throw new ArtefactInvalid(`The library ${id} is not indexed here. Give its path again with --library.`);
  }
  const parsed = decoder
    .decode(records)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => LibraryRecord.parse(JSON.parse(line)));
  return new IndexedLibrary({
    id,
    name: manifest.name,
    records: parsed,
    index: Bm25Index.fromJSON(JSON.parse(decoder.decode(index)) as Bm25Json),
    embedder,
    texts: { blobs, keyOf: (record) => textKey(prefix, id, record) },
  });
}

/** Identity of a file's content. */
export const fileHash = (content: Uint8Array): string => sha256(content);
