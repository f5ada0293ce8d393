import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { answerRows } from './answers.ts';
import { apiRows } from './api.ts';
import { awsCostRows } from './aws-cost.ts';
import { contradictionRows } from './contradictions.ts';
import { dedupRows } from './dedup.ts';
import { embedderRows } from './embedder.ts';
import { evidenceRows } from './evidence.ts';
import { graphRows } from './graph.ts';
import { modelRows } from './models.ts';
import { generalRows, rankingRows } from './ranking.ts';
import { replanRows } from './replan.ts';
import type { BenchRow } from './row.ts';
import { topicalityRows } from './topicality.ts';

const shared = resolve(process.env.PLUMBLINE_SHARED ?? '../shared');
const data = join(shared, 'data');

/** Parts by name; `npm run bench -- ranking dedup` runs some. */
const PARTS: Readonly<Record<string, { readonly needsData: boolean; rows(): Promise<readonly BenchRow[]> }>> = {
  ranking: { needsData: true, rows: () => rankingRows(data) },
  general: { needsData: true, rows: () => generalRows(data) },
  embedder: { needsData: true, rows: async () => embedderRows(data) },
  dedup: { needsData: true, rows: async () => dedupRows(shared) },
  graph: { needsData: true, rows: () => graphRows(shared) },
  evidence: { needsData: true, rows: async () => evidenceRows(data) },
  tensions: { needsData: true, rows: () => contradictionRows(data) },
  replan: { needsData: true, rows: () => replanRows(data) },
  answers: { needsData: false, rows: answerRows },
  topicality: { needsData: true, rows: () => topicalityRows(data) },
  models: { needsData: true, rows: () => modelRows(data) },
  api: { needsData: false, rows: apiRows },
  aws: { needsData: false, rows: async () => awsCostRows() },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const results: (BenchRow & { readonly part: string })[] = [];
const show = (value: number | null) => (value === null ? '\u2013' : String(Math.round(value * 1e4) / 1e4));
console.log(
  `${'part'.padEnd(9)} ${'set'.padEnd(34)} ${'metric'.padEnd(40)} ${'ours'.padStart(10)} ${'baseline'.padStart(10)} ${'target'.padStart(10)}`,
);
for (const [part, { needsData, rows }] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  if (needsData && !existsSync(data)) {
    console.log(`${part.padEnd(9)} left out: the benchmark sets are not at ${data} (set PLUMBLINE_SHARED)`);
    continue;
  }
  for (const row of await rows()) {
    results.push({ part, ...row });
    console.log(
      `${part.padEnd(9)} ${row.set.padEnd(34)} ${row.metric.padEnd(40)} ${show(row.ours).padStart(10)} ${show(row.baseline).padStart(10)} ${show(row.target).padStart(10)}`,
    );
  }
}
if (wanted.length === 0)
  await writeFile(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
