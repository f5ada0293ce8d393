import * as z from 'zod';
import { Kind } from './enums.ts';
import { ContradictionId, NodeId } from './ids.ts';
import { Anchor } from './note.ts';

export const MissingPerspective = z.object({
  name: z.string(),
  critical: z.boolean(),
  why: z.string(),
  question: z.string(),
  kind: Kind,
  depends_on: z.array(NodeId),
});
export type MissingPerspective = z.infer<typeof MissingPerspective>;

/** `analysis/domain-map.md`. */
export const DomainMap = z.object({
  clusters: z.array(z.object({ label: z.string(), papers: z.array(z.string()) })),
  missing_perspectives: z.array(MissingPerspective),
  proposed_sub_questions: z.array(z.string()),
  /** Papers that deserve a deep read and have not had one. */
  under_read: z.array(z.string()),
  notes: z.array(z.string()),
});
export type DomainMap = z.infer<typeof DomainMap>;

/** A mark of the rubric: what was looked for, what was found. */
export const RubricMark = z.object({
  criterion: z.enum(['baseline', 'data', 'measure', 'variance', 'ablation', 'artefact', 'threats']),
  met: z.enum(['yes', 'no', 'unknown']),
  anchor: Anchor.nullable(),
});
export type RubricMark = z.infer<typeof RubricMark>;

/** `analysis/methodology-review.md`. */
export const MethodologyReview = z.object({
  papers: z.array(
    z.object({
      id: z.string(),
      marks: z.array(RubricMark),
      strength: z.enum(['strong', 'moderate', 'weak']),
      remark: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type MethodologyReview = z.infer<typeof MethodologyReview>;

export const Side = z.object({ paper: z.string(), anchor: Anchor });

/** `analysis/contradictions.md`, entries `## C{n}`. */
export const Contradiction = z.object({
  id: ContradictionId,
  kind: z.enum(['values', 'conclusion', 'contrast', 'scope']),
  claim: z.string(),
  a: Side,
  b: Side,
  explanation: z.string(),
  conditions: z.string().nullable(),
  under_evidenced: z.boolean(),
  sq: z.array(NodeId),
});
export type Contradiction = z.infer<typeof Contradiction>;

export const Contradictions = z.object({ items: z.array(Contradiction), notes: z.array(z.string()) });
export type Contradictions = z.infer<typeof Contradictions>;

/** The facts stage 6 decides on. */
export const ReplanFacts = z.object({
  depth: z.enum(['quick', 'standard', 'deep']),
  iteration: z.number().int().nonnegative(),
  tokens_used: z.number().nonnegative(),
  budget: z.number().positive(),
  last_replan_added_papers: z.number().int().nullable(),
  critical_missing: z.array(z.unknown()),
  under_evidenced: z.array(z.unknown()),
  under_read: z.array(z.unknown()),
  paper_budget_left: z.number().nonnegative(),
  coverage: z.record(z.string(), z.number()),
});
export type ReplanFacts = z.infer<typeof ReplanFacts>;

export const ReplanReason = z.enum([
  'iteration_cap',
  'budget',
  'saturation',
  'missing_perspective',
  'under_evidenced_contradiction',
  'under_read',
  'nothing_to_do',
]);
export const ReplanDecision = z.object({
  decision: z.enum(['proceed', 'widen', 'deepen']),
  reason: ReplanReason,
  widen: z.number(),
  deepen: z.number(),
  ask: z.boolean(),
});
export type ReplanDecision = z.infer<typeof ReplanDecision>;
