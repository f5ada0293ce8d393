/** Character trigrams of a squeezed text as sorted, distinct 32-bit codes. */
export function grams(text: string): Int32Array {
  if (text.length === 0) return new Int32Array(0);
  const padded = `^${text}$`;
  const codes = new Int32Array(Math.max(1, padded.length - 2));
  for (let at = 0; at < codes.length; at++) {
    codes[at] =
      (Math.imul(padded.charCodeAt(at), 0x9e3779b1) ^
        Math.imul(padded.charCodeAt(at + 1), 0x85ebca6b) ^
        Math.imul(padded.charCodeAt(at + 2) | 0, 0xc2b2ae35)) |
      0;
  }
  codes.sort();
  let kept = 0;
  for (let at = 0; at < codes.length; at++) if (at === 0 || codes[at] !== codes[at - 1]) codes[kept++] = codes[at]!;
  return codes.slice(0, kept);
}

/** How many codes two sorted lists share. */
export function sharedGrams(a: Int32Array, b: Int32Array): number {
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

/** Dice's coefficient of two gram lists; 0 when either is empty. */
export function dice(a: Int32Array, b: Int32Array): number {
  return a.length === 0 || b.length === 0 ? 0 : (2 * sharedGrams(a, b)) / (a.length + b.length);
}
