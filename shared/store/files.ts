import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { StoreUnavailable } from './errors.ts';
import type { Blobs } from './ports.ts';

let serial = 0;

/**
 * Objects as plain files below a folder that is there, in the same tree as the keys, so that a person can open them. A put writes a
 * neighbour, flushes it and renames it: after a crash the old file or the new one is there, never half of one.
 */
export class FileBlobs implements Blobs {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.found(key, () => readFile(this.path(key)));
  }

  async put(key: string, body: Uint8Array | string): Promise<void> {
    const path = this.path(key);
    const draft = join(dirname(path), `.${process.pid}-${++serial}.part`);
    await this.attempt(key, async () => {
      await stat(this.root); // a folder that was deleted under its user is not made again
      await mkdir(dirname(path), { recursive: true });
      try {
        const file = await open(draft, 'w');
        try {
          await file.writeFile(body);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    });
  }

  async size(key: string): Promise<number | undefined> {
    return this.found(key, async () => (await stat(this.path(key))).size);
  }

  async list(prefix: string): Promise<string[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const found = await this.found(prefix, () =>
      readdir(join(this.root, folder), { recursive: true, withFileTypes: true }),
    );
    return (found ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.root, '/').length).split(sep).join('/'))
      .filter((key) => key.startsWith(prefix))
      .sort();
  }

  async delete(key: string): Promise<void> {
    await this.found(key, () => rm(this.path(key), { force: true }));
  }

  private path(key: string): string {
    if (key === '' || key.split('/').some((part) => part === '' || part === '.' || part === '..')) {
      throw new StoreUnavailable(`"${key}" is no key of an object: empty, or with an empty, "." or ".." part.`);
    }
    return join(this.root, ...key.split('/'));
  }

  /** undefined for an object that is not there. */
  private async found<T>(key: string, call: () => Promise<T>): Promise<T | undefined> {
    return this.attempt(key, () =>
      call().catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw error;
      }),
    );
  }

  private async attempt<T>(key: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause;
      const code = (cause as NodeJS.ErrnoException).code;
      throw new StoreUnavailable(
        `Could not use the file of ${key} below ${this.root}: ${code === 'ENOSPC' ? 'the disk is full' : String(cause)}.`,
        { cause },
      );
    }
  }
}
