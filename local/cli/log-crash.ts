import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { homePath, logPathOf } from '../cloud/home-path.ts';

/** Puts the stack of an unexpected error into the home's log. @returns its path; undefined when there is no home to have one */
export async function logCrash(error: unknown): Promise<string | undefined> {
  const path = logPathOf(homePath());
  if (!existsSync(dirname(path))) return undefined;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const line = {
    level: 50,
    time: Date.now(),
    pid: process.pid,
    error: { name, message, stack },
    msg: 'command failed',
  };
  try {
    await appendFile(path, `${JSON.stringify(line)}\n`);
    return path;
  } catch (failed) {
    process.stderr.write(`The log ${path} could not be written: ${String(failed)}\n`);
    return undefined;
  }
}
