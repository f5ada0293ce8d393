import { readFileSync } from 'node:fs';
import type { Command } from 'commander';

/** What can follow a command. */
interface Entry {
  /** `schedule add`; empty at the root. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly flag: string; readonly description: string; readonly takesValue: boolean }[];
  /** Its first argument is a run. */
  readonly wantsRun: boolean;
  readonly choices: readonly string[];
}

export type Shell = 'bash' | 'zsh' | 'fish';

const HEAD = [
  '# Completion of plumbline. Where it is no program of its own, name the command first:',
  "#   alias plumbline='npm run -s plumbline --'",
];
const FOR_ZSH = ['autoload -U +X compinit && compinit -u', 'autoload -U +X bashcompinit && bashcompinit'];

/** The script for one shell, made from the tree of commands: what is new there is completed. */
export function completionScript(root: Command, shell: Shell): string {
  const entries = entriesOf(root, []);
  const script = shell === 'fish' ? fish(entries) : bash(entries);
  return [...HEAD, ...(shell === 'zsh' ? FOR_ZSH : []), script].join('\n');
}

function entriesOf(command: Command, path: readonly string[]): Entry[] {
  const [first] = command.registeredArguments;
  const entry: Entry = {
    path: path.join(' '),
    commands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
    options: command.options.flatMap(({ long, description, required, optional }) =>
      long ? [{ flag: long, description, takesValue: required || optional }] : [],
    ),
    wantsRun: first !== undefined && /^slug/i.test(first.name()),
    choices: first?.argChoices ?? [],
  };
  return [entry, ...command.commands.flatMap((sub) => entriesOf(sub, [...path, sub.name()]))];
}

const template = (name: string): string => readFileSync(new URL(`./completion/${name}`, import.meta.url), 'utf8');

function bash(entries: readonly Entry[]): string {
  const paths = entries.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const cases = entries.map(({ path, commands, choices, options, wantsRun }) => {
    const words = [...commands.map(({ name }) => name), ...choices, ...options.map(({ flag }) => flag)].join(' ');
    return `    '${path}') words="${words}${wantsRun ? ' $(_plumbline_runs)' : ''}" ;;`;
  });
  return template('plumbline.bash')
    .replace('@PATHS@', paths.join(' '))
    .replace('@CASES@', () => cases.join('\n'));
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, commands, choices, options, wantsRun }) => {
    const rule = `complete -c plumbline -n '${path === '' ? '__plumbline_bare' : `__plumbline_at ${path}`}'`;
    return [
      ...commands.map(({ name, description }) => `${rule} -f -a ${name} -d '${quoted(description)}'`),
      ...choices.map((choice) => `${rule} -f -a ${choice}`),
      ...options.map(
        ({ flag, description, takesValue }) =>
          `${rule} -l ${flag.slice(2)}${takesValue ? ' -r' : ''} -d '${quoted(description)}'`,
      ),
      ...(wantsRun ? [`${rule} -f -a '(__plumbline_runs)'`] : []),
    ];
  });
  return template('plumbline.fish').replace('@CASES@', () => lines.join('\n'));
}

const quoted = (text: string): string => text.replace(/\\/g, '\\\\').replace(/'/g, "\\'");
