import { dedupWithNotes } from './dedup.ts';
import { MatchInputInvalid } from './errors.ts';
import type { AnyRecord } from './fields.ts';
import { matchPair } from './score.ts';

/** What a filter wrote: lines of JSON for stdout, remarks for stderr. */
export interface ToolOutput {
  readonly lines: string[];
  readonly notes: string[];
}

function parsed(line: string, number: number): unknown {
  try {
    // NaN is no JSON, but some exports write it.
    return JSON.parse(line.replace(/(?<=[:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,}\]])/g, 'null')) as unknown;
  } catch (error) {
    throw new MatchInputInvalid(`line ${number} is not JSON; give one JSON value per line`, { cause: error });
  }
}

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value));

/**
 * The values of the lines, with the lines' numbers; blank ones are left out. NaN, which some exports write, is read as null.
 *
 * @throws MatchInputInvalid with the line's number
 */
export function* valuesOf(text: string): Generator<{ value: unknown; number: number }> {
  let number = 0;
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    number++;
    if (line.trim() !== '') yield { value: parsed(line, number), number };
    from = end < 0 ? text.length : end + 1;
  }
}

const SIDES = [
  ['a', 'b'],
  ['left', 'right'],
  ['x', 'y'],
  ['record1', 'record2'],
  ['first', 'second'],
] as const;

function pairOf(value: unknown, number: number): [AnyRecord, AnyRecord] {
  if (Array.isArray(value) && value.length >= 2 && isRecord(value[0]) && isRecord(value[1]))
    return [value[0], value[1]];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const sides = value as Record<string, unknown>;
    for (const [a, b] of SIDES) if (isRecord(sides[a]) && isRecord(sides[b])) return [sides[a], sides[b]];
  }
  throw new MatchInputInvalid(`line ${number} is not a pair of records; write [a, b] or {"a": …, "b": …}`);
}

/**
 * `tools match`: one pair per line in, `{"match":true,"score":0.97}` per line out, in the same order.
 * @throws MatchInputInvalid with the line's number
 */
export function matchTool(text: string): ToolOutput {
  const lines = Array.from(valuesOf(text), ({ value, number }) => {
    const { match, score } = matchPair(...pairOf(value, number));
    return JSON.stringify({ match, score });
  });
  return { lines, notes: [] };
}

/**
 * `tools dedup`: one record per line in, one paper per line out: `{"cluster":["a","b"],"canonical":{…}}`.
 * @throws MatchInputInvalid with the line's number
 */
export function dedupTool(text: string): ToolOutput {
  const records = Array.from(valuesOf(text), ({ value, number }) => {
    if (!isRecord(value) || typeof value === 'string')
      throw new MatchInputInvalid(`line ${number} is not a record; write one JSON object per line`);
    return value;
  });
  const { groups, notes } = dedupWithNotes(records);
  return { lines: groups.map(({ cluster, canonical }) => JSON.stringify({ cluster, canonical })), notes };
}
