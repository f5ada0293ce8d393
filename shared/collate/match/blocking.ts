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

/** How often each word occurs among the titles and authors of the records. */
function documentCounts(records: readonly Prepared[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) for (const word of record.bag.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Blocking keys of one record: ids, the whole title, its two ends, pairs of its rarest words, people with year. */
function keysOf(record: Prepared, counts: ReadonlyMap<string, number>, limit: number): number[] {
  const keys = new Set<number>();
  const { identity } = record;
  for (const doi of identity.dois) keys.add(hash32(`d${doi}`)).add(hash32(`l${doi.replace(/[^a-z0-9]/g, '')}`));
  for (const scheme of ['arxiv', 'acl', 'dblp', 'openalex', 's2'] as const) {
    for (const id of identity[scheme]) keys.add(hash32(`${scheme}${id}`));
  }
  const words = [...new Set(record.words)].sort(compareText);
  if (words.length > 0) keys.add(hash32(`t${words.join(' ')}`));
  if (record.squeezed.length >= 12) {
    keys.add(hash32(`p${record.squeezed.slice(0, 12)}`));
    keys.add(hash32(`s${record.squeezed.slice(-12)}`));
  }
  if (record.sub !== null) keys.add(hash32(`p${record.sub.squeezed.slice(0, 12)}`));
  const rare = [...record.bag.keys()]
    .filter((word) => word.length > 1 && (counts.get(word) ?? 0) > 1 && counts.get(word)! <= limit)
    .sort((a, b) => counts.get(a)! - counts.get(b)! || compareText(a, b))
    .slice(0, RARE_WORDS);
  rare.forEach((word, at) => {
    if (counts.get(word)! <= 8) keys.add(hash32(`r${word}`));
    for (const other of rare.slice(at + 1)) keys.add(hash32(word < other ? `w${word} ${other}` : `w${other} ${word}`));
  });
  const families = record.names
    .slice(0, 2)
    .map((name) => name.family)
    .sort(compareText);
  if (families.length > 0 && words.length > 0) {
    const telling = words
      .filter((word) => word.length > 3)
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || compareText(a, b));
    for (const word of telling.slice(0, 2)) keys.add(hash32(`a${families[0]} ${word}`));
    if (families.length === 2) keys.add(hash32(`f${families.join(' ')} ${record.year ?? ''}`));
  }
  return [...keys];
}

/**
 * Candidate pairs of records that may be one paper, each visited once as (lower index, higher index), in order of the
 * lower index. The work is near-linear: every record has a bounded number of keys, and every key a bounded cost per
 * record in its block.
 */
export function visitCandidates(records: readonly Prepared[], visit: (a: number, b: number) => void): void {
  const count = records.length;
  if (count < 2) return;
  const counts = documentCounts(records);
  const limit = Math.max(COMMON_FLOOR, Math.floor(count * COMMON_SHARE));
  const ownerSpan = 2 ** Math.ceil(Math.log2(count + 1));
  const keySpan = 2 ** (53 - Math.log2(ownerSpan));
  const entries: number[] = [];
  records.forEach((record, owner) => {
    for (const key of keysOf(record, counts, limit)) entries.push((key % keySpan) * ownerSpan + owner);
  });
  const sorted = Float64Array.from(entries).sort();
  entries.length = 0;
  const neighbours = neighbourLists(records, sorted, ownerSpan);
  const stamp = new Int32Array(count).fill(-1);
  for (let own = 0; own < count; own++) {
    for (let at = neighbours.start[own]!; at < neighbours.start[own + 1]!; at++) {
      const other = neighbours.list[at]!;
      if (stamp[other] === own) continue;
      stamp[other] = own;
      visit(own, other);
    }
  }
}

/** For every record the higher-indexed records of its blocks, with repeats, as one flat list. */
function neighbourLists(
  records: readonly Prepared[],
  sorted: Float64Array,
  ownerSpan: number,
): { start: Int32Array; list: Int32Array } {
  const count = records.length;
  const byTitle = Int32Array.from(records.keys()).sort(
    (a, b) => compareText(records[a]!.squeezed, records[b]!.squeezed) || a - b,
  );
  const rank = new Int32Array(count);
  byTitle.forEach((record, at) => {
    rank[record] = at;
  });
  const sizes = new Int32Array(count + 1);
  const each = (add: (low: number, high: number) => void) => {
    for (let from = 0; from < sorted.length; ) {
      const key = Math.floor(sorted[from]! / ownerSpan);
      let to = from + 1;
      while (to < sorted.length && Math.floor(sorted[to]! / ownerSpan) === key) to++;
      if (to - from > 1) eachOfBlock(sorted, from, to, ownerSpan, rank, add);
      from = to;
    }
  };
  each((low) => {
    sizes[low]!++;
  });
  const start = new Int32Array(count + 1);
  for (let at = 0; at < count; at++) start[at + 1] = start[at]! + sizes[at]!;
  const list = new Int32Array(start[count]!);
  const next = start.slice();
  each((low, high) => {
    list[next[low]!++] = high;
  });
  return { start, list };
}

function eachOfBlock(
  sorted: Float64Array,
  from: number,
  to: number,
  ownerSpan: number,
  rank: Int32Array,
  add: (low: number, high: number) => void,
): void {
  const full = to - from <= FULL_BLOCK;
  const members = Int32Array.from({ length: to - from }, (_, at) => sorted[from + at]! % ownerSpan);
  if (!full) members.sort((a, b) => rank[a]! - rank[b]!);
  for (let at = 0; at < members.length; at++) {
    const end = full ? members.length : Math.min(members.length, at + 1 + WINDOW);
    for (let other = at + 1; other < end; other++) {
      const a = members[at]!;
      const b = members[other]!;
      if (a < b) add(a, b);
      else add(b, a);
    }
  }
}
