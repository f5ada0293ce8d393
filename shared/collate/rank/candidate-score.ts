/** DESIGN's candidate score: importance helps a relevant paper, it never makes one. */
const SIMILARITY_SHARE = 0.6;
const CENTRALITY_SHARE = 0.4;

/**
 * `values` scaled to 0…1 by the smallest and the largest. Where all are equal there is nothing to tell apart: 1 when they
 * are positive, else 0.
 */
export function minMax(values: readonly number[]): number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.map((value) => (high > low ? (value - low) / (high - low) : value > 0 ? 1 : 0));
}

/** 0.6 · similarity + 0.4 · centrality, both already scaled inside the candidate pool. */
export function candidateScore(similarity: number, centrality: number): number {
  return SIMILARITY_SHARE * similarity + CENTRALITY_SHARE * centrality;
}
