import type { Command } from 'commander';

export function answerCommand(program: Command): void {
  program
    .command('answer')
    .description('answer a question of a run; a run that nobody executes goes on here')
    .argument('<slug>', 'the run')
    .argument('<question>', 'its question, e.g. Q1 (see `plumbline status`)')
    .argument(
      '<choice...>',
      'a choice by number or name; for a plan also: drop SQ2, add <question>, edit SQ1 <question>',
    )
    .option('--json', 'print one JSON object at the end')
    .action(async (slug: string, question: string, choice: string[], options: { json?: boolean }, command: Command) => {
      const [{ withConnection }, { finish }] = await Promise.all([
        import('../with-connection.ts'),
        import('../finish.ts'),
      ]);
      await withConnection(command, async (connection) => {
        const view = await connection.api.answer(slug, question.toUpperCase(), choice.join(' '));
        if (connection.owner && view.ended === null) {
          process.exitCode = await finish(connection, slug, { json: options.json ?? false, takeDefaults: false });
        } else if (options.json) {
          process.stdout.write(`${JSON.stringify(view)}\n`);
        } else {
          process.stdout.write(`Answered ${question.toUpperCase()} of ${slug}; the run goes on.\n`);
        }
      });
    });
}
