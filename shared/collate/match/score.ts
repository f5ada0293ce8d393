import { features } from './features.ts';
import type { AnyRecord } from './fields.ts';
import { logOdds } from './model.ts';
import { type Prepared, prepare } from './prepare.ts';
import { bounds } from './rules.ts';

/** Scores from here on are matches. */
export const MATCH_THRESHOLD = 0.5;

export interface MatchResult {
  readonly match: boolean;
  /** Probability that the two records describe one paper, 0 to 1, rounded to 4 decimals. */
  readonly score: number;
}

/** The probability for two prepared records: the trained model's, within the bounds that ids and numbering set. */
export function scorePrepared(a: Prepared, b: Prepared): number {
  const row = features(a, b);
  const { floor, ceiling } = bounds(a, b, row);
  const learned = 1 / (1 + Math.exp(-logOdds(row)));
  return Math.round(10_000 * Math.min(ceiling, Math.max(floor, learned))) / 10_000;
}

/**
 * Whether two records of any shape describe one paper. Symmetric and total: missing, misplaced and malformed fields
 * lower what can be said, they never throw.
 *
 * @example
 * matchPair({ title: 'Multiway spatial joins', authors: 'N. Mamoulis' }, { title: 'Multiway Spatial Joins.', authors: 'Mamoulis, Nikos' });
 */
export function matchPair(a: AnyRecord, b: AnyRecord): MatchResult {
  const score = scorePrepared(prepare(a), prepare(b));
  return { match: score >= MATCH_THRESHOLD, score };
}
