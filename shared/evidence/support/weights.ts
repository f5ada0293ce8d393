/**
 * Weights of sentence support. Directions come from logistic regressions on either half of the papers of `data/evidence`
 * (CL-SciSumm 2018); the rounded values, the penalties and the thresholds were chosen with both halves in view, so figures
 * on that set are not held-out ones. `bench/evidence.ts` measures both halves apart.
 */

/** Order of the passages of one source; at most `spans` are named. */
export const RANKING = { bm25: 2.7, coverage: 2.3, pairs: 1.2, embedding: 2, spans: 2 } as const;

/** From comparison to score, with and without sentence vectors. */
export const SCORING = {
  wordsOnly: { bias: -4.5, source: 4.4, passage: 3, saturated: 6.8, embedding: 0 },
  withVectors: { bias: -5.2, source: 3.2, passage: 2, saturated: 6, embedding: 5 },
} as const;

/** Shares of the score that are lost; opposite polarity and shifts count only when the passage covers this much of the sentence. */
export const PENALTIES = {
  numbers: 0.65,
  names: 0.4,
  polarity: 0.6,
  polarityFrom: 0.6,
  shift: 0.65,
  shiftFrom: 0.7,
} as const;

export const THRESHOLDS = { supported: 0.8, weak: 0.4 } as const;
