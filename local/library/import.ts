import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { UsageError } from '../../shared/contracts/errors.ts';
import { sha256 } from '../../shared/contracts/ids.ts';
import type { LibraryRecord } from '../../shared/contracts/record.ts';
import { formatOf, parseRecords } from '../../shared/sources/library/formats.ts';
import { fileHash, type Manifest, readManifest, saveLibrary } from '../../shared/sources/library/store.ts';
import type { Blobs } from '../../shared/store/ports.ts';
import { documentRecord, isDocument } from './document.ts';

/** A library larger than this is not one person's reading. */
const MAX_FILES = 5_000;
const MAX_BYTES = 2 * 1024 ** 3;

/**
 * Indexes a file or a folder of the user's, or finds that nothing changed since the last time.
 *
 * @returns the manifest; its `problems` are entries left out, with their lines
 * @throws {UsageError} when there is nothing usable; nothing is stored then
 */
export async function importLibrary(
  blobs: Blobs,
  path: string,
  options: { id?: string; name?: string; prefix?: string } = {},
): Promise<Manifest> {
  const files = await filesOf(path);
  const id = options.id ?? sha256(resolve(path)).slice(0, 12);
  const prefix = options.prefix ?? '';
  const contents = new Map<string, Uint8Array>();
  const hashes: Record<string, string> = {};
  for (const file of files) {
    const bytes = await readFile(file);
    contents.set(file, bytes);
    hashes[file === path ? basename(file) : file.slice(path.length).replace(/^[\\/]+/, '')] = fileHash(bytes);
  }
  const known = await readManifest(blobs, prefix, id);
  if (known && JSON.stringify(known.files) === JSON.stringify(hashes)) return known;

  const records: LibraryRecord[] = [];
  const problems: Manifest['problems'] = [];
  let entries = 0;
  for (const [file, bytes] of contents) {
    const format = formatOf(file);
    const name = basename(file);
    if (format !== null) {
      const found = parseRecords(textOfFile(bytes, name), format, name);
      for (const record of found.records) records.push(record);
      for (const problem of found.problems) problems.push({ file: name, ...problem });
      entries += found.entries;
    } else {
      entries++;
      const found = await documentRecord(file, bytes);
      if ('record' in found) records.push(found.record);
      else problems.push({ file: name, line: 1, reason: found.reason });
    }
  }
  if (records.length === 0) {
    const first = problems[0];
    const why =
      entries === 0
        ? 'it is empty'
        : `0 of ${entries} entries can be used${first ? ` (first: line ${first.line}, ${first.reason})` : ''}`;
    throw new UsageError(
      `The library ${path} has no usable record: ${why}.\nNothing was started. Check the file, or leave --library out to use the starter library.`,
    );
  }
  return saveLibrary(blobs, prefix, { id, name: options.name ?? basename(path), files: hashes, records, problems });
}

async function filesOf(path: string): Promise<string[]> {
  let info: Awaited<ReturnType<typeof stat>>;
  try {
    info = await stat(path);
  } catch (cause) {
    throw new UsageError(
      `The library ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).\nNothing was started. Check the path, or leave --library out to use the starter library.`,
      { cause },
    );
  }
  if (info.size > MAX_BYTES) throw new UsageError(`The library ${path} has ${info.size} bytes; the most are 2 GiB.`);
  if (!info.isDirectory()) {
    if (formatOf(path) === null && !isDocument(path)) {
      throw new UsageError(
        `The library ${path} is of no known kind. Give .jsonl, .json (CSL), .bib, .ris, each plain or .gz, or a folder of PDF, HTML, Markdown or text.`,
      );
    }
    return [path];
  }
  const found = (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => formatOf(file) !== null || isDocument(file))
    .sort();
  if (found.length > MAX_FILES) {
    throw new UsageError(`The folder ${path} has ${found.length} documents; the most are ${MAX_FILES}.`);
  }
  return found;
}

/** @throws {UsageError} for a file that is no text */
function textOfFile(bytes: Uint8Array, name: string): string {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
    } catch (cause) {
      throw new UsageError(`The library ${name} looks compressed and cannot be unpacked; it may be cut off.`, {
        cause,
      });
    }
  }
  const head = plain.subarray(0, 4096);
  if (head.includes(0))
    throw new UsageError(`The library ${name} is a binary file. Give JSONL, CSL-JSON, BibTeX or RIS.`);
  return new TextDecoder().decode(plain).replace(/^\uFEFF/, '');
}
