import { doiLetters } from './doi.ts';
import { squeezed } from './normalise.ts';
import { compareText, hash32 } from './order.ts';
import type { Prepared } from './prepare.ts';

/** Blocks up to this size are compared in full; larger ones along their order of titles only. */
const FULL_BLOCK = 24;
/** In a larger block a record meets this many of its successors in title order. */
const WINDOW = 6;
const RARE_WORDS = 5;
/** A word in more than this share of the records (or more than the floor) says nothing about identity. */
const COMMON_SHARE = 0.02;
const COMMON_FLOOR = 60;

/** The distinct words of each record as numbers, and in how many records each occurs. */
interface Vocabulary {
  /** Words of record r: `words[starts[r]] … words[starts[r + 1] - 1]`, without repeats. */
  readonly starts: Int32Array;
  readonly words: Int32Array;
  readonly counts: Int32Array;
  /** A hash of each word: unlike its number it does not depend on the other records. */
  readonly hashes: Int32Array;
}

function vocabularyOf(records: readonly Prepared[]): Vocabulary {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const hashes: number[] = [];
  const words: number[] = [];
  const starts = new Int32Array(records.length + 1);
  const last: number[] = [];
  records.forEach((record, at) => {
    const add = (word: string) => {
      if (word.length < 2) return;
      let number = numbers.get(word);
      if (number === undefined) {
        number = counts.length;
        numbers.set(word, number);
        counts.push(0);
        hashes.push(hash32(word) | 0);
        last.push(-1);
      }
      if (last[number] === at) return;
      last[number] = at;
      counts[number]!++;
      words.push(number);
    };
    record.words.forEach(add);
    record.restWords.forEach(add);
    starts[at + 1] = words.length;
  });
  return { starts, words: Int32Array.from(words), counts: Int32Array.from(counts), hashes: Int32Array.from(hashes) };
}

const mix = (a: number, b: number, salt: number) => {
  let key = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ salt;
  key = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d);
  return (key ^ (key >>> 13)) >>> 0;
};

/** The rarest words of a record that others have too, rarest first. */
function rarest(at: number, { starts, words, counts, hashes }: Vocabulary, limit: number): number[] {
  const rare: number[] = [];
  const before = (a: number, b: number) =>
    counts[a]! < counts[b]! || (counts[a] === counts[b] && hashes[a]! < hashes[b]!);
  for (let place = starts[at]!; place < starts[at + 1]!; place++) {
    const word = words[place]!;
    if (counts[word]! < 2 || counts[word]! > limit) continue;
    let rank = rare.length;
    while (rank > 0 && before(word, rare[rank - 1]!)) rank--;
    if (rank >= RARE_WORDS) continue;
    rare.splice(rank, 0, word);
    if (rare.length > RARE_WORDS) rare.pop();
  }
  return rare;
}

/** Blocking keys of one record: ids, the whole title, its two ends, pairs of its rarest words, people with year. */
function keysOf(record: Prepared, at: number, vocabulary: Vocabulary, limit: number): number[] {
  const keys: number[] = [];
  const { identity, squeezed: letters } = record;
  const add = (text: string) => keys.push(hash32(text));
  for (const doi of identity.dois) {
    add(`d${doi}`);
    add(`l${doiLetters(doi)}`);
  }
  for (const scheme of ['arxiv', 'acl', 'dblp', 'openalex', 's2'] as const) {
    for (const id of identity[scheme]) add(`${scheme}${id}`);
  }
  if (record.words.length > 0) add(`t${[...record.words].sort(compareText).join(' ')}`);
  if (letters.length >= 12) {
    add(`p${letters.slice(0, 12)}`);
    add(`s${letters.slice(-12)}`);
  }
  if (record.parts !== null) add(`p${squeezed(record.parts.sub).slice(0, 12)}`);
  const rare = rarest(at, vocabulary, limit);
  const { counts, hashes } = vocabulary;
  rare.forEach((word, rank) => {
    if (counts[word]! <= 8) keys.push(mix(hashes[word]!, 0, 1));
    for (const other of rare.slice(rank + 1)) {
      const [x, y] = hashes[word]! < hashes[other]! ? [word, other] : [other, word];
      keys.push(mix(hashes[x]!, hashes[y]!, 2));
    }
  });
  const families = record.names
    .slice(0, 2)
    .map((name) => name.family)
    .sort(compareText);
  if (families.length === 2) add(`f${families.join(' ')} ${record.year ?? ''}`);
  return keys;
}

/** Keys with the records that have them, ordered by key, records ascending within a key. */
interface Index {
  readonly keys: Uint32Array;
  readonly owners: Int32Array;
}

/** Stable counting sort by one half of the key. */
function sortByHalf({ keys, owners }: Index, shift: number): Index {
  const starts = new Int32Array(65_537);
  for (const key of keys) starts[((key >>> shift) & 0xffff) + 1]!++;
  for (let at = 0; at < 65_536; at++) starts[at + 1]! += starts[at]!;
  const sorted = { keys: new Uint32Array(keys.length), owners: new Int32Array(keys.length) };
  for (let at = 0; at < keys.length; at++) {
    const place = starts[(keys[at]! >>> shift) & 0xffff]!++;
    sorted.keys[place] = keys[at]!;
    sorted.owners[place] = owners[at]!;
  }
  return sorted;
}

