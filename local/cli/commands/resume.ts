import type { Command } from 'commander';

export function resumeCommand(program: Command): void {
  program
    .command('resume')
    .description('go on with a run that was interrupted, failed or stopped early; finished steps are not repeated')
    .argument('<slug>', 'the run, as `plumbline list` shows it')
    .option('--budget <tokens>', 'a higher limit, what was used included, e.g. 800k-tokens')
    .option('--no-input', 'never wait: questions take their default')
    .option('--json', 'print one JSON object at the end, and nothing else on the standard output')
    .action(async (slug: string, options: { json?: boolean; input?: boolean; budget?: string }, command: Command) => {
      const [{ withConnection }, { finish }, { parseBudget }] = await Promise.all([
        import('../with-connection.ts'),
        import('../finish.ts'),
        import('../../../shared/run/flags.ts'),
      ]);
      const budget = options.budget === undefined ? null : parseBudget(options.budget);
      await withConnection(command, async (connection) => {
        await connection.api.resume(slug, { budget });
        process.exitCode = await finish(connection, slug, {
          json: options.json ?? false,
          takeDefaults: options.input === false,
        });
      });
    });
}
