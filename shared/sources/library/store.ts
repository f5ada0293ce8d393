import type { Embedder } from '../../collate/embed/port.ts';
import { Bm25Index, type Bm25Json } from '../../collate/rank/bm25.ts';
import { ArtefactInvalid } from '../../contracts/errors.ts';
import { fileNameOf, sha256 } from '../../contracts/ids.ts';
import { LibraryRecord } from '../../contracts/record.ts';
import type { Blobs } from '../../store/ports.ts';
import { IndexedLibrary, indexRecords } from './index.ts';
import { at, type Manifest, readManifest, VERSION } from './manifest.ts';
import { textOf } from './text.ts';

/** Texts stored at once: each waits for the disk. */
const AT_ONCE = 32;

const decoder = new TextDecoder();
const textKey = (prefix: string, id: string, record: string) => at(prefix, id, `texts/${fileNameOf(record)}.json`);

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
