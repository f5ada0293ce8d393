import type { Command } from 'commander';
import { parseBudget } from '../../../shared/run/flags.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';
import { finish } from '../finish.ts';

export function resumeCommand(program: Command): void {
  program
    .command('resume')
    .description('go on with a run that was interrupted, failed or stopped early; finished steps are not repeated')
    .argument('<slug>', 'the run, as `plumbline list` shows it')
    .option('--budget <tokens>', 'a higher limit, e.g. 500k-tokens, for a run that its budget stopped')
    .option('--no-input', 'never wait: questions take their default')
    .option('--json', 'print one JSON object at the end')
    .action(async (slug: string, options: { json?: boolean; input?: boolean; budget?: string }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        const budget = options.budget === undefined ? null : parseBudget(options.budget);
        await connection.api.resume(slug, { budget });
        process.exitCode = await finish(connection, slug, {
          json: options.json ?? false,
          mayAsk: options.input !== false,
        });
      } finally {
        await connection.close();
      }
    });
}
