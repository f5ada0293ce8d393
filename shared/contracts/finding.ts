import * as z from 'zod';
import { Outcome, Source } from './enums.ts';
import { NodeId } from './ids.ts';
import { PaperRecord, Post } from './record.ts';

/** A paper in a finding's frontmatter: the seed's fields first, the record's other facts behind them. */
export const FindingPaper = PaperRecord.extend({
  relevance_self_score: z.number().min(0).max(1),
  /** Set when the abstract is too short even after enrichment: kept for graph and coverage, never as evidence. */
  abstract_missing: z.boolean(),
});
export type FindingPaper = z.infer<typeof FindingPaper>;

/** How one provider of a channel did. */
export const ProviderNote = z.object({
  provider: z.string(),
  outcome: Outcome,
  count: z.number().int().nonnegative(),
  note: z.string(),
});
export type ProviderNote = z.infer<typeof ProviderNote>;

/** Frontmatter of `findings/<source>-<SQ>-<hash6>.md`. */
export const Finding = z.object({
  sub_question_id: NodeId,
  researcher: Source,
  researcher_run_id: z.string(),
  query_used: z.string(),
  results_count: z.number().int().nonnegative(),
  status: z.enum(['ok', 'partial', 'failed']),
  round: z.number().int().positive(),
  tick: z.number().int().positive(),
  dispatch_id: z.string(),
  outcome: Outcome,
  sources: z.array(ProviderNote),
  papers: z.array(FindingPaper),
  posts: z.array(Post),
  notes: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** A task for one researcher, fixed and stored before it is dispatched. */
export const Dispatch = z.object({
  /** `<round>.<tick>.<SQ>.<source>`, `.r` behind it for the one re-dispatch, `.alt` for an alternate. */
  id: z.string(),
  round: z.number().int().positive(),
  tick: z.number().int().positive(),
  node: NodeId,
  source: Source,
  query: z.string().min(1),
  max_results: z.number().int().positive(),
  /** Why it is dispatched again; null the first time. */
  reminder: z.string().nullable(),
});
export type Dispatch = z.infer<typeof Dispatch>;
