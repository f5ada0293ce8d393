import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { comparable, wordsOf } from '../../shared/collate/match/normalise.ts';
import { wordWeight } from '../../shared/collate/match/words.ts';
import { corruptPair, type Profile, type Row } from './corrupt.ts';
import { type Rng, rng } from './rng.ts';

export type Pair = readonly [Row, Row, 0 | 1];

/** The published splits of DBLP-ACM. */
export function loadPairs(shared: string): Record<'train' | 'valid' | 'test', Pair[]> {
  const bytes = readFileSync(join(shared, 'data/dedup/dblp-acm-pairs.json.gz'));
  return JSON.parse(gunzipSync(bytes).toString('utf8')) as Record<'train' | 'valid' | 'test', Pair[]>;
}

/** Every pair of a split corrupted in one way. */
export function corrupted(pairs: readonly Pair[], profile: Profile, seed: number): Pair[] {
  const random = rng(seed);
  return pairs.map(([a, b, label]) => [...corruptPair(a, b, profile, random), label] as const);
}

const keyOf = (row: Row) => wordsOf(comparable(row.title)).join(' ');

/** Near misses across known pairs: other papers with like titles, or by the same first author. */
export function nearMisses(pairs: readonly Pair[], perRecord: number): Pair[] {
  const positives = pairs.filter(([, , label]) => label === 1);
  const byWord = new Map<string, number[]>();
  positives.forEach(([, b], at) => {
    const names = b.authors.split(',').map((name) => `@${name.trim().split(' ').at(-1)}`);
    for (const word of new Set([...wordsOf(comparable(b.title)), ...names]))
      byWord.set(word, [...(byWord.get(word) ?? []), at]);
  });
  const out: Pair[] = [];
  positives.forEach(([a], own) => {
    const shared = new Map<number, number>();
    const names = a.authors.split(',').map((name) => `@${name.trim().split(' ').at(-1)}`);
    for (const word of new Set([...wordsOf(comparable(a.title)), ...names])) {
      const others = byWord.get(word) ?? [];
      if (others.length > 200) continue;
      for (const at of others) shared.set(at, (shared.get(at) ?? 0) + (word.startsWith('@') ? 6 : wordWeight(word)));
    }
    shared.delete(own);
    const nearest = [...shared].sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, perRecord);
    for (const [at] of nearest) {
      const b = positives[at]![1];
      if (keyOf(a) !== keyOf(b)) out.push([a, b, 0]);
    }
  });
  return out;
}

/** A sibling paper: one telling word of the title exchanged for another title's. */
export function siblings(pairs: readonly Pair[], random: Rng): Pair[] {
  const positives = pairs.filter(([, , label]) => label === 1);
  const out: Pair[] = [];
  for (const [a, b] of positives) {
    const words = b.title.split(' ');
    const telling = words
      .map((word, at) => ({ word, at }))
      .filter(({ word }) => word.length > 3 && wordWeight(word) > 3);
    if (telling.length < 2) continue;
    const { at, word } = random.pick(telling);
    const donor = random
      .pick(positives)[1]
      .title.split(' ')
      .filter((other) => other.length > 3 && wordWeight(other) > 3 && other !== word);
    if (donor.length === 0) continue;
    const title = words.map((own, position) => (position === at ? random.pick(donor) : own)).join(' ');
    const year = b.year === '' ? '' : String(Number(b.year) + random.pick([0, 1, 1, 2, -1]));
    out.push([a, { ...b, title, year }, 0]);
  }
  return out;
}
