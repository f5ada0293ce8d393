import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ClassicLevel } from 'classic-level';
import * as z from 'zod';
import { PlumblineError } from '../../shared/contracts/errors.ts';

/** `server.json`: where the owner of the home listens. Readable by the user only. */
export const ServerFile = z.object({ port: z.number().int(), token: z.string(), pid: z.number().int() });
export type ServerFile = z.infer<typeof ServerFile>;

/** Another process owns the home: this one becomes its client. */
export class HomeInUse extends PlumblineError {}

/** The home could not be made or locked. */
export class HomeUnusable extends PlumblineError {}

/** Where state lives: `$PLUMBLINE_HOME`, by default `.plumbline` in the current folder. */
export function homePath(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.PLUMBLINE_HOME ?? '.plumbline');
}

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
    const lock = new ClassicLevel(join(path, 'lock'));
    try {
      await mkdir(join(path, 'lock'), { recursive: true });
      await lock.open();
    } catch (cause) {
      const code = (cause as { cause?: { code?: string } }).cause?.code;
      if (code === 'LEVEL_LOCKED') throw new HomeInUse(`Another process owns ${path}.`, { cause });
      throw new HomeUnusable(
        `The home ${path} cannot be used: ${reasonOf(cause)}. Choose another folder with PLUMBLINE_HOME.`,
        { cause },
      );
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

/** Where the owner listens; undefined while it is starting or stopping. */
export async function readServerFile(path: string): Promise<ServerFile | undefined> {
  try {
    return ServerFile.parse(JSON.parse(await readFile(join(path, 'server.json'), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: unknown }).cause ?? cause;
  return inner instanceof Error ? inner.message.split('\n')[0]! : String(inner);
}
