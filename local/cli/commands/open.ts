import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

/** What is opened, best first. */
const RESULTS = ['report.html', 'synthesis.md', 'digest.md', 'plan.md'];

export function openCommand(program: Command): void {
  program
    .command('open')
    .description('open the report of a run in the browser; without one, print where it is')
    .argument('<slug>', 'the run')
    .option('--print', 'only print the path')
    .action(async (slug: string, options: { print?: boolean }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        await connection.api.view(slug);
        const files = await connection.api.artifacts(slug);
        const found = RESULTS.find((name) => files.includes(name));
        if (!found)
          throw new UsageError(
            `The run ${slug} has nothing to open yet. \`plumbline status ${slug}\` shows where it is.`,
          );
        const path = connection.home === null ? found : join(connection.home, 'runs', slug, found);
        process.stdout.write(`${path}\n`);
        if (!options.print && process.stdout.isTTY && connection.home !== null) launch(path);
      } finally {
        await connection.close();
      }
    });
}

function launch(path: string): void {
  const opener = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  const child = spawn(opener, [path], { stdio: 'ignore', detached: true });
  child.on('error', () => process.stderr.write('No program to open it with was found; open the path above.\n'));
  child.unref();
}
