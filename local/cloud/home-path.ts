import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where state lives: `$PLUMBLINE_HOME`, by default `.plumbline` in the current folder. */
export function homePath(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.PLUMBLINE_HOME || '.plumbline');
}

/** Whether there is a home already: one that has been owned before. */
export const homeExists = (path: string): boolean => existsSync(join(path, 'lock'));

/** The home's log, where stack traces go. */
export const logPathOf = (home: string): string => join(home, 'logs', 'plumbline.log');
