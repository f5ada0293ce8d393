import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { completionScript } from '../../../local/cli/completion.ts';
import { EXAMPLES } from '../../../local/cli/examples.ts';
import { commandTree } from '../../../local/cli/program.ts';

const all = (command: Command, path: string[] = []): { path: string[]; command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((sub) => all(sub, [...path, sub.name()])),
];
const root = commandTree();
const commands = all(root).filter(({ path }) => path.length > 0);

it.each(commands.map(({ path, command }) => [path.join(' '), command] as const))(
  '%s: explains itself, with an example that it would take',
  (path, command) => {
    expect(command.description()).not.toBe('');
    for (const option of command.options) expect(option.description, option.flags).not.toBe('');
    for (const argument of command.registeredArguments) expect(argument.description, argument.name()).not.toBe('');
    const examples = EXAMPLES[path];
    expect(examples?.length).toBeGreaterThan(0);
    for (const example of examples!) {
      // A group's example names one of its commands.
      const meant = commands.findLast((one) => example.startsWith(one.path.join(' ')))!;
      const known = new Set([...meant.command.options, ...root.options].map(({ long }) => long));
      for (const [flag] of example.matchAll(/--[a-z-]+/g)) expect(known.has(flag), `${flag} of ${example}`).toBe(true);
    }
  },
);

it.each(['bash', 'zsh', 'fish'] as const)('completion for %s knows every command and option', (shell) => {
  const script = completionScript(root, shell);
  expect(script).not.toMatch(/@[A-Z]+@/);
  for (const { path, command } of commands) {
    expect(script).toContain(path.at(-1));
    for (const { long } of command.options) expect(script).toContain(shell === 'fish' ? `-l ${long!.slice(2)}` : long);
  }
});
