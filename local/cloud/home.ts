import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { HomeInUse } from './errors.ts';
import { prepareHome, reasonOf, unusable } from './home-folder.ts';
import type { ServerFile } from './server-file.ts';

/**
 * A home owned by this process. The lock is the kernel's lock on a LevelDB folder, so it goes with the process however
 * that ends: after a `kill -9` the next process owns the home at once.
 */
export class Home {
  readonly path: string;
  readonly token: string;
  private readonly lock: ClassicLevel;

  private constructor(path: string, lock: ClassicLevel, token: string) {
    this.path = path;
    this.lock = lock;
    this.token = token;
  }

  /**
   * @throws {HomeInUse} when another process owns it
   * @throws {HomeUnusable} when the folder cannot be made or locked
   */
  static async own(path: string): Promise<Home> {
    await prepareHome(path);
    const lock = new ClassicLevel(join(path, 'lock'));
    try {
      await lock.open();
    } catch (cause) {
      const code = (cause as { cause?: { code?: string } }).cause?.code;
      if (code === 'LEVEL_LOCKED') throw new HomeInUse(`Another process owns ${path}.`, { cause });
      throw unusable(path, reasonOf(cause), cause);
    }
    return new Home(path, lock, randomBytes(24).toString('hex'));
  }

  /** Tells other processes where the owner listens. */
  async announce(port: number): Promise<void> {
    const file: ServerFile = { port, token: this.token, pid: process.pid };
    const path = join(this.path, 'server.json');
    await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async release(): Promise<void> {
    await rm(join(this.path, 'server.json'), { force: true });
    await this.lock.close();
  }
}
