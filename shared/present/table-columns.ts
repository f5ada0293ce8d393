import type { Synthesis } from '../contracts/synthesis.ts';
import { fold } from '../text/normalise.ts';

export const COLUMNS = ['method', 'data', 'measure', 'result'] as const;
export type Column = (typeof COLUMNS)[number];

/** Share of the rows below which a column tells too little to have its place. */
const FILLED_FROM = 0.4;

/** The columns of the comparison that most rows have something for, in their order; the result always. */
export function columnsOf(table: Synthesis['table']): Column[] {
  return COLUMNS.filter(
    (name) => name === 'result' || table.filter((row) => row[name] !== null).length >= FILLED_FROM * table.length,
  );
}

/** What the rows were measured on, where it is not one and the same: figures of different data rank nothing. */
export function dataNote(table: Synthesis['table']): string | null {
  const named = table.flatMap(({ data }) => (data === null ? [] : [data.text]));
  const distinct = new Set(named.map((text) => fold(text).replace(/[^\p{L}\p{N}]/gu, ''))).size;
  const silent = table.length - named.length;
  if (table.length < 2 || (distinct === 1 && silent === 0)) return null;
  const known =
    silent === table.length
      ? 'No row names the data behind its figure'
      : silent === 0
        ? 'Each row names the data behind its figure'
        : `Only ${named.length} of the ${table.length} rows name${named.length === 1 ? 's' : ''} the data behind ${named.length === 1 ? 'its figure' : 'their figures'}`;
  return distinct > 1
    ? `${known}, and the data differ: the rows do not rank the works.`
    : `${known}: set side by side, the rows do not rank the works.`;
}
