/** Distinct codes of character trigrams, ascending. Plain arrays of small integers: cheaper by the million than buffers. */
export type Grams = readonly number[];

const LONGEST = 512;
const scratch = new Int32Array(LONGEST);
const NONE: Grams = [];

/** Character trigrams of a squeezed text (its first 512 at most), the ends marked, as 30-bit codes. */
export function grams(text: string): Grams {
  if (text.length === 0) return NONE;
  const count = Math.min(LONGEST, text.length);
  let before = 94;
  let own = text.charCodeAt(0);
  for (let at = 0; at < count; at++) {
    const after = at + 1 < text.length ? text.charCodeAt(at + 1) : 36;
    const code = Math.imul(before, 0x9e3779b1) ^ Math.imul(own, 0x85ebca6b) ^ Math.imul(after, 0xc2b2ae35);
    scratch[at] = (code ^ (code >>> 15)) & 0x3fffffff;
    before = own;
    own = after;
  }
  const sorted = scratch.subarray(0, count).sort();
  const codes: number[] = [];
  let previous = -1;
  for (let at = 0; at < count; at++) {
    const code = sorted[at]!;
    if (code !== previous) codes.push(code);
    previous = code;
  }
  return codes;
}

/** How many codes two lists share. */
export function sharedGrams(a: Grams, b: Grams): number {
  let x = 0;
  let y = 0;
  let shared = 0;
  while (x < a.length && y < b.length) {
    const left = a[x]!;
    const right = b[y]!;
    if (left === right) {
      shared++;
      x++;
      y++;
    } else if (left < right) x++;
    else y++;
  }
  return shared;
}

/** Dice's coefficient of two lists; 0 when either is empty. */
export function dice(a: Grams, b: Grams): number {
  return a.length === 0 || b.length === 0 ? 0 : (2 * sharedGrams(a, b)) / (a.length + b.length);
}
