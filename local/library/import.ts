import { basename, resolve } from 'node:path';
import { UsageError } from '../../shared/contracts/errors.ts';
import { sha256 } from '../../shared/contracts/ids.ts';
import { formatOf } from '../../shared/sources/library/formats.ts';
import { type Manifest, readManifest } from '../../shared/sources/library/manifest.ts';
import { saveLibrary } from '../../shared/sources/library/store.ts';
import type { Blobs } from '../../shared/store/ports.ts';
import { filesOf, hashesOf, type LibraryFile, UNREAD } from './files.ts';
import { parseFile } from './parse-file.ts';
import { type ParsedFile, ParsedFiles } from './parsed-files.ts';

const HINT = 'Nothing was started. Check the file, or leave --library out to use the starter library.';

/** A library that was read and not yet stored. */
export interface ReadLibrary {
  /** SHA-256 of each file by its path below the library. */
  readonly files: Record<string, string>;
  readonly records: ParsedFile['records'];
  readonly problems: Manifest['problems'];
}

/** Files of a folder between two words about them. */
const STRIDE = 100;

/**
 * Indexes a file or a folder of the user's, or finds that nothing changed since the last time. Of a folder only the files
 * that changed are read again.
 *
 * @returns the manifest; its `problems` are entries left out, with their lines
 * @throws {UsageError} when there is nothing usable; nothing is stored then
 */
export async function importLibrary(
  blobs: Blobs,
  path: string,
  options: { id?: string; name?: string; prefix?: string } = {},
): Promise<Manifest> {
  const id = options.id ?? sha256(resolve(path)).slice(0, 12);
  const prefix = options.prefix ?? '';
  const files = await filesOf(path);
  const hashes = await hashesOf(files);
  const known = await readManifest(blobs, prefix, id);
  if (known && sameFiles(known.files, hashes)) return known;
  const parsed = files.length > 1 ? new ParsedFiles(blobs, `${prefix}library/${id}/parsed/`) : null;
  const { records, problems } = await readAll(path, files, hashes, parsed);
  const manifest = await saveLibrary(blobs, prefix, {
    id,
    name: options.name ?? basename(path),
    files: hashes,
    records,
    problems,
  });
  await parsed?.keepOnly(Object.values(hashes));
  return manifest;
}

/**
 * Reads a library without storing anything: to know whether it is one.
 * @throws {UsageError} when there is nothing usable
 */
export async function readLibrary(path: string, say: (line: string) => void = () => {}): Promise<ReadLibrary> {
  const files = await filesOf(path);
  const hashes = await hashesOf(files);
  return { files: hashes, ...(await readAll(path, files, hashes, null, say)) };
}

async function readAll(
  path: string,
  files: readonly LibraryFile[],
  hashes: Readonly<Record<string, string>>,
  parsed: ParsedFiles | null,
  say: (line: string) => void = () => {},
): Promise<Pick<ReadLibrary, 'records' | 'problems'>> {
  const records: ParsedFile['records'] = [];
  const problems: Manifest['problems'] = [];
  let entries = 0;
  for (const [at, file] of files.entries()) {
    if (at % STRIDE === 0) say(`Reading ${basename(path)}: ${at} of ${files.length} files`);
    const hash = hashes[file.name]!;
    // Lines of JSON are read faster than what was kept of them.
    const kept = formatOf(file.name) === 'jsonl' || hash === UNREAD ? null : parsed;
    let found = await kept?.get(hash);
    if (!found) {
      found = await parseFile(file, files.length > 1);
      await kept?.put(hash, found);
    }
    for (const record of found.records) records.push(record);
    for (const problem of found.problems) problems.push({ file: file.name, ...problem });
    entries += found.entries;
  }
  if (records.length > 0) return { records, problems };
  const first = problems[0];
  const why =
    entries === 0
      ? 'it is empty'
      : `0 of ${entries} entries can be used${first ? ` (first: ${files.length > 1 ? `${first.file} ` : ''}line ${first.line}, ${first.reason})` : ''}`;
  throw new UsageError(`The library ${path} has no usable record: ${why}.\n${HINT}`);
}

function sameFiles(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name] && b[name] !== UNREAD);
}
