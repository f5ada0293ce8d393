import { dedupWithNotes } from './dedup.ts';
import { MatchInputInvalid } from './errors.ts';
import type { AnyRecord } from './fields.ts';
import { matchPair } from './score.ts';
import type { Group } from './units.ts';

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value));

const SIDES = [
  ['a', 'b'],
  ['left', 'right'],
  ['x', 'y'],
  ['record1', 'record2'],
  ['first', 'second'],
] as const;

function pairOf(value: unknown): [AnyRecord, AnyRecord] {
  if (Array.isArray(value) && value.length >= 2 && isRecord(value[0]) && isRecord(value[1]))
    return [value[0], value[1]];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const sides = value as Record<string, unknown>;
    for (const [a, b] of SIDES) if (isRecord(sides[a]) && isRecord(sides[b])) return [sides[a], sides[b]];
  }
  throw new MatchInputInvalid('it is not a pair of records; write [a, b] or {"a": …, "b": …}');
}

/**
 * `tools match`: the answer to one pair.
 * @throws {MatchInputInvalid} for what is no pair
 */
export function matchTool(value: unknown): { match: boolean; score: number } {
  const { match, score } = matchPair(...pairOf(value));
  return { match, score };
}

/**
 * One line of `tools dedup`.
 * @throws {MatchInputInvalid} for what is no record
 */
export function recordOf(value: unknown): AnyRecord {
  if (isRecord(value) && typeof value !== 'string') return value;
  throw new MatchInputInvalid('it is not a record; write one JSON object a line');
}

/** `tools dedup`: one line a paper, `{"cluster":["a","b"],"canonical":{…}}`, and remarks. */
export function dedupTool(records: readonly AnyRecord[]): {
  lines: Pick<Group, 'cluster' | 'canonical'>[];
  notes: string[];
} {
  const { groups, notes } = dedupWithNotes(records);
  return { lines: groups.map(({ cluster, canonical }) => ({ cluster, canonical })), notes };
}
