import type { Command } from 'commander';

export function sourcesCommand(program: Command): void {
  const sources = program
    .command('sources')
    .description('each source: configured or not, key present or not, limit, last outcome')
    .option('--json', 'one JSON object a line')
    .action(async (options: { json?: boolean }) => (await import('../sources-actions.ts')).show(options.json ?? false));
  sources
    .command('check')
    .description('make one call to each configured source')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      await (await import('../sources-actions.ts')).check(json ?? false);
    });
}
