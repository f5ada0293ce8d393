import * as z from 'zod';
import { Depth, RunStatus, Shape, Source, Subfield } from './enums.ts';
import { Slug } from './ids.ts';

/** Months or years, both ends included; null is unbounded. `2024-06` where the horizon counts months. */
export const Horizon = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** hard: undated and outside records are left out and counted. preferred: a ranking preference. */
  rule: z.enum(['hard', 'hard_live', 'preferred']),
});
export type Horizon = z.infer<typeof Horizon>;

/** Seconds: a week. */
export const MAX_DEADLINE = 7 * 24 * 3600;

/** What the user asked for, as typed: every flag has its default filled in. */
export const RunRequest = z.object({
  topic: z.string().min(1).max(2000),
  depth: Depth.default('standard'),
  /** Explicit horizon, years, both ends included. */
  timeHorizon: z.object({ from: z.number().int(), to: z.number().int() }).nullable().default(null),
  /** Tokens. null: the depth's default. */
  budget: z.number().int().positive().nullable().default(null),
  confirmPlan: z.boolean().default(false),
  /** Identifier of an indexed library (see sources/library); null: the starter library. */
  library: z.string().nullable().default(null),
  sources: z.array(Source).nullable().default(null),
  seedPapers: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  offline: z.boolean().default(false),
  /** Seconds from the start; null: none. */
  deadline: z.number().int().positive().nullable().default(null),
  /** Answers given beforehand, by question kind. */
  answers: z.record(z.string(), z.string()).default({}),
  /** Questions take their default at once. */
  noInput: z.boolean().default(false),
  economy: z.boolean().default(false),
  /** A finished run whose reading is reused. */
  continues: Slug.nullable().default(null),
  /** `auto`, `extractive`, `anthropic`, `bedrock`. */
  model: z.enum(['auto', 'extractive', 'anthropic', 'bedrock']).default('auto'),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** The seed's ResearchGoal. */
export const Goal = z.object({
  topic: z.string(),
  topic_slug: Slug,
  restatement: z.string(),
  cs_subfield: Subfield,
  question_shape: Shape,
  time_horizon: Horizon,
  depth: Depth,
  /** The reading chosen for an ambiguous topic; null when there is one reading. */
  reading: z.string().nullable(),
  /** Axes of a comparison, and what is compared. */
  axes: z.array(z.string()),
  subjects: z.array(z.string()),
  /** Channels in use, `library` last. */
  sources: z.array(Source),
  offline: z.boolean(),
  /** BCP 47 primary tag of the topic's language. */
  language: z.string(),
  seed_papers: z.array(z.string()),
  exclude: z.array(z.string()),
  /** What was taken for granted to make sense of the words typed, a sentence each. */
  assumptions: z.array(z.string()).optional(),
});
export type Goal = z.infer<typeof Goal>;

/** Depth's numbers, the seed's table and the open rules. */
export const MODES = {
  quick: {
    maxReplans: 0,
    readBudget: 0,
    citationDepth: 0,
    sourcesPerNode: 3,
    resultsPerResearcher: 8,
    dispatchCap: 15,
    tokens: 200_000,
  },
  standard: {
    maxReplans: 1,
    readBudget: 10,
    citationDepth: 1,
    sourcesPerNode: 3,
    resultsPerResearcher: 10,
    dispatchCap: 15,
    tokens: 1_500_000,
  },
  deep: {
    maxReplans: 3,
    readBudget: 30,
    citationDepth: 2,
    sourcesPerNode: 5,
    resultsPerResearcher: 15,
    dispatchCap: 20,
    tokens: 5_000_000,
  },
} as const satisfies Record<Depth, object>;

/** The authority for routing a resumed run. `round` counts from 1 and grows by each replan. */
export const Cursor = z.object({
  stage: z.number().int().min(0).max(8),
  round: z.number().int().positive(),
  tick: z.number().int().nonnegative(),
  attempt: z.number().int().positive(),
});
export type Cursor = z.infer<typeof Cursor>;

/** `META` row. */
export const RunMeta = z.object({
  slug: Slug,
  owner: z.string(),
  status: RunStatus,
  request: RunRequest,
  created: z.string(),
  ended: z.string().nullable(),
  attempt: z.number().int().positive(),
  goal: Goal.nullable(),
  /** Why it ended as it did; null while active or complete. */
  reason: z.string().nullable(),
  cancelled: z.boolean(),
  papers: z.number().int().nonnegative(),
  deadlineAt: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type RunMeta = z.infer<typeof RunMeta>;

/** A question to the user. The answer row is the truth, first write wins. */
export const Question = z.object({
  id: z.string().regex(/^Q[1-9]\d*$/),
  kind: z.enum(['ambiguity', 'confirm_plan', 'direction']),
  text: z.string(),
  options: z.array(z.object({ key: z.string(), label: z.string(), cost: z.string().nullable() })),
  default: z.string(),
  deadline: z.string(),
  token: z.string().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.enum(['user', 'flag', 'default']).nullable(),
});
export type Question = z.infer<typeof Question>;

export const TranscriptEvent = z.enum([
  'intake_complete',
  'plan_committed',
  'dispatched',
  'returned',
  'stage_complete',
  'replan',
  'proceed',
  'question',
  'answered',
  'dropped_finding',
  'dropped_record',
  'switched_source',
  'charged',
  'refused_budget',
  'skipped',
  'complete',
  'failed',
  'cancelled',
]);
export type TranscriptEvent = z.infer<typeof TranscriptEvent>;

/** One row of the audit; `seq` is unique and monotonic per run. */
export const TranscriptRow = z.looseObject({
  seq: z.number().int().positive(),
  ts: z.string(),
  stage: z.number().int(),
  round: z.number().int(),
  tick: z.number().int().optional(),
  event: TranscriptEvent,
  id: z.string().optional(),
  role: z.string().optional(),
  status: z.string().optional(),
  attempt: z.number().int(),
  ms: z.number().optional(),
  tokens: z.number().optional(),
  cost: z.number().optional(),
  reason: z.string().optional(),
});
export type TranscriptRow = z.infer<typeof TranscriptRow>;
