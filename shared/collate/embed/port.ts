import type { Calibration } from './calibration.ts';

/** Turns texts into unit-length vectors; texts without a known word become the zero vector. */
export interface Embedder {
  /** Provider and model, stable over time: stored beside every vector, so that vectors of two models are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Maps this model's raw cosine to the scale on which the thresholds below are defined. */
  readonly calibration: Calibration;
  /**
   * One vector a text, in the same order.
   *
   * @throws EmbeddingUnavailable (retryable) or EmbeddingRejected, from providers behind a network.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** The seeds' thresholds, valid for calibrated values only. */
export const DUPLICATE_AT = 0.92;
/** Below it a page's title and its content are about different things. */
export const TITLE_DIVERGES_BELOW = 0.6;
/** Below it a finding's papers are not about its query. */
export const OFF_TOPIC_BELOW = 0.55;
