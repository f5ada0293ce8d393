import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from './row.ts';

const MODEL = join(import.meta.dirname, '../shared/collate/embed/model/static.bin');
const ABSTRACTS = 20_000;

/** What the embedder costs: size, loading, speed on one core and memory, measured in a process of its own. */
export function embedderRows(data: string): BenchRow[] {
  const script = join(import.meta.dirname, 'embedder/speed-run.ts');
  const path = join(data, 'train/arxiv-abstracts.jsonl.gz');
  const { load, rate, megabytes } = JSON.parse(
    execFileSync(process.execPath, [script, path, String(ABSTRACTS)], { encoding: 'utf8' }),
  ) as { load: number; rate: number; megabytes: number };
  const row = (metric: string, ours: number, target: number): BenchRow => ({
    set: 'static embedder',
    metric,
    ours,
    baseline: null,
    target,
  });
  return [
    row('weights MB (at most)', Math.round(statSync(MODEL).size / 1e4) / 100, 12),
    row('load ms (at most)', Math.round(load * 10) / 10, 50),
    row('abstracts a second, one core (at least)', Math.round(rate), 15_000),
    row('memory MB (at most)', megabytes, 100),
  ];
}
