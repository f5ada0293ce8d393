import type { Command } from 'commander';
import type { RunLine } from '../../../shared/api/views.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { homeExists, homePath } from '../../cloud/home-path.ts';
import { endpointOf } from '../endpoint.ts';
import { outputGone } from '../output.ts';
import { plural } from '../plural.ts';
import { typed } from '../typed.ts';

const STATUSES = ['active', 'waiting', 'complete', 'partial', 'failed', 'cancelled', 'interrupted'];
const NONE = 'No runs yet. Start one: plumbline run "Raft vs Paxos" --offline\n';

export function listCommand(program: Command): void {
  program
    .command('list')
    .description('your runs, newest first')
    .option('--status <status>', `only those: ${STATUSES.join(', ')}`)
    .option('--json', 'one JSON object a line')
    .action(async (options: { status?: string; json?: boolean }, command: Command) => {
      if (options.status !== undefined && !STATUSES.includes(options.status)) {
        throw new UsageError(`--status: "${options.status}" is unknown. Use ${STATUSES.join(', ')}.`);
      }
      if (endpointOf(command) === undefined && !homeExists(homePath())) {
        if (!options.json) process.stdout.write(typed(NONE));
        return;
      }
      const { withConnection } = await import('../with-connection.ts');
      await withConnection(command, async ({ api }) => {
        let after: string | undefined;
        let any = false;
        do {
          const page = await api.list({
            ...(options.status === undefined ? {} : { status: options.status }),
            ...(after === undefined ? {} : { after }),
          });
          any ||= page.runs.length > 0;
          for (const run of page.runs) process.stdout.write(`${options.json ? JSON.stringify(run) : line(run)}\n`);
          after = page.next ?? undefined;
        } while (after !== undefined && !outputGone());
        if (!any && !options.json)
          process.stdout.write(options.status === undefined ? typed(NONE) : `No run is ${options.status}.\n`);
      });
    });
}

function line({ slug, status, depth, papers, created, topic }: RunLine): string {
  return [
    status.padEnd(11),
    depth.padEnd(8),
    plural(papers, 'paper').padStart(10),
    created.slice(0, 16).replace('T', ' '),
    slug,
    topic.slice(0, 60),
  ].join('  ');
}
