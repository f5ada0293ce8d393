import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HomeUnusable } from './errors.ts';
import { unusable } from './home-path.ts';

/** Folders of a home, and the one file of it that is replaced. */
const FOLDERS = ['lock', 'table', 'runs', 'library', 'logs'];
const SERVER_FILE = 'server.json';
/** Bytes without which no command can be carried out: the table alone writes as much when it is opened. */
const LEAST_FREE = 256 * 1024;

/**
 * Makes a home's folder where there is none, and finds out now what would end a run half-way: a file where a folder has to
 * be, a disk that is full or cannot be written.
 * @throws {HomeUnusable} saying what is wrong
 */
export async function prepareHome(path: string): Promise<void> {
  try {
    await makeFolder(path);
    for (const name of FOLDERS) {
      if ((await kindOf(join(path, name))) === 'file') throw unusable(path, `its ${name} is a file, not a folder`);
    }
    if ((await kindOf(join(path, SERVER_FILE))) === 'folder') {
      throw unusable(path, `its ${SERVER_FILE} is a folder, not a file`);
    }
    await makeFolder(join(path, 'lock'));
    const { bavail, bsize } = await statfs(path);
    if (bavail * bsize < LEAST_FREE)
      throw unusable(path, `the disk is full (${Math.floor(bavail * bsize)} bytes left)`);
  } catch (cause) {
    throw cause instanceof HomeUnusable ? cause : unusable(path, reasonOf(cause), cause);
  }
}

/** `mkdir` with `recursive` never returns on a file system that has no such folder and takes none, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent === path || (await kindOf(path)) === 'folder') return;
  await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    // Another command may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || (await kindOf(path)) !== 'folder') throw error;
  }
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is a file, or lies below one',
  EEXIST: 'it is a file, or a link that leads nowhere',
  ENOENT: 'no folder can be made there',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

/** What went wrong with a folder, in words. */
export function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: unknown }).cause ?? cause;
  const known = REASONS[(inner as NodeJS.ErrnoException).code ?? ''];
  if (known !== undefined) return known;
  return inner instanceof Error ? inner.message.split('\n')[0]!.replace(/\.$/, '') : String(inner);
}
