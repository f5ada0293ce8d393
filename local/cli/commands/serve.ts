import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { connect } from '../connect.ts';

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('own this home and wait for other commands; runs schedules when they are due')
    .action(async () => {
      const connection = await connect();
      try {
        if (!connection.owner)
          throw new UsageError(`Another process owns ${connection.home} already; other commands use it.`);
        const { cloud, server } = connection.owner;
        process.stdout.write(`Serving ${connection.home} on 127.0.0.1:${server.port}. Ctrl-C stops cleanly.\n`);
        await new Promise<void>((resolve) => {
          process.once('SIGINT', () => resolve());
          process.once('SIGTERM', () => resolve());
        });
        await cloud.engine.drain();
      } finally {
        await connection.close();
      }
    });
}
