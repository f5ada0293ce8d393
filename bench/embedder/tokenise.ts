/**
 * Writes the training corpus as the embedder sees it, so that training and use split words in the same way.
 * `<dir>/corpus.txt`: one paper a line, words of the title, tab, words of the abstract.
 * `<dir>/vocabulary.tsv`: word, occurrences, stem, 1 for a function word; by falling occurrences.
 *
 * Usage: node bench/embedder/tokenise.ts <abstracts.jsonl.gz> <dir>
 */
import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { newScan, scanWords } from '../../shared/collate/embed/scan.ts';
import { stem } from '../../shared/text/stem.ts';
import { isStopWord } from '../../shared/text/stopwords.ts';

const [source, target] = process.argv.slice(2);
if (source === undefined || target === undefined) throw new Error('usage: tokenise.ts <abstracts.jsonl.gz> <dir>');

mkdirSync(target, { recursive: true });
const scan = newScan();
const occurrences = new Map<string, number>();
const out = createWriteStream(join(target, 'corpus.txt'));
const lines = createInterface({ input: createReadStream(source).pipe(createGunzip()) });
for await (const line of lines) {
  const paper = JSON.parse(line) as { title: string; abstract: string };
  out.write(`${words(paper.title)}\t${words(paper.abstract)}\n`);
}
await finished(out.end());

const vocabulary = [...occurrences].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
const rows = vocabulary.map(([word, count]) => [word, count, stem(word), isStopWord(word) ? 1 : 0].join('\t'));
writeFileSync(join(target, 'vocabulary.tsv'), `${rows.join('\n')}\n`);

function words(text: string): string {
  const { count, units, starts, ends } = scanWords(text, scan);
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const word = String.fromCharCode(...units.subarray(starts[i]!, ends[i]!));
    occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    found.push(word);
  }
  return found.join(' ');
}
