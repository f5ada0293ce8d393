/** An unknown word is read by its character n-grams of these lengths, with `<` and `>` as its ends. */
const SHORTEST = 3;
const LONGEST = 4;

/**
 * Fills `into` with the hash buckets of the n-grams of the word `units[start, end)`; the training script has the same
 * function.
 *
 * @returns how many there are; `into` needs room for twice the word's length plus two
 */
export function gramBuckets(units: Uint16Array, start: number, end: number, buckets: number, into: Int32Array): number {
  let count = 0;
  for (let size = SHORTEST; size <= LONGEST; size++) {
    for (let from = start - 1; from + size <= end + 1; from++) {
      let hash = 0x811c9dc5 ^ size;
      for (let i = from; i < from + size; i++) {
        const unit = i < start ? 60 : i >= end ? 62 : units[i]!;
        hash = Math.imul(hash ^ unit, 0x01000193);
      }
      hash ^= hash >>> 15;
      into[count++] = (hash >>> 0) % buckets;
    }
  }
  return count;
}
