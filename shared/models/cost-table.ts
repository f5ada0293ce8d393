import * as z from 'zod';
import type { TranscriptRow } from '../contracts/run.ts';
import { PRICES_DATE } from './prices.ts';

/** What a `charged` row of the transcript says about one call. */
export const Charge = z.object({
  event: z.literal('charged'),
  stage: z.number().int(),
  role: z.string(),
  model: z.string(),
  input: z.number(),
  output: z.number(),
  cache_write: z.number(),
  cache_read: z.number(),
  cost: z.number(),
  batch: z.boolean(),
});
export type Charge = z.infer<typeof Charge>;

export interface CostLine {
  /** Stage number, role or model. */
  readonly name: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly tokens: number;
  /** US$. */
  readonly cost: number;
}

export interface CostTable {
  readonly byStage: readonly CostLine[];
  readonly byRole: readonly CostLine[];
  readonly byModel: readonly CostLine[];
  readonly total: CostLine;
  /** Date of the price table. */
  readonly pricesOf: string;
}

/** Sums the calls of a run, failed ones included, by stage, role and model. Rows of other events are passed over. */
export function costTable(rows: readonly TranscriptRow[]): CostTable {
  const charges = rows.flatMap((row) => {
    const parsed = Charge.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    byStage: linesBy(charges, (charge) => String(charge.stage)),
    byRole: linesBy(charges, (charge) => charge.role),
    byModel: linesBy(charges, (charge) => charge.model),
    total: sum('total', charges),
    pricesOf: PRICES_DATE,
  };
}

function linesBy(charges: readonly Charge[], key: (charge: Charge) => string): CostLine[] {
  const names = [...new Set(charges.map(key))].sort();
  return names.map((name) =>
    sum(
      name,
      charges.filter((charge) => key(charge) === name),
    ),
  );
}

function sum(name: string, charges: readonly Charge[]): CostLine {
  const total = (of: (charge: Charge) => number) => charges.reduce((all, charge) => all + of(charge), 0);
  const [input, output] = [total((c) => c.input), total((c) => c.output)];
  const [cacheWrite, cacheRead] = [total((c) => c.cache_write), total((c) => c.cache_read)];
  return {
    name,
    calls: charges.length,
    input,
    output,
    cacheWrite,
    cacheRead,
    tokens: input + output + cacheWrite + cacheRead,
    cost: total((c) => c.cost),
  };
}
