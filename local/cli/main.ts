#!/usr/bin/env node
import { checkNode } from './node-version.ts';
import { guardOutput, outputWritten } from './output.ts';

checkNode(process.versions.node);
guardOutput();
const { enableCompileCache } = await import('node:module');
// Stripped types and compiled code are kept between commands: they start in half the time.
enableCompileCache();
const { program } = await import('./program.ts');
try {
  await program().parseAsync(process.argv);
} catch (error) {
  const { exitOf, messageOf } = await import('./exit.ts');
  const { PlumblineError } = await import('../../shared/contracts/errors.ts');
  const { logCrash } = await import('./log-crash.ts');
  const logPath = error instanceof PlumblineError ? undefined : await logCrash(error);
  process.stderr.write(`${messageOf(error, logPath)}\n`);
  if (process.env.PLUMBLINE_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = exitOf(error);
}

await outputWritten();
// Abandoned executions of a run that was interrupted may hold timers: the process ends with its command.
process.exit(process.exitCode ?? 0);
