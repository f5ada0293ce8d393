import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dedup } from '../shared/collate/match/dedup.ts';
import { matchPair } from '../shared/collate/match/score.ts';
import type { Profile } from './dedup/corrupt.ts';
import { corrupted, loadPairs, type Pair } from './dedup/samples.ts';
import { pairwise, type ScaleRecord, scaleRecords } from './dedup/scale.ts';
import type { BenchRow } from './row.ts';

/** F1 of pairs in per cent. */
export function pairF1(pairs: readonly Pair[]): number {
  let right = 0;
  let wrong = 0;
  for (const [a, b, label] of pairs) {
    const { match } = matchPair({ ...a }, { ...b });
    if (match && label === 1) right++;
    else if (match || label === 1) wrong++;
  }
  return round((200 * right) / (2 * right + wrong), 2);
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The corrupted copies that are measured; baselines are those of the clean split, for want of published ones. */
const COPIES: readonly (readonly [profile: Profile, label: string])[] = [
  ['moved', 'values moved to the title'],
  ['scattered', 'values in any field'],
  ['sparse', 'facts missing'],
  ['web', 'as harvested from the web'],
  ['reference', 'whole references'],
  ['debris', 'debris of pages'],
  ['scanned', 'read off a scan'],
  ['script', 'in another script'],
  ['undated', 'moved to the title, years missing'],
  ['harvest', 'as search engines show it'],
];

interface Linkage {
  readonly a: readonly { readonly id: string }[];
  readonly b: readonly { readonly id: string }[];
  readonly gt: readonly (readonly [string, string])[];
}

/** F1 of the full linkage: clusters of both catalogues together, pairs across them counted. */
export function linkageF1(data: Linkage): number {
  const groups = dedup([
    ...data.a.map((record) => ({ ...record, id: `A${record.id}` })),
    ...data.b.map((record) => ({ ...record, id: `B${record.id}` })),
  ]);
  const truth = new Set(data.gt.map(([a, b]) => `A${a} B${b}`));
  let found = 0;
  let right = 0;
  for (const { cluster } of groups) {
    for (const a of cluster.filter((id) => id.startsWith('A'))) {
      for (const b of cluster.filter((id) => id.startsWith('B'))) {
        found++;
        if (truth.has(`${a} ${b}`)) right++;
      }
    }
  }
  return round((200 * right) / (found + truth.size), 2);
}

interface ScaleRun {
  readonly seconds: number;
  readonly megabytes: number;
  readonly clusters: readonly (readonly string[])[];
}

/** `tools dedup` over the records in a process of its own. */
function scaleRun(records: readonly ScaleRecord[]): ScaleRun {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    const file = join(folder, 'records.jsonl');
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const script = join(import.meta.dirname, 'dedup/scale-run.ts');
    return JSON.parse(
      execFileSync(process.execPath, [script, file], { encoding: 'utf8', maxBuffer: 2 ** 28 }),
    ) as ScaleRun;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Quality on DBLP-ACM (test split, corrupted copies of it, full linkage) and cost on 10,000 and 100,000 records. Gives no
 * rows when the data are missing.
 * @param shared the folder that holds `data/`
 */
export function dedupRows(shared: string): BenchRow[] {
  if (!existsSync(join(shared, 'data/dedup/dblp-acm-pairs.json.gz'))) return [];
  const { test } = loadPairs(shared);
  const rows: BenchRow[] = [
    { set: 'DBLP-ACM test', metric: 'pair F1 %', ours: pairF1(test), baseline: 97.2, target: 98 },
  ];
  for (const [profile, label] of COPIES) {
    rows.push({
      set: `DBLP-ACM test, ${label}`,
      metric: 'pair F1 %',
      ours: pairF1(corrupted(test, profile, 7001)),
      baseline: null,
      target: null,
    });
  }
  const full = JSON.parse(
    gunzipSync(readFileSync(join(shared, 'data/dedup/dblp-acm-full.json.gz'))).toString('utf8'),
  ) as Linkage;
  rows.push({ set: 'DBLP-ACM full', metric: 'linkage F1 %', ours: linkageF1(full), baseline: null, target: null });
  const large = scaleRecords(shared, 100_000);
  const tenth = scaleRun(scaleRecords(shared, 10_000));
  const whole = scaleRun(large);
  const quality = pairwise(large, whole.clusters);
  rows.push(
    { set: '100,000 records', metric: 'seconds', ours: round(whole.seconds, 1), baseline: null, target: 30 },
    {
      set: '100,000 records',
      metric: 'times the cost of 10,000',
      ours: round(whole.seconds / tenth.seconds, 1),
      baseline: null,
      target: 13,
    },
    {
      set: '100,000 records',
      metric: 'peak memory MB',
      ours: whole.megabytes,
      baseline: null,
      target: 1024,
    },
    { set: '100,000 records', metric: 'pairwise F1 %', ours: round(quality.f1, 2), baseline: null, target: null },
  );
  return rows;
}
