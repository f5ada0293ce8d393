/**
 * Loads the static embedder and embeds abstracts, in a process of its own, so that time and memory are the embedder's alone.
 * Prints `{"load":…,"rate":…,"megabytes":…}`: milliseconds and abstracts a second of processor time, and what resident
 * memory has grown by. The first abstracts are read twice: what is measured is the compiled code.
 *
 * Usage: node bench/embedder/speed-run.ts <abstracts.jsonl.gz> <count>
 */
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { jsonLines } from './development-sets.ts';

const [path, count] = process.argv.slice(2);
if (path === undefined || count === undefined) throw new Error('usage: speed-run.ts <abstracts.jsonl.gz> <count>');
const WARM = 2000;
const memory = process.memoryUsage.rss();
const loading = process.cpuUsage();
const embedder = loadStaticEmbedder();
const load = milliseconds(loading);
for (let at = 0; at < WARM; at++) embedder.embedOne(`A sentence of ${at} words on nothing in particular.`);
const megabytes = Math.round((process.memoryUsage.rss() - memory) / 1e6);
// Only now: the file's text would hide what the embedder takes.
const texts = jsonLines<{ title: string; abstract: string }>(path)
  .slice(0, Number(count))
  .map(({ title, abstract }) => `${title}. ${abstract}`);
for (const text of texts.slice(0, texts.length / 2)) embedder.embedOne(text);
const working = process.cpuUsage();
for (const text of texts) embedder.embedOne(text);
const rate = (1000 * texts.length) / milliseconds(working);
process.stdout.write(JSON.stringify({ load, rate, megabytes }));

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
