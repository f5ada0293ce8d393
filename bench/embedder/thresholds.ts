/** The value that splits two samples with equal error on both sides: as many of `belong` below it as of `others` above. */
export function balancedPoint(belong: readonly number[], others: readonly number[]): { at: number; error: number } {
  const sorted = [...belong].sort((a, b) => a - b);
  const against = [...others].sort((a, b) => a - b);
  let [low, high] = [-1, 1];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (shareBelow(sorted, middle) < 1 - shareBelow(against, middle)) low = middle;
    else high = middle;
  }
  return { at: low, error: shareBelow(sorted, low) };
}

/** Thresholds whose F1 is this close to the best are as good: the data cannot tell them apart. */
const AS_GOOD = 0.005;

/**
 * The value from which on pairs are taken to be the same, by F1. Around the best threshold many are as good; the middle of
 * their range is taken, since the best one itself hangs on single pairs.
 */
export function bestF1Point(pairs: readonly { readonly value: number; readonly same: boolean }[]): {
  at: number;
  f1: number;
} {
  const falling = [...pairs].sort((a, b) => b.value - a.value);
  const all = pairs.filter((pair) => pair.same).length;
  const cuts: { at: number; f1: number }[] = [];
  let right = 0;
  for (const [i, pair] of falling.entries()) {
    if (pair.same) right++;
    const next = falling[i + 1]?.value ?? -1;
    if (next < pair.value) cuts.push({ at: (pair.value + next) / 2, f1: (2 * right) / (i + 1 + all) });
  }
  const best = Math.max(0, ...cuts.map((cut) => cut.f1));
  const good = cuts.filter((cut) => cut.f1 >= best - AS_GOOD).map((cut) => cut.at);
  return { at: (Math.min(...good) + Math.max(...good)) / 2, f1: best };
}

function shareBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low / Math.max(1, sorted.length);
}
