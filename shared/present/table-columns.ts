import type { Synthesis } from '../contracts/synthesis.ts';

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
