import type { Depth } from '../contracts/enums.ts';
import { normaliseId } from '../contracts/ids.ts';

/** How many candidates each depth takes. */
export const CANDIDATES: Readonly<Record<Depth, number>> = { quick: 10, standard: 10, deep: 30 };

const SIMILARITY_WEIGHT = 0.6;
const CENTRALITY_WEIGHT = 0.4;

/** Values moved to 0…1 over their own range; a pool without range, and a value that is no number, give 0. */
export function minMax(values: readonly number[]): number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.map((value) => (Number.isFinite(value) && high > low ? (value - low) / (high - low) : 0));
}

export interface PoolPaper {
  readonly id: string;
  readonly ids: readonly string[];
  readonly retracted: boolean;
  readonly withdrawn: boolean;
  /** Set when no usable abstract was found: kept for graph and coverage, never as evidence. */
  readonly abstractMissing?: boolean;
  /** Similarity to the topic; any scale. */
  readonly similarity: number;
  /** PageRank in the citation graph; any scale. */
  readonly centrality: number;
}

export interface Candidate {
  readonly id: string;
  readonly score: number;
  /** Both scaled to the pool. */
  readonly similarity: number;
  readonly centrality: number;
  readonly pinned: boolean;
}

export interface LeftOut {
  readonly id: string;
  readonly reason: 'retracted' | 'withdrawn' | 'excluded' | 'abstract_missing';
}

export interface CandidateOptions {
  readonly top: number;
  /** Seed papers in any spelling of any of their ids: first, in the order given, whatever their score. */
  readonly pinned?: readonly string[];
  readonly excluded?: readonly string[];
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * The papers worth reading in full: 0.6 · similarity + 0.4 · centrality, both min-max scaled inside the pool of eligible
 * papers; pinned ones first, the rest by score, ties by id. Retracted, withdrawn and excluded papers are never among
 * them, pinned or not. Pinned papers count towards `top` but are never cut by it.
 */
export function selectCandidates(
  pool: readonly PoolPaper[],
  options: CandidateOptions,
): { candidates: Candidate[]; leftOut: LeftOut[] } {
  const spelled = (ids: readonly string[]) => ids.map((id) => normaliseId(id) ?? id);
  const excluded = new Set(spelled(options.excluded ?? []));
  const pins = spelled(options.pinned ?? []);
  const names = (paper: PoolPaper) => new Set([paper.id, ...spelled(paper.ids)]);
  const reasonOf = (paper: PoolPaper): LeftOut['reason'] | null => {
    if ([...names(paper)].some((id) => excluded.has(id))) return 'excluded';
    if (paper.retracted) return 'retracted';
    if (paper.withdrawn) return 'withdrawn';
    return paper.abstractMissing === true ? 'abstract_missing' : null;
  };
  const ordered = [...new Map([...pool].map((paper) => [paper.id, paper])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const leftOut: LeftOut[] = [];
  const eligible: PoolPaper[] = [];
  for (const paper of ordered) {
    const reason = reasonOf(paper);
    if (reason === null) eligible.push(paper);
    else leftOut.push({ id: paper.id, reason });
  }
  const similarities = minMax(eligible.map((paper) => paper.similarity));
  const centralities = minMax(eligible.map((paper) => paper.centrality));
  const scored = eligible.map((paper, at) => {
    const own = names(paper);
    const pin = pins.findIndex((id) => own.has(id));
    const similarity = similarities[at]!;
    const centrality = centralities[at]!;
    const score = round(SIMILARITY_WEIGHT * similarity + CENTRALITY_WEIGHT * centrality);
    return {
      pin: pin < 0 ? Number.POSITIVE_INFINITY : pin,
      candidate: {
        id: paper.id,
        score,
        similarity: round(similarity),
        centrality: round(centrality),
        pinned: pin >= 0,
      },
    };
  });
  scored.sort((a, b) =>
    a.pin === b.pin
      ? b.candidate.score - a.candidate.score || (a.candidate.id < b.candidate.id ? -1 : 1)
      : a.pin - b.pin,
  );
  const pinned = scored.filter(({ pin }) => pin < Number.POSITIVE_INFINITY).length;
  return { candidates: scored.slice(0, Math.max(pinned, options.top)).map(({ candidate }) => candidate), leftOut };
}
