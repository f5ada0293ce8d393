import type { Command } from 'commander';
import type { RunLine } from '../../../shared/api/views.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

export function listCommand(program: Command): void {
  program
    .command('list')
    .description('your runs, newest first')
    .option('--status <status>', 'only those: active, waiting, complete, partial, failed, cancelled or interrupted')
    .option('--json', 'one JSON object a line')
    .action(async (options: { status?: string; json?: boolean }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        let after: string | undefined;
        let any = false;
        do {
          const page = await connection.api.list({
            ...(options.status === undefined ? {} : { status: options.status }),
            ...(after === undefined ? {} : { after }),
          });
          any ||= page.runs.length > 0;
          for (const run of page.runs) process.stdout.write(`${options.json ? JSON.stringify(run) : line(run)}\n`);
          after = page.next ?? undefined;
        } while (after !== undefined);
        if (!any && !options.json)
          process.stdout.write('No runs yet. Start one: plumbline run "Raft vs Paxos" --offline\n');
      } finally {
        await connection.close();
      }
    });
}

function line({ slug, status, depth, papers, created, topic }: RunLine): string {
  return [
    status.padEnd(11),
    depth.padEnd(8),
    `${papers} papers`.padStart(10),
    created.slice(0, 16).replace('T', ' '),
    slug,
    topic.slice(0, 60),
  ].join('  ');
}
