import anyAscii from 'any-ascii';
import type { PaperRecord } from '../../contracts/record.ts';
import { familyOf, personsOf } from './person.ts';
import { plainText } from './text.ts';
import { yearOf } from './year.ts';

const SMALL = new Set(
  'a an the on in of for to and or with by from at as is are be can do does how what why when where which towards toward via using into over under it its we our'.split(
    ' ',
  ),
);
const LONGEST = 24;

/**
 * One citation key a record, `smith2021attention`: first author's family name, year, first telling word of the title, in
 * ASCII lower case. Records that share one are told apart by `a`, `b`, … in the order of their ids, so that the keys depend
 * on the set of records and never on its order.
 */
export function citationKeys(records: readonly PaperRecord[]): Map<string, string> {
  const groups = new Map<string, string[]>();
  for (const record of records) {
    const base = baseKey(record);
    groups.set(base, [...(groups.get(base) ?? []), record.id]);
  }
  const sorted = [...groups].map(([base, ids]) => [base, [...new Set(ids)].sort()] as const).sort(byBase);
  const keys = new Map<string, string>();
  const used = new Set(sorted.filter(([, ids]) => ids.length === 1).map(([base]) => base));
  for (const [base, ids] of sorted) {
    if (ids.length === 1) {
      keys.set(ids[0]!, base);
      continue;
    }
    let n = 0;
    for (const id of ids) {
      while (used.has(base + letters(n))) n++;
      used.add(base + letters(n));
      keys.set(id, base + letters(n));
    }
  }
  return keys;
}

function baseKey(record: PaperRecord): string {
  const first = personsOf(record.authors).persons[0];
  const words = plainText(record.title ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(ascii)
    .filter((word) => word !== '');
  const word = words.find((one) => one.length > 2 && !SMALL.has(one) && !/^\d+$/.test(one)) ?? words[0] ?? 'untitled';
  const who = first === undefined ? 'anon' : ascii(familyOf(first)) || 'anon';
  const key = `${who.slice(0, LONGEST)}${yearOf(record) ?? ''}${word.slice(0, LONGEST)}`;
  return /^\d/.test(key) ? `x${key}` : key;
}

function ascii(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

/** 0 → a, 25 → z, 26 → aa. */
function letters(n: number): string {
  const last = String.fromCharCode(97 + (n % 26));
  return n < 26 ? last : letters(Math.floor(n / 26) - 1) + last;
}

function byBase(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
