import { appendFile } from 'node:fs/promises';
import { homeExists, homePath, logPathOf } from '../cloud/home-path.ts';

/** Puts the stack of an unexpected error into the home's log. @returns its path; undefined when there is no home */
export async function logCrash(error: unknown): Promise<string | undefined> {
  const home = homePath();
  if (!homeExists(home)) return undefined;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const line = {
    level: 50,
    time: Date.now(),
    pid: process.pid,
    error: { name, message, stack },
    msg: 'command failed',
  };
  const path = logPathOf(home);
  try {
    await appendFile(path, `${JSON.stringify(line)}\n`);
    return path;
  } catch (failed) {
    process.stderr.write(`The log ${path} could not be written: ${String(failed)}\n`);
    return undefined;
  }
}
