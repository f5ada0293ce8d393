import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { typos } from './corrupt.ts';
import { rng } from './rng.ts';

/** A record of the scale benchmark; `truth` tells which records are one paper. */
export interface ScaleRecord {
  id: string;
  truth: number;
  title: string;
  authors: string[];
  year: number | null;
  venue: string | null;
}

const lines = (path: string) => gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');

/**
 * `count` records: titles of the training abstracts with invented author lists, about a third of the papers twice or
 * three times, the copies with typing errors, initials, lost years and lost venues. Beyond the titles there are, words of
 * two titles are joined.
 */
export function scaleRecords(shared: string, count: number, seed = 11): ScaleRecord[] {
  const random = rng(seed);
  const titles = lines(join(shared, 'data/train/arxiv-abstracts.jsonl.gz')).map(
    (line) => (JSON.parse(line) as { title: string }).title,
  );
  const people = [
    ...new Set(
      lines(join(shared, 'data/corpus/arxiv-cs-topical.jsonl.gz')).flatMap(
        (line) => (JSON.parse(line) as { authors: string[] }).authors,
      ),
    ),
  ];
  const out: ScaleRecord[] = [];
  for (let paper = 0; out.length < count; paper++) {
    const base = titles[paper % titles.length]!;
    const title =
      paper < titles.length
        ? base
        : `${base.split(' ').slice(0, 5).join(' ')} ${random.pick(titles).split(' ').slice(-5).join(' ')}`;
    const authors = Array.from({ length: 1 + random.int(5) }, () => random.pick(people));
    const year = 1995 + random.int(30);
    const venue = random.pick([
      'NeurIPS',
      'ICML',
      'Proceedings of the VLDB Endowment',
      'arXiv',
      'IEEE Transactions on Software Engineering',
      'ACL',
    ]);
    const copies = random.chance(0.34) ? 2 + Number(random.chance(0.2)) : 1;
    for (let copy = 0; copy < copies && out.length < count; copy++) {
      const record: ScaleRecord = { id: `r${out.length}`, truth: paper, title, authors, year, venue };
      if (copy > 0) {
        if (random.chance(0.4)) record.title = typos(title, random);
        if (random.chance(0.5)) record.authors = authors.map((name) => `${name[0]}. ${name.split(' ').at(-1)}`);
        if (random.chance(0.2)) record.year = null;
        if (random.chance(0.4)) record.venue = null;
      }
      out.push(record);
    }
  }
  return out;
}

/** Pairwise precision, recall and F1 in per cent of clusters against `truth`. */
export function pairwise(
  records: readonly ScaleRecord[],
  clusters: readonly (readonly string[])[],
): { precision: number; recall: number; f1: number } {
  const truth = new Map(records.map((record) => [record.id, record.truth]));
  const sizes = new Map<number, number>();
  for (const { truth: paper } of records) sizes.set(paper, (sizes.get(paper) ?? 0) + 1);
  const choose = (n: number) => (n * (n - 1)) / 2;
  let found = 0;
  let right = 0;
  for (const ids of clusters) {
    found += choose(ids.length);
    const inside = new Map<number, number>();
    for (const id of ids) inside.set(truth.get(id)!, (inside.get(truth.get(id)!) ?? 0) + 1);
    for (const size of inside.values()) right += choose(size);
  }
  const wanted = [...sizes.values()].reduce((sum, size) => sum + choose(size), 0);
  return {
    precision: (100 * right) / Math.max(1, found),
    recall: (100 * right) / Math.max(1, wanted),
    f1: (200 * right) / Math.max(1, found + wanted),
  };
}
