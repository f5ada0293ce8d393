import { PlumblineError } from '../../shared/contracts/errors.ts';
import { exitOf, messageOf } from './exit.ts';
import { logCrash } from './log-crash.ts';

/** Tells the user what ended the command, and the log the rest. @returns the exit code */
export async function reportCrash(error: unknown): Promise<number> {
  const logPath = error instanceof PlumblineError ? undefined : await logCrash(error);
  process.stderr.write(`${messageOf(error, logPath)}\n`);
  if (process.env.PLUMBLINE_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return exitOf(error);
}
