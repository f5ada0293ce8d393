import type { Command } from 'commander';
import type { RunOptions } from '../request.ts';
import { runOptions } from '../run-options.ts';

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description('research a topic: a cited synthesis, or with --depth=quick a digest')
    .argument('<topic...>', 'what to research, in your own words, at most 2,000 characters');
  runOptions(command)
    .option('--confirm-plan', 'show the sub-questions and wait before searching')
    .option('--estimate', 'print expected and worst-case calls, tokens and cost, and stop')
    .option('--no-input', 'never wait: questions take their default (so it is without a terminal)')
    .option('--wait-for-answers', 'without a terminal: stop at a question (exit 4) instead of taking its default')
    .option(
      '--continue <slug>',
      'ask a follow-up on a finished run ("and what about energy use?") and reuse what it read',
    )
    .option('--json', 'print one JSON object at the end, and nothing else on the standard output')
    .action(async (topic: string[], options: RunOptions & { json?: boolean; estimate?: boolean }, self: Command) => {
      const { runAction } = await import('../run-action.ts');
      process.exitCode = await runAction(topic, options, self);
    });
}
