import * as z from 'zod';
import { GraphStatus, Kind, NodeStatus, Source } from './enums.ts';
import { NodeId } from './ids.ts';

/** One piece of evidence of a node's answer: title and url are never empty. */
export const Evidence = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  url: z.string().min(1),
  /** A sentence found verbatim in the record's abstract or text; null when the record only points at the answer. */
  quote: z.string().nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const PlanNode = z.object({
  id: NodeId,
  question: z.string().min(1),
  rationale: z.string(),
  kind: Kind,
  depends_on: z.array(NodeId),
  status: NodeStatus,
  /** Some of its researchers did not return. */
  partial: z.boolean(),
  assigned_subtask_id: z.string().nullable(),
  answer_summary: z.string().nullable(),
  answer_evidence: z.array(Evidence).nullable(),
  /** Why it failed or was skipped. */
  reason: z.string().nullable(),
  /** The replan revision that added it; 0 for the first plan. */
  revision: z.number().int().nonnegative(),
  sources: z.array(Source),
});
export type PlanNode = z.infer<typeof PlanNode>;

/** The plan: nodes in plan order. Edges and adjacency are derived, never stored. */
export const PlanGraph = z.object({
  root_id: z.literal('root'),
  status: GraphStatus,
  nodes: z.array(PlanNode),
});
export type PlanGraph = z.infer<typeof PlanGraph>;

/** A replan's block in `plan.md`. */
export const Revision = z.object({
  number: z.number().int().positive(),
  ts: z.string(),
  decision: z.enum(['widen', 'deepen']),
  trigger: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  reason: z.string(),
});
export type Revision = z.infer<typeof Revision>;
