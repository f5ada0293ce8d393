import type { Command } from 'commander';

const list = (value: string, before: string[] = []): string[] => [...before, value];

/** What can be said of any run, now or on a schedule. */
export function runOptions(command: Command): Command {
  return command
    .option('--depth <mode>', 'quick (digest), standard (up to 10 papers read) or deep (up to 30); default standard')
    .option('--time-horizon <from-to>', 'years, both included, e.g. 2015-2020; undated records are left out')
    .option('--budget <tokens>', 'hard limit, e.g. 500k-tokens; default by depth 200k, 1500k, 5000k')
    .option(
      '--library <path>',
      'your papers: .jsonl .json .bib .ris (or .gz), a folder of PDF, HTML, Markdown, text; default: starter library',
    )
    .option('--sources <list>', 'channels: arxiv,scholarly,web,community,github,library; default: chosen by question')
    .option('--seed-paper <id>', 'a paper that must be read, e.g. arxiv:2307.08691; repeatable', list)
    .option('--exclude <id>', 'a paper to keep out everywhere; repeatable', list)
    .option('--offline', 'use the library alone: no network, no model, nothing spent')
    .option('--deadline <time>', 'stop and write up after this time: 90s, 30m, 2h or 1h30m; default none')
    .option('--answer <question=choice>', 'answer a question beforehand (reading, plan, direction); repeatable', list)
    .option('--economy', 'readers and critics through message batches: half the price, slower')
    .option(
      '--model <name>',
      'auto, extractive, anthropic or bedrock; default auto: what the environment has a key for',
    );
}
