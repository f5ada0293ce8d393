import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

export function cancelCommand(program: Command): void {
  program
    .command('cancel')
    .description('cancel a run: nothing new starts, and what it has is written up')
    .argument('<slug>', 'the run')
    .option('--json', 'print the run as JSON')
    .action(async (slug: string, options: { json?: boolean }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        await connection.api.cancel(slug);
        // What nobody executed is written up in this process.
        await connection.owner?.cloud.ended(slug);
        const view = await connection.api.view(slug);
        process.stdout.write(options.json ? `${JSON.stringify(view)}\n` : `Cancelled ${slug} (${view.status}).\n`);
      } finally {
        await connection.close();
      }
    });
}
