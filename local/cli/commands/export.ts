import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

/** The files of a run that hold each format, best first. */
const FILES = {
  bib: ['references.bib'],
  ris: ['references.ris'],
  csl: ['references.json'],
  md: ['synthesis.md', 'digest.md'],
  html: ['report.html'],
} as const;
type Format = keyof typeof FILES;

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('write the references, the synthesis or the report of a run to a file or to the standard output')
    .argument('<slug>', 'the run')
    .addOption(
      new Option('--format <format>', 'BibTeX, RIS, CSL-JSON, Markdown or HTML')
        .choices(Object.keys(FILES))
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'the file to write; without it, the standard output')
    .action(async (slug: string, options: { format: Format; out?: string }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        await connection.api.view(slug);
        const names: readonly string[] = FILES[options.format];
        const have = await connection.api.artifacts(slug);
        const name = names.find((one) => have.includes(one));
        const content = name === undefined ? undefined : await connection.api.artifact(slug, name);
        if (name === undefined || content === undefined) {
          throw new UsageError(
            `The run ${slug} has no ${names[0]} yet; it is written when the run ends. \`plumbline status ${slug}\` shows where it is.`,
          );
        }
        if (options.out === undefined) await print(content);
        else await save(options.out, content);
      } finally {
        await connection.close();
      }
    });
}

/** Waits until the reader has taken it, since a pipe holds less than a report, or has left (`| head`), which is no failure. */
function print(content: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(content, () => resolve());
  });
}

async function save(path: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UsageError(`${path} could not be written (${code ?? 'unknown'}). Name a file in a folder that exists.`, {
      cause,
    });
  }
  process.stderr.write(`${path}\n`);
}
