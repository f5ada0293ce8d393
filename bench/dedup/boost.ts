/** Training rows for gradient-boosted trees: features by row, labels 0 or 1, weights. */
export interface Training {
  readonly rows: readonly (readonly number[])[];
  readonly labels: readonly number[];
  readonly weights: readonly number[];
}

export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  readonly minWeight: number;
  readonly ridge: number;
  /** Share of features tried per tree, drawn by `random`. */
  readonly columns: number;
  readonly random: () => number;
  /** Per feature: 1 when the score may only rise with it, -1 when it may only fall, 0 when it is free. */
  readonly monotone: readonly (-1 | 0 | 1)[];
}

const BINS = 64;

/** Cut points of one feature: midpoints between quantiles, distinct and rounded to five decimals. */
function cuts(values: readonly number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  if (sorted.length <= BINS) return sorted.slice(1).map((value, at) => round((value + sorted[at]!) / 2));
  const all = [...values].sort((a, b) => a - b);
  const out = new Set<number>();
  for (let bin = 1; bin < BINS; bin++) {
    const at = Math.floor((bin * all.length) / BINS);
    if (all[at] !== all[at - 1]) out.add(round((all[at]! + all[at - 1]!) / 2));
    else {
      // A heap of equal values hides its edge from quantiles: cut just above it.
      const above = all.find((value) => value > all[at]!);
      if (above !== undefined) out.add(round((all[at]! + above) / 2));
    }
  }
  return [...out].sort((a, b) => a - b);
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const round = (value: number) => Math.round(value * 1e5) / 1e5;

/** Fits trees by Newton steps on the logistic loss (Friedman's gradient boosting with second-order leaf values). */
export function boost(data: Training, options: BoostOptions): { bias: number; trees: string[] } {
  const count = data.rows.length;
  const width = data.rows[0]!.length;
  const edges = Array.from({ length: width }, (_, feature) => cuts(data.rows.map((row) => row[feature]!)));
  const binned = edges.map((bounds, feature) =>
    Uint8Array.from(data.rows, (row) => {
      let low = 0;
      let high = bounds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (row[feature]! < bounds[middle]!) high = middle;
        else low = middle + 1;
      }
      return low;
    }),
  );
  let positive = 0;
  let total = 0;
  for (let at = 0; at < count; at++) {
    positive += data.weights[at]! * data.labels[at]!;
    total += data.weights[at]!;
  }
  const bias = Math.log(positive / (total - positive));
  const scores = new Float64Array(count).fill(bias);
  const gradients = new Float64Array(count);
  const curvatures = new Float64Array(count);
  const trees: string[] = [];
  for (let tree = 0; tree < options.trees; tree++) {
    for (let at = 0; at < count; at++) {
      const p = 1 / (1 + Math.exp(-scores[at]!));
      gradients[at] = data.weights[at]! * (data.labels[at]! - p);
      curvatures[at] = data.weights[at]! * p * (1 - p);
    }
    const tried = edges.map((_, feature) => feature).filter(() => options.random() < options.columns);
    const grow = (members: Int32Array, depth: number, low: number, high: number): string => {
      let g = 0;
      let h = 0;
      for (const at of members) {
        g += gradients[at]!;
        h += curvatures[at]!;
      }
      const split = depth < options.depth ? best(members, g, h, tried, low, high) : null;
      if (split === null) {
        const value = Math.round(options.rate * clamp(g / (h + options.ridge), low, high) * 1000) / 1000;
        for (const at of members) scores[at]! += value;
        return String(value);
      }
      const bins = binned[split.feature]!;
      const left = members.filter((at) => bins[at]! <= split.bin);
      const right = members.filter((at) => bins[at]! > split.bin);
      // Values left and right of a monotone split may not pass its middle, however deep the tree goes on.
      const sign = options.monotone[split.feature] ?? 0;
      const [lowLeft, highLeft] = sign > 0 ? [low, split.middle] : sign < 0 ? [split.middle, high] : [low, high];
      const [lowRight, highRight] = sign > 0 ? [split.middle, high] : sign < 0 ? [low, split.middle] : [low, high];
      const bound = `${split.feature}<${edges[split.feature]![split.bin]}`;
      return `${bound} ${grow(left, depth + 1, lowLeft, highLeft)} ${grow(right, depth + 1, lowRight, highRight)}`;
    };
    const best = (
      members: Int32Array,
      g: number,
      h: number,
      features: readonly number[],
      low: number,
      high: number,
    ) => {
      let found: { feature: number; bin: number; middle: number } | null = null;
      let gain = 1e-6;
      const base = (g * g) / (h + options.ridge);
      const gs = new Float64Array(BINS + 1);
      const hs = new Float64Array(BINS + 1);
      for (const feature of features) {
        const bounds = edges[feature]!;
        if (bounds.length === 0) continue;
        const bins = binned[feature]!;
        gs.fill(0);
        hs.fill(0);
        for (const at of members) {
          gs[bins[at]!]! += gradients[at]!;
          hs[bins[at]!]! += curvatures[at]!;
        }
        let gl = 0;
        let hl = 0;
        for (let bin = 0; bin < bounds.length; bin++) {
          gl += gs[bin]!;
          hl += hs[bin]!;
          const gr = g - gl;
          const hr = h - hl;
          if (hl < options.minWeight || hr < options.minWeight) continue;
          const value = (gl * gl) / (hl + options.ridge) + (gr * gr) / (hr + options.ridge) - base;
          if (value > gain) {
            const vl = clamp(gl / (hl + options.ridge), low, high);
            const vr = clamp(gr / (hr + options.ridge), low, high);
            if ((vr - vl) * (options.monotone[feature] ?? 0) < 0) continue;
            gain = value;
            found = { feature, bin, middle: (vl + vr) / 2 };
          }
        }
      }
      return found;
    };
    trees.push(
      grow(
        Int32Array.from({ length: count }, (_, at) => at),
        0,
        Number.NEGATIVE_INFINITY,
        Number.POSITIVE_INFINITY,
      ),
    );
  }
  return { bias: round(bias), trees };
}
