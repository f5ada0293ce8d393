import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { UsageError } from '../../shared/contracts/errors.ts';
import { formatOf } from '../../shared/sources/library/formats.ts';
import { fileHash } from '../../shared/sources/library/store.ts';
import { isDocument } from './document.ts';

/** A library with more documents is not one person's reading; of more entries it is a whole disk, and not walked. */
const LIMITS = { documents: 5_000, entries: 100_000 };
const MAX_BYTES = 2 * 1024 ** 3;
const KINDS = '.jsonl, .json (CSL), .bib, .ris, each plain or .gz, or a folder of PDF, HTML, Markdown or text';
const HINT = 'Nothing was started. Check the path, or leave --library out to use the starter library.';

/** One file of a library. */
export interface LibraryFile {
  readonly path: string;
  /** Its path below the library with `/`; of a single file its name. */
  readonly name: string;
}

/**
 * Files of a library, in the order of their paths.
 * @throws {UsageError} for what is not there, is no library, or is too much
 */
export async function filesOf(path: string, limits = LIMITS): Promise<LibraryFile[]> {
  let info: Awaited<ReturnType<typeof stat>>;
  try {
    info = await stat(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new UsageError(`The library ${path} ${why}.\n${HINT}`, { cause });
  }
  if (info.isDirectory()) return folder(path, limits);
  if (!info.isFile()) throw new UsageError(`The library ${path} is neither a file nor a folder.\n${HINT}`);
  if (info.size > MAX_BYTES) throw new UsageError(`The library ${path} has ${info.size} bytes; the most are 2 GiB.`);
  if (formatOf(path) === null && !isDocument(path)) {
    throw new UsageError(`The library ${path} is of no known kind.\nGive ${KINDS}.`);
  }
  return [{ path, name: basename(path) }];
}

async function folder(path: string, limits: typeof LIMITS): Promise<LibraryFile[]> {
  const found: LibraryFile[] = [];
  const toWalk = [path];
  // A link may lead back to where it is, or into a folder that is walked anyway.
  const walked = new Set<string>();
  let seen = 0;
  for (let folder = toWalk.pop(); folder !== undefined; folder = toWalk.pop()) {
    const real = await realpath(folder).catch(() => folder!);
    if (walked.has(real)) continue;
    walked.add(real);
    for (const entry of await entriesOf(folder)) {
      if (++seen > limits.entries) {
        throw new UsageError(
          `The folder ${path} has over ${limits.entries} files. Give the one with the documents.\n${HINT}`,
        );
      }
      if (entry.name.startsWith('.')) continue;
      const file = join(folder, entry.name);
      const kind = entry.isSymbolicLink() ? await kindOf(file) : entry;
      if (kind.isDirectory()) toWalk.push(file);
      else if (kind.isFile() && (formatOf(file) !== null || isDocument(file))) {
        found.push({ path: file, name: relative(path, file).split(sep).join('/') });
      }
    }
  }
  if (found.length === 0) {
    throw new UsageError(`The library ${path} is a folder without documents. Give ${KINDS}.\n${HINT}`);
  }
  if (found.length > limits.documents) {
    throw new UsageError(
      `The folder ${path} has ${found.length} documents; the most are ${limits.documents}.\n${HINT}`,
    );
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a link leads to; one that leads nowhere counts as a file, which cannot be read and is reported. */
async function kindOf(link: string): Promise<Pick<Dirent, 'isDirectory' | 'isFile'>> {
  try {
    return await stat(link);
  } catch {
    return { isDirectory: () => false, isFile: () => true };
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    // Someone may take a folder away while its parent is read.
    if (code === 'ENOENT') return [];
    throw new UsageError(
      `The folder ${folder} of the library cannot be read (${code}). Make it readable, or give a folder without it.\n${HINT}`,
      { cause },
    );
  }
}

/** What stands for the hash of a file that cannot be read: it is tried again each time. */
export const UNREAD = 'unread';

/**
 * SHA-256 of each file by name.
 * @throws {UsageError} when the only one cannot be read
 */
export async function hashesOf(files: readonly LibraryFile[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of files) {
    try {
      hashes[file.name] = fileHash(await bytesOf(file));
    } catch (error) {
      if (files.length === 1 || !(error instanceof UsageError)) throw error;
      hashes[file.name] = UNREAD;
    }
  }
  return hashes;
}

/** @throws {UsageError} when it cannot be read */
export async function bytesOf({ path }: LibraryFile): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UsageError(
      `The library ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).\n${HINT}`,
      { cause },
    );
  }
}
