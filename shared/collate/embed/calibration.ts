/** One measured correspondence: this model's raw cosine, and the value on the seeds' scale that means the same. */
export interface CalibrationPoint {
  readonly raw: number;
  readonly seed: number;
}

/** A model's measured map from raw cosine to the seeds' scale. */
export interface Calibration {
  readonly points: readonly CalibrationPoint[];
  /** Monotone, within -1…1; a NaN stays a NaN, so that a broken vector passes no threshold. */
  calibrate(raw: number): number;
  /** The raw cosine that calibrates to `seed`: the inverse, for scans over many raw values. */
  rawFor(seed: number): number;
}

/**
 * Piecewise linear through `points`, with -1 → -1 and 1 → 1 as ends.
 *
 * @throws RangeError when the points do not rise in both coordinates: such a map would turn an order around.
 */
export function piecewiseCalibration(points: readonly CalibrationPoint[]): Calibration {
  const knots = [{ raw: -1, seed: -1 }, ...points, { raw: 1, seed: 1 }];
  for (let i = 1; i < knots.length; i++) {
    const [a, b] = [knots[i - 1]!, knots[i]!];
    if (!(a.raw < b.raw && a.seed < b.seed)) {
      throw new RangeError(`calibration points must rise: (${a.raw}, ${a.seed}) is followed by (${b.raw}, ${b.seed})`);
    }
  }
  const raws = knots.map((knot) => knot.raw);
  const seeds = knots.map((knot) => knot.seed);
  return {
    points,
    calibrate: (raw) => interpolate(raw, raws, seeds),
    rawFor: (seed) => interpolate(seed, seeds, raws),
  };
}

/** For a model whose raw cosine is the seeds' scale already. */
export const IDENTITY_CALIBRATION: Calibration = piecewiseCalibration([]);

function interpolate(x: number, from: readonly number[], to: readonly number[]): number {
  if (Number.isNaN(x)) return Number.NaN;
  let i = 1;
  while (i < from.length - 1 && x > from[i]!) i++;
  const share = (x - from[i - 1]!) / (from[i]! - from[i - 1]!);
  const value = to[i - 1]! + Math.max(0, Math.min(1, share)) * (to[i]! - to[i - 1]!);
  return share === 1 ? to[i]! : value;
}
