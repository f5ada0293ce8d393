import { Command, type CommanderError } from 'commander';
import { UsageError } from '../../shared/contracts/errors.ts';
import { answerCommand } from './commands/answer.ts';
import { cancelCommand } from './commands/cancel.ts';
import { diffCommand } from './commands/diff.ts';
import { exportCommand } from './commands/export.ts';
import { listCommand } from './commands/list.ts';
import { logCommand } from './commands/log.ts';
import { openCommand } from './commands/open.ts';
import { resumeCommand } from './commands/resume.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { sourcesCommand } from './commands/sources.ts';
import { statusCommand } from './commands/status.ts';
import { toolsCommand } from './commands/tools.ts';

const OVERVIEW = `
The five commands people use:
  run       plumbline run "Raft vs Paxos" --offline
  status    plumbline status raft-vs-paxos-2026-11-30
  resume    plumbline resume raft-vs-paxos-2026-11-30
  open      plumbline open raft-vs-paxos-2026-11-30
  list      plumbline list

Every command explains itself: plumbline <command> --help.
Exit codes: 0 done, 2 bad usage, 3 run failed, 4 waiting for an answer, 5 stopped by budget, 130 interrupted.
State lives in $PLUMBLINE_HOME (default ./.plumbline).`;

/** Usage errors become ours: one way out, one exit code. */
export function strict(command: Command): Command {
  command.exitOverride((error: CommanderError) => {
    if (error.exitCode === 0) throw new HelpShown();
    throw new UsageError(error.message.replace(/^error: /, ''), { cause: error });
  });
  command.configureOutput({ outputError: () => {} });
  for (const sub of command.commands) strict(sub);
  return command;
}

/** Help or version was asked for and printed: nothing else to do. */
class HelpShown extends Error {}

export function program(): { parseAsync(argv: readonly string[]): Promise<void> } {
  const root = new Command('plumbline')
    .description('One computer-science topic in, a cited synthesis that a careful reader can trust out.')
    .option('--endpoint <url>', 'use a deployed API instead of this machine')
    .addHelpText('after', OVERVIEW)
    .showSuggestionAfterError(true);
  for (const add of [
    runCommand,
    resumeCommand,
    statusCommand,
    listCommand,
    logCommand,
    answerCommand,
    cancelCommand,
    openCommand,
    exportCommand,
    diffCommand,
    sourcesCommand,
    serveCommand,
    toolsCommand,
  ]) {
    add(root);
  }
  strict(root);
  return {
    parseAsync: async (argv) => {
      try {
        if (argv.length <= 2) {
          process.stdout.write(`${root.helpInformation()}${OVERVIEW}\n`);
          return;
        }
        await root.parseAsync([...argv]);
      } catch (error) {
        if (!(error instanceof HelpShown)) throw error;
      }
    },
  };
}
