import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { launch } from '../browser.ts';
import { type Connection, connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

/** What is opened, best first. */
const RESULTS = ['report.html', 'synthesis.md', 'digest.md', 'plan.md'];

export function openCommand(program: Command): void {
  program
    .command('open')
    .description('open the report of a run in the browser; without a screen, print where it is')
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
        const path =
          connection.home === null
            ? await fetched(connection, slug, found)
            : join(connection.home, 'runs', slug, found);
        process.stdout.write(`${path}\n`);
        if (found !== RESULTS[0] && !options.print) {
          process.stderr.write(`The report is written when the run ends; this is what there is now.\n`);
        }
        if (!options.print && process.stdout.isTTY) launch(path);
      } finally {
        await connection.close();
      }
    });
}

/** A deployed run's file, kept where a browser can read it. */
async function fetched({ api }: Connection, slug: string, name: string): Promise<string> {
  const content = await api.artifact(slug, name);
  if (content === undefined) throw new UsageError(`The run ${slug} has no ${name} any more.`);
  const folder = join(tmpdir(), 'plumbline', slug);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
