import { fold } from '../../text/normalise.ts';

/** Offset basis and multipliers of the two word hashes; the model file is built with the very same ones. */
const FIRST_BASIS = 0x811c9dc5;
const FIRST_PRIME = 0x01000193;
const SECOND_BASIS = 0x9747b28c;
const SECOND_PRIME = 0x5bd1e995;

/** Code units of a long text that are read: a title of 100,000 characters costs no more than a long article. */
export const MAX_UNITS = 40_000;
/** Longer runs are no words; they are cut so that one of them cannot cost time without end. */
export const MAX_WORD = 48;

/** The words of the text scanned last, as positions in `units` and two 32-bit hashes. Reused from call to call. */
export interface Scan {
  count: number;
  readonly units: Uint16Array;
  readonly starts: Uint16Array;
  readonly ends: Uint16Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** An empty scan with room for the longest text read. */
export function newScan(): Scan {
  const words = MAX_UNITS / 2 + 1;
  return {
    count: 0,
    units: new Uint16Array(MAX_UNITS),
    starts: new Uint16Array(words),
    ends: new Uint16Array(words),
    first: new Int32Array(words),
    second: new Int32Array(words),
  };
}

/**
 * Finds the embedder's words in `text` without making strings: runs of letters and digits of the folded text, with `++` and
 * `#` kept right behind a letter (`c++`, `c#`). Fills and returns `scan`.
 */
export function scanWords(text: string, scan: Scan): Scan {
  if (!scanInto(text, scan, false)) scanInto(fold(text.slice(0, MAX_UNITS)), scan, true);
  return scan;
}

/** Returns false, having done nothing of use, when `text` needs folding first. */
function scanInto(text: string, scan: Scan, folded: boolean): boolean {
  const { units, starts, ends, first, second } = scan;
  const length = Math.min(text.length, MAX_UNITS);
  let count = 0;
  let start = -1;
  let h1 = 0;
  let h2 = 0;
  for (let i = 0; i <= length; i++) {
    let code = i < length ? text.charCodeAt(i) : 32;
    if (code > 127 && !folded) return false;
    if (code >= 65 && code <= 90) code += 32;
    const isWord =
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code > 127 && isWordUnit(code)) ||
      ((code === 43 || code === 35) && start >= 0 && isSigned(text, units, start, i));
    if (isWord && (start < 0 || i - start < MAX_WORD)) {
      if (start < 0) {
        start = i;
        h1 = FIRST_BASIS;
        h2 = SECOND_BASIS;
      }
      units[i] = code;
      h1 = Math.imul(h1 ^ code, FIRST_PRIME);
      h2 = Math.imul(h2 ^ code, SECOND_PRIME);
      h2 ^= h2 >>> 15;
    } else if (start >= 0) {
      starts[count] = start;
      ends[count] = i;
      first[count] = h1 ^ (h1 >>> 15);
      second[count] = h2;
      count++;
      start = -1;
      if (isWord) i--;
    }
  }
  scan.count = count;
  return true;
}

/** `++` or `#` behind a one-letter word. */
function isSigned(text: string, units: Uint16Array, start: number, at: number): boolean {
  const isPlus = text.charCodeAt(at) === 43;
  if (at - start === 1) return units[start]! >= 97 && (!isPlus || text.charCodeAt(at + 1) === 43);
  return isPlus && at - start === 2 && units[start + 1] === 43;
}

/** Letters and digits beyond ASCII, by the blocks that hold punctuation, symbols and spaces instead. */
function isWordUnit(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code === 0xd7 || code === 0xf7) return false;
  if (code >= 0x2000 && code <= 0x2bff) return false;
  if (code >= 0x3000 && code <= 0x3004) return false;
  if (code >= 0x3008 && code <= 0x3020) return false;
  return !(code >= 0xfe10 && code <= 0xfe6f) && !(code >= 0xff00 && code <= 0xff0f) && code < 0xfff0;
}
