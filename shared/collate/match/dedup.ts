import { visitCandidates } from './blocking.ts';
import { dedupExact } from './exact.ts';
import type { AnyRecord } from './fields.ts';
import { sharedGrams } from './grams.ts';
import { compareIds } from './identity.ts';
import type { Prepared } from './prepare.ts';
import { MATCH_THRESHOLD, scorePrepared } from './score.ts';
import { cluster, type Link } from './union.ts';
import { type Group, groupsOf, unitsOf } from './units.ts';

export type { Group } from './units.ts';
export { dedupExact };

export interface DedupResult {
  readonly groups: Group[];
  /** What could not be taken at its word: repeated ids with other titles, refused chains, records without id or title. */
  readonly notes: string[];
}

/** Below this share of the shorter title's grams two records are not even scored, unless they share an id. */
const WORTH_SCORING = 0.45;
const REFUSALS_TOLD = 20;

function worthScoring(a: Prepared, b: Prepared): boolean {
  const short = Math.min(a.grams.length, b.grams.length);
  if (short === 0 || sharedGrams(a.grams, b.grams) >= WORTH_SCORING * short) return true;
  return compareIds(a.identity, b.identity) === 'same';
}

/**
 * Finds the records that describe one paper. Identity by id first, then the learned matcher over blocked candidates,
 * then clusters without contradictions. The result does not depend on the order of the input; every input id is in
 * exactly one cluster. Cost grows near-linearly with the number of records.
 */
export function dedupWithNotes(input: readonly AnyRecord[]): DedupResult {
  const notes: string[] = [];
  const units = unitsOf(input, notes);
  const prepared = units.map((unit) => unit.prepared);
  const links: Link[] = [];
  visitCandidates(prepared, (a, b) => {
    const left = prepared[a]!;
    const right = prepared[b]!;
    if (!worthScoring(left, right)) return;
    const score = scorePrepared(left, right);
    if (score >= MATCH_THRESHOLD) links.push({ a, b, score });
  });
  const { clusters, refused } = cluster(units.length, links, (a, b) => scorePrepared(prepared[a]!, prepared[b]!));
  for (const { a, b } of refused.slice(0, REFUSALS_TOLD)) {
    notes.push(`${units[a]!.id} and ${units[b]!.id} look alike but contradict others of their groups; kept apart.`);
  }
  if (refused.length > REFUSALS_TOLD) {
    notes.push(`${refused.length - REFUSALS_TOLD} more pairs kept apart for the same reason.`);
  }
  // What was needed for comparing is let go before the canonical records are made.
  const plain = units.map(({ id, records }) => ({ id, records }));
  units.length = 0;
  prepared.length = 0;
  return { groups: groupsOf(plain, clusters), notes };
}

/** As `dedupWithNotes`, without the notes. */
export function dedup(records: readonly AnyRecord[]): Group[] {
  return dedupWithNotes(records).groups;
}
