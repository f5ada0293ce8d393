#!/usr/bin/env node
import { exitOf, messageOf } from './exit.ts';
import { checkNode } from './node-version.ts';
import { program } from './program.ts';

checkNode(process.versions.node);
try {
  await program().parseAsync(process.argv);
} catch (error) {
  const code = exitOf(error);
  process.stderr.write(`${messageOf(error)}\n`);
  if (process.env.PLUMBLINE_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = code;
}

// Abandoned executions of a run that was interrupted may hold timers: the process ends with its command.
process.exit(process.exitCode ?? 0);
