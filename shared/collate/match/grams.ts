/**
 * Distinct 16-bit codes of character trigrams, ascending, as the units of a string: a tenth of the memory of an array, and
 * as quick to walk.
 */
export type Grams = string;

const LONGEST = 512;
const scratch = new Uint16Array(LONGEST);

/** Character trigrams of a squeezed text (its first 512 at most), the ends marked. */
export function grams(text: string): Grams {
  if (text.length === 0) return '';
  const count = Math.min(LONGEST, text.length);
  let before = 94;
  let own = text.charCodeAt(0);
  for (let at = 0; at < count; at++) {
    const after = at + 1 < text.length ? text.charCodeAt(at + 1) : 36;
    const code = Math.imul(before, 0x9e3779b1) ^ Math.imul(own, 0x85ebca6b) ^ Math.imul(after, 0xc2b2ae35);
    scratch[at] = Math.imul(code ^ (code >>> 15), 0x2c1b3c6d) >>> 16;
    before = own;
    own = after;
  }
  const sorted = scratch.subarray(0, count).sort();
  let kept = 0;
  for (let at = 0; at < count; at++) if (at === 0 || sorted[at] !== sorted[kept - 1]) sorted[kept++] = sorted[at]!;
  return String.fromCharCode(...sorted.subarray(0, kept));
}

/** How many codes two lists share. */
export function sharedGrams(a: Grams, b: Grams): number {
  const [endA, endB] = [a.length, b.length];
  let x = 0;
  let y = 0;
  let shared = 0;
  while (x < endA && y < endB) {
    const left = a.charCodeAt(x);
    const right = b.charCodeAt(y);
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
