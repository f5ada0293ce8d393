import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { comparable, wordsOf } from '../../shared/collate/match/normalise.ts';

/**
 * Counts in how many of the training abstracts (CC0 metadata) a word occurs and writes the commonest words, grouped by
 * their rounded -ln(share), as the matcher's table of word weights. Run: `node bench/dedup/commonness.ts`.
 */
const WORDS = 9000;
const shared = process.env.PLUMBLINE_SHARED ?? '../shared';
const lines = gunzipSync(readFileSync(join(shared, 'data/train/arxiv-abstracts.jsonl.gz')))
  .toString('utf8')
  .split('\n');
const counts = new Map<string, number>();
let documents = 0;
for (const line of lines) {
  if (line === '') continue;
  const record = JSON.parse(line) as { title: string; abstract: string };
  documents++;
  for (const word of new Set(wordsOf(comparable(`${record.title} ${record.abstract}`)))) {
    if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
}
const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, WORDS);
const groups = new Map<string, string[]>();
for (const [word, count] of common) {
  const weight = (Math.round(4 * -Math.log(count / documents)) / 4).toFixed(2);
  groups.set(weight, [...(groups.get(weight) ?? []), word]);
}
const classes = Object.fromEntries([...groups].map(([weight, words]) => [weight, words.sort().join(' ')]));
const out = { source: 'arXiv metadata (CC0), titles and abstracts', documents, unknown: 9, classes };
writeFileSync('shared/collate/match/commonness.json', `${JSON.stringify(out, null, 2)}\n`);
console.log(`${common.length} words of ${documents} documents; rarest ${common.at(-1)?.join(' ')}`);
