#!/usr/bin/env node
import { checkNode } from './node-version.ts';
import { guardOutput, outputWritten } from './output.ts';

checkNode(process.versions.node);
guardOutput();
const { enableCompileCache } = await import('node:module');
// Stripped types and compiled code are kept between commands: they start in half the time.
enableCompileCache();
/** Also for what nobody waits for, such as the table's own files: no command ends with a stack trace. */
const ended = async (error: unknown): Promise<number> => (await import('./report-crash.ts')).reportCrash(error);
let dying = false;
const died = (error: unknown): void => {
  if (dying) return; // what the first failure has torn down fails too
  dying = true;
  void ended(error).then((code) => process.exit(code));
};
process.on('uncaughtException', died);
process.on('unhandledRejection', died);
const { program } = await import('./program.ts');
try {
  await program().parseAsync(process.argv);
} catch (error) {
  process.exitCode = await ended(error);
}

await outputWritten();
// Abandoned executions of a run that was interrupted may hold timers: the process ends with its command.
process.exit(process.exitCode ?? 0);