function indexOf(records: readonly Prepared[]): Index {
  const vocabulary = vocabularyOf(records);
  const limit = Math.max(COMMON_FLOOR, Math.floor(records.length * COMMON_SHARE));
  let keys = new Uint32Array(records.length * 16);
  let owners = new Int32Array(keys.length);
  let size = 0;
  records.forEach((record, owner) => {
    const own = keysOf(record, owner, vocabulary, limit);
    if (size + own.length > keys.length) {
      const [moreKeys, moreOwners] = [
        new Uint32Array(keys.length * 2 + own.length),
        new Int32Array(keys.length * 2 + own.length),
      ];
      moreKeys.set(keys);
      moreOwners.set(owners);
      keys = moreKeys;
      owners = moreOwners;
    }
    for (const key of own) {
      keys[size] = key;
      owners[size++] = owner;
    }
  });
  return sortByHalf(sortByHalf({ keys: keys.subarray(0, size), owners: owners.subarray(0, size) }, 0), 16);
}

/**
 * Candidate pairs of records that may be one paper, each visited once as (lower index, higher index), in order of the
 * lower index. The work is near-linear: every record has a bounded number of keys, and every key a bounded cost per
 * record in its block.
 */
export function visitCandidates(records: readonly Prepared[], visit: (a: number, b: number) => void): void {
  const count = records.length;
  if (count < 2) return;
  const { start, list } = neighbourLists(records, indexOf(records));
  const unlike = unlikeness(records);
  const stamp = new Int32Array(count).fill(-1);
  for (let own = 0; own < count; own++) {
    for (let at = start[own]!; at < start[own + 1]!; at++) {
      const other = list[at]!;
      if (stamp[other] === own) continue;
      stamp[other] = own;
      if (!unlike(own, other)) visit(own, other);
    }
  }
}

const SIGNATURE = 8;
/** True containment of 0.45 gives clearly more shared bits than this. */
const SHARED_BITS = 0.42;

function ones(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * A cheap look at two titles through 256-bit signatures of their trigrams. True when too few bits agree for a match and
 * no id can make up for it.
 */
function unlikeness(records: readonly Prepared[]): (a: number, b: number) => boolean {
  const bits = new Int32Array(records.length * SIGNATURE);
  const sizes = new Uint16Array(records.length);
  const named = new Uint8Array(records.length);
  records.forEach(({ grams, identity }, at) => {
    for (let gram = 0; gram < grams.length; gram++) {
      const code = grams.charCodeAt(gram);
      bits[at * SIGNATURE + ((code >>> 5) & 7)]! |= 1 << (code & 31);
    }
    for (let part = 0; part < SIGNATURE; part++) sizes[at]! += ones(bits[at * SIGNATURE + part]!);
    named[at] = Number(
      [identity.dois, identity.arxiv, identity.acl, identity.dblp, identity.openalex, identity.s2].some(
        (ids) => ids.length > 0,
      ),
    );
  });
  return (a, b) => {
    if (named[a] === 1 && named[b] === 1) return false;
    let shared = 0;
    for (let part = 0; part < SIGNATURE; part++)
      shared += ones(bits[a * SIGNATURE + part]! & bits[b * SIGNATURE + part]!);
    return shared < SHARED_BITS * Math.min(sizes[a]!, sizes[b]!);
  };
}

/** For every record the higher-indexed records of its blocks, with repeats, as one flat list. */
function neighbourLists(records: readonly Prepared[], index: Index): { start: Int32Array; list: Int32Array } {
  const count = records.length;
  const byTitle = Array.from(records.keys()).sort(
    (a, b) => compareText(records[a]!.squeezed, records[b]!.squeezed) || a - b,
  );
  const rank = new Int32Array(count);
  byTitle.forEach((record, at) => {
    rank[record] = at;
  });
  const start = new Int32Array(count + 1);
  visitBlocks(index, rank, (low) => {
    start[low + 1]!++;
  });
  for (let at = 0; at < count; at++) start[at + 1]! += start[at]!;
  const list = new Int32Array(start[count]!);
  const next = start.slice();
  visitBlocks(index, rank, (low, high) => {
    list[next[low]!++] = high;
  });
  return { start, list };
}

function visitBlocks({ keys, owners }: Index, rank: Int32Array, add: (low: number, high: number) => void): void {
  for (let from = 0; from < keys.length; ) {
    let to = from + 1;
    while (to < keys.length && keys[to] === keys[from]) to++;
    if (to - from <= FULL_BLOCK) {
      for (let a = from; a < to; a++) for (let b = a + 1; b < to; b++) add(owners[a]!, owners[b]!);
    } else {
      const members = owners.slice(from, to).sort((a, b) => rank[a]! - rank[b]!);
      for (let a = 0; a < members.length; a++) {
        for (let b = a + 1; b < Math.min(members.length, a + 1 + WINDOW); b++) {
          add(Math.min(members[a]!, members[b]!), Math.max(members[a]!, members[b]!));
        }
      }
    }
    from = to;
  }
}
