import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and runs in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import('../completion.ts');
      process.stdout.write(completionScript(program, shell));
    });
}
