import type { Command } from 'commander';

export function libraryCommand(program: Command): void {
  const library = program.command('library').description('your own papers: index them, and see what is indexed');
  library
    .command('add')
    .description('index a file or a folder; what has not changed is not read again')
    .argument('<path>', '.jsonl .json .bib .ris (or .gz), or a folder of PDF, HTML, Markdown, text')
    .option('--json', 'print what was indexed as JSON')
    .action(async (path: string, options: { json?: boolean }, self: Command) =>
      (await import('../library-actions.ts')).add(path, options.json ?? false, self),
    );
  library
    .command('list')
    .description('libraries that are indexed here, and entries that were left out')
    .option('--problems', 'each entry that was left out, with its line')
    .option('--json', 'one JSON object a line')
    .action(async (options: { problems?: boolean; json?: boolean }) =>
      (await import('../library-actions.ts')).list(options),
    );
}
