import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';
import { finish } from '../finish.ts';

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
      const connection = await connect(endpointOf(command));
      try {
        const view = await connection.api.answer(slug, question.toUpperCase(), choice.join(' '));
        if (connection.owner && view.ended === null) {
          process.exitCode = await finish(connection, slug, { json: options.json ?? false, mayAsk: false });
        } else if (options.json) {
          process.stdout.write(`${JSON.stringify(view)}\n`);
        } else {
          process.stdout.write(`Answered ${question} of ${slug}; the run goes on.\n`);
        }
      } finally {
        await connection.close();
      }
    });
}
