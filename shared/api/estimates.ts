import * as z from 'zod';
import type { RunRequest } from '../contracts/run.ts';
import type { RunEstimate } from '../models/estimate.ts';

const Range = z.object({ expected: z.number().nonnegative(), worst: z.number().nonnegative() });

/** What a run would use, before anything is spent. */
export const Estimate = z.object({
  calls: Range,
  /** Input and output of all kinds. */
  tokens: Range,
  /** US$. */
  cost: Range,
  byStage: z.array(
    z.object({ stage: z.number().int().min(0).max(8), name: z.string(), calls: Range, tokens: Range, cost: Range }),
  ),
  /** Date of the price table; null when nothing costs anything. */
  pricesOf: z.string().nullable(),
});
export type Estimate = RunEstimate;

/** Works an estimate out; nothing is called and nothing is stored. */
export type Estimator = (request: RunRequest) => Estimate;
