import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HomeUnusable } from './errors.ts';

/** Where state lives: `$PLUMBLINE_HOME`, by default `.plumbline` in the current folder. */
export function homePath(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.PLUMBLINE_HOME || '.plumbline');
}

/**
 * Whether there is a home already: one that has been owned before.
 * @throws {HomeUnusable} when there is something else in its place
 */
export function homeExists(path: string): boolean {
  if (existsSync(join(path, 'lock'))) return true;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) throw unusable(path, 'it is a file');
  return false;
}

const LONGEST = 100;

/** A home that cannot be used, with the reason at the end of a line that is not cut. */
export function unusable(path: string, reason: string, cause?: unknown): HomeUnusable {
  const shown = path.length > LONGEST ? `${path.slice(0, LONGEST)}\u2026` : path;
  return new HomeUnusable(
    `The home ${shown} cannot be used: ${reason}.\nChoose another folder with PLUMBLINE_HOME.`,
    cause === undefined ? {} : { cause },
  );
}

/** The home's log, where stack traces go. */
export const logPathOf = (home: string): string => join(home, 'logs', 'plumbline.log');
