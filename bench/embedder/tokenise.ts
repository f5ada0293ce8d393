/**
 * Writes the training corpus as the embedder sees it, one paper a line: words of the title, tab, words of the abstract.
 * Usage: node bench/embedder/tokenise.ts <abstracts.jsonl.gz> <out.txt>
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { newScan, scanWords } from '../../shared/collate/embed/scan.ts';

const [source, target] = process.argv.slice(2);
if (source === undefined || target === undefined) throw new Error('usage: tokenise.ts <abstracts.jsonl.gz> <out.txt>');

const scan = newScan();
const lines = createInterface({
  input: createReadStream(source).pipe(createGunzip()),
  crlfDelay: Number.POSITIVE_INFINITY,
});
const out = createWriteStream(target);
for await (const line of lines) {
  const paper = JSON.parse(line) as { title: string; abstract?: string; text?: string };
  out.write(`${words(paper.title ?? '')}\t${words(paper.abstract ?? paper.text ?? '')}\n`);
}
out.end();

function words(text: string): string {
  const { count, units, starts, ends } = scanWords(text, scan);
  const found: string[] = [];
  for (let i = 0; i < count; i++) found.push(String.fromCharCode(...units.subarray(starts[i]!, ends[i]!)));
  return found.join(' ');
}
