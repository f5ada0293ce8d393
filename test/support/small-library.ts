import { readFileSync } from 'node:fs';

/** The first records of a topic of the starter library: enough for a whole run, small enough for hundreds of them. */
export function smallLibrary(topic = 'consensus-replication', count = 12): object[] {
  const file = new URL(`../../local/library/data/${topic}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(0, count)
    .map((line) => JSON.parse(line) as object);
}
