import { randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { HomeInUse, HomeLost } from './errors.ts';
import { prepareHome, reasonOf } from './home-folder.ts';
import { unusable } from './home-path.ts';
import type { ServerFile } from './server-file.ts';

/** Milliseconds between two looks at whether the home is still there. */
const LOOK_MS = 500;
/** Folders that are held open: what is written into them once they are gone is lost, and nobody is told. */
const HELD = ['lock', 'table'] as const;

/**
 * A home owned by this process. The lock is the kernel's lock on a LevelDB folder, so it goes with the process however
 * that ends: after a `kill -9` the next process owns the home at once.
 */
export class Home {
  readonly path: string;
  readonly token: string;
  private readonly lock: ClassicLevel;
  private watching: NodeJS.Timeout | undefined;

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

  /**
   * Looks again and again whether this is still the home that was opened: on a folder that is gone the table goes on as if
   * nothing had happened, and all it takes in is lost.
   * @param lost called once, when the home was deleted, moved or replaced
   */
  async watch(lost: (error: HomeLost) => void): Promise<void> {
    const held = await Promise.all(HELD.map((name) => identityOf(join(this.path, name))));
    const look = async (): Promise<void> => {
      for (const [at, name] of HELD.entries()) {
        if ((await identityOf(join(this.path, name))) === held[at] || this.watching === undefined) continue;
        this.unwatch();
        lost(
          new HomeLost(
            `The home ${this.path} is gone: it was deleted, moved or replaced while it was in use, so nothing more can be stored.\nWhat ran here has ended. Put the folder back and go on with: plumbline resume <slug> (plumbline list shows the names); or start again.`,
          ),
        );
      }
    };
    this.watching = setInterval(() => void look(), LOOK_MS).unref();
  }

  private unwatch(): void {
    clearInterval(this.watching);
    this.watching = undefined;
  }

  async release(): Promise<void> {
    this.unwatch();
    await rm(join(this.path, 'server.json'), { force: true });
    await this.lock.close();
  }
}

/** What tells a folder from another one at the same place; null: there is none. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev}:${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
