import type { Command } from 'commander';

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('own this home until Ctrl-C: executes the runs of other commands, and schedules when they are due')
    .option('--quiet', 'print nothing but where it listens')
    .action(async (options: { quiet?: boolean }, command: Command) => {
      const { serve } = await import('../serve.ts');
      process.exitCode = await serve(command, options.quiet ?? false);
    });
}
