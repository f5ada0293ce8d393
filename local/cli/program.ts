import { readFileSync } from 'node:fs';
import { Command, type CommanderError } from 'commander';
import { closest, distance } from 'fastest-levenshtein';
import { UsageError } from '../../shared/contracts/errors.ts';
import { answerCommand } from './commands/answer.ts';
import { cancelCommand } from './commands/cancel.ts';
import { completionCommand } from './commands/completion.ts';
import { deleteCommand } from './commands/delete.ts';
import { diffCommand } from './commands/diff.ts';
import { exportCommand } from './commands/export.ts';
import { libraryCommand } from './commands/library.ts';
import { listCommand } from './commands/list.ts';
import { logCommand } from './commands/log.ts';
import { loginCommand } from './commands/login.ts';
import { openCommand } from './commands/open.ts';
import { resumeCommand } from './commands/resume.ts';
import { runCommand } from './commands/run.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { serveCommand } from './commands/serve.ts';
import { sourcesCommand } from './commands/sources.ts';
import { statusCommand } from './commands/status.ts';
import { toolsCommand } from './commands/tools.ts';
import { EXAMPLES } from './examples.ts';
import { typed } from './typed.ts';

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

/** Usage errors become ours: one way out, one exit code. Every command's help ends with an example. */
function strict(command: Command, path: readonly string[]): void {
  command.exitOverride((error: CommanderError) => {
    if (error.exitCode === 0) throw new HelpShown();
    throw new UsageError(explained(error, command, path), { cause: error });
  });
  command.configureOutput({ outputError: () => {} });
  command.showSuggestionAfterError(true);
  const examples = EXAMPLES[path.join(' ')];
  if (examples) {
    const lines = examples.map((example) => `  plumbline ${example}`);
    command.addHelpText('after', typed(`\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`));
  }
  for (const sub of command.commands) strict(sub, [...path, sub.name()]);
}

/** What was wrong, the nearest right thing, and where the rest is told. */
function explained(error: CommanderError, command: Command, path: readonly string[]): string {
  if (error.code === 'commander.help')
    return `Say what to do: ${command.commands.map((sub) => sub.name()).join(', ')}.`;
  const [what = '', ...hints] = error.message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n');
  const sentence = `${what[0]?.toUpperCase() ?? ''}${what.slice(1)}.`;
  const flag = /^unknown option '(--[^'=]+)/.exec(what)?.[1];
  if (flag !== undefined) hints.splice(0, hints.length, ...nearestOption(flag, command));
  const words = /^unknown command '(.+)'/.exec(what)?.[1];
  if (path.length === 0 && words?.includes(' ')) hints.unshift(`To research a topic: plumbline run "${words}"`);
  return [sentence, ...hints, `See: plumbline ${[...path, '--help'].join(' ')}`].slice(0, 3).join('\n');
}

/** The option that was probably meant, however its value was attached. */
function nearestOption(flag: string, command: Command): string[] {
  const known: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) {
    known.push(...at.options.flatMap(({ long }) => (long ? [long] : [])));
  }
  const nearest = closest(flag, known);
  return distance(flag, nearest) <= Math.max(2, flag.length / 3) ? [`(Did you mean ${nearest}?)`] : [];
}

/** Help or version was asked for and printed: nothing else to do. */
class HelpShown extends Error {}

const version = (): string => {
  const { version: found } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return found;
};

/** The tree of commands. What a command needs is loaded when it is run. */
export function commandTree(): Command {
  const root = new Command('plumbline')
    .description('One computer-science topic in, a cited synthesis that a careful reader can trust out.')
    .option('--endpoint <url>', 'use a deployed API instead of this machine (PLUMBLINE_ENDPOINT)')
    .version(version(), '--version', 'print the version')
    .addHelpText('after', typed(OVERVIEW));
  for (const add of [
    runCommand,
    resumeCommand,
    statusCommand,
    listCommand,
    openCommand,
    exportCommand,
    logCommand,
    answerCommand,
    cancelCommand,
    deleteCommand,
    diffCommand,
    scheduleCommand,
    serveCommand,
    libraryCommand,
    sourcesCommand,
    loginCommand,
    completionCommand,
    toolsCommand,
  ]) {
    add(root);
  }
  strict(root, []);
  return root;
}

export function program(): { parseAsync(argv: readonly string[]): Promise<void> } {
  const root = commandTree();
  return {
    parseAsync: async (argv) => {
      try {
        if (argv.length <= 2) process.stdout.write(`${root.description()}\n${typed(OVERVIEW)}\n`);
        else await root.parseAsync([...argv]);
      } catch (error) {
        if (!(error instanceof HelpShown)) throw error;
      }
    },
  };
}
