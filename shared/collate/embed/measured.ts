import { type Calibration, type CalibrationPoint, IDENTITY_CALIBRATION, piecewiseCalibration } from './calibration.ts';
import table from './measured.json' with { type: 'json' };

const POINTS: Readonly<Record<string, readonly CalibrationPoint[]>> = table;

/**
 * The calibration measured for a service's model, by the embedder's id (provider, model and dimensions); the identity for a
 * model that nobody has measured. `bench/embedder/calibrate.ts` measures and stores.
 */
export function measuredCalibration(id: string): Calibration {
  const points = POINTS[id];
  return points === undefined ? IDENTITY_CALIBRATION : piecewiseCalibration(points);
}

/** What a reader of a run has to know when the thresholds were applied to values of another scale; null when they were not. */
export function uncalibratedNote(embedder: { readonly id: string; readonly calibration: Calibration }): string | null {
  if (embedder.calibration.points.length > 0) return null;
  return `The embedding model ${embedder.id} has not been calibrated: the thresholds for off-topic and diverging texts were applied to its raw similarities and may flag too much or too little.`;
}
