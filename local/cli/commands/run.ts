import type { Command } from 'commander';
import type { Api } from '../../../shared/api/api.ts';
import type { RunRequest } from '../../../shared/contracts/run.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';
import { confirmOver, estimateText } from '../estimate.ts';
import { finish } from '../finish.ts';
import { confirm } from '../prompt.ts';
import { type RunOptions, requestOf } from '../request.ts';

const list = (value: string, before: string[] = []) => [...before, value];

export function runCommand(program: Command): void {
  program
    .command('run')
    .description('research a topic')
    .argument('<topic...>', 'what to research, in your own words')
    .option('--depth <mode>', 'quick (digest), standard (up to 10 papers read) or deep (up to 30)', 'standard')
    .option('--time-horizon <from-to>', 'years, both included, e.g. 2015-2020; undated records are left out')
    .option('--budget <tokens>', 'hard limit, e.g. 500k-tokens (default by depth: 200k, 1500k, 5000k)')
    .option('--confirm-plan', 'show the sub-questions and wait before searching')
    .option(
      '--library <path>',
      'your own papers: .jsonl .json .bib .ris (or .gz), or a folder of PDF, HTML, Markdown, text',
    )
    .option('--sources <list>', 'channels to use: arxiv,scholarly,web,community,github,library')
    .option('--seed-paper <id>', 'a paper that must be read; repeatable', list)
    .option('--exclude <id>', 'a paper to keep out everywhere; repeatable', list)
    .option('--offline', 'use the library alone, no network')
    .option('--estimate', 'print expected and worst-case calls, tokens and cost, and stop')
    .option('--deadline <time>', 'stop and write up after this time, e.g. 30m')
    .option('--answer <question=choice>', 'answer a question beforehand (reading, plan, direction); repeatable', list)
    .option('--no-input', 'never wait: questions take their default')
    .option('--economy', 'readers and critics through message batches, at half price and slower')
    .option('--model <name>', 'auto, extractive, anthropic or bedrock', 'auto')
    .option('--continue <slug>', 'ask a follow-up on a finished run and reuse what it read')
    .option('--json', 'print one JSON object at the end')
    .addHelpText('after', '\nExample:\n  plumbline run "efficient attention for long sequences" --offline --depth=deep')
    .action(async (topic: string[], options: RunOptions & { json?: boolean; estimate?: boolean }, command: Command) => {
      const { request, libraryPath } = requestOf(topic, options);
      const connection = await connect(endpointOf(command));
      try {
        if (libraryPath !== null) {
          const manifest = await connection.importLibrary(libraryPath);
          for (const { file, line, reason } of manifest.problems.slice(0, 5)) {
            process.stderr.write(`! ${file} line ${line} left out: ${reason}\n`);
          }
          const more = manifest.problems.length - 5;
          if (more > 0) process.stderr.write(`! and ${more} more entries left out\n`);
          request.library = manifest.id;
        }
        if (options.estimate) {
          const estimate = await connection.api.estimate(request);
          process.stdout.write(`${options.json ? JSON.stringify(estimate) : estimateText(estimate)}\n`);
          return;
        }
        if (options.input !== false && !(await mayStart(connection.api, request))) return;
        const { slug } = await connection.api.create(request);
        process.exitCode = await finish(connection, slug, {
          json: options.json ?? false,
          mayAsk: options.input !== false,
        });
      } finally {
        await connection.close();
      }
    });
}

/** Asks on a terminal when the estimate is over the limit that the user set. */
async function mayStart(api: Api, request: RunRequest): Promise<boolean> {
  const limit = confirmOver(process.env);
  if (limit === null || process.stdin.isTTY !== true) return true;
  const estimate = await api.estimate(request);
  if (estimate.cost.worst <= limit) return true;
  process.stderr.write(`${estimateText(estimate)}\n`);
  return confirm(
    `This may cost up to $${estimate.cost.worst.toFixed(2)}, over your limit of $${limit.toFixed(2)}. Start it?`,
  );
}
