import * as z from 'zod';
import { Depth, RunStatus } from '../contracts/enums.ts';
import { PlanGraph, PlanNode, Revision } from '../contracts/plan.ts';
import { Cursor, Goal, Question, RunRequest, TranscriptRow } from '../contracts/run.ts';

/** `interrupted`: neither ended nor being executed; `resume` goes on. */
export const ShownStatus = z.enum([...RunStatus.options, 'interrupted']);
export type ShownStatus = z.infer<typeof ShownStatus>;

/** A line of a list of runs. */
export const RunLine = z.object({
  slug: z.string(),
  topic: z.string(),
  depth: Depth,
  status: ShownStatus,
  created: z.string(),
  papers: z.number(),
  /** Path of the result below the run's folder. */
  synthesis: z.string().nullable(),
});
export type RunLine = z.infer<typeof RunLine>;

export const RunPage = z.object({ runs: z.array(RunLine), next: z.string().nullable() });
export type RunPage = z.infer<typeof RunPage>;

/** One run as it stands. */
export const RunView = z.object({
  slug: z.string(),
  status: ShownStatus,
  reason: z.string().nullable(),
  request: RunRequest,
  goal: Goal.nullable(),
  created: z.string(),
  ended: z.string().nullable(),
  cursor: Cursor,
  /** The stage in which a cancel, the deadline or the budget stopped it. */
  stopped: z.number().int().nullable().default(null),
  nodes: z.array(PlanNode),
  questions: z.array(Question.omit({ token: true })),
  budget: z.object({ total: z.number(), used: z.number(), calls: z.number(), cost: z.number() }),
  papers: z.number(),
  warnings: z.array(z.string()),
});
export type RunView = z.infer<typeof RunView>;

export const TranscriptPage = z.object({ rows: z.array(TranscriptRow), next: z.number().nullable() });
export type TranscriptPage = z.infer<typeof TranscriptPage>;

export const NoParams = z.object({});

/** A run that was accepted. */
export const Created = z.object({ slug: z.string() });
export type Created = z.infer<typeof Created>;

/** Paths of a run's files below its folder. */
export const ArtifactList = z.object({ paths: z.array(z.string()) });
export type ArtifactList = z.infer<typeof ArtifactList>;

/** One file of a deployed run: fetch `url` without any token before `expires`. */
export const ArtifactLink = z.object({
  path: z.string(),
  url: z.string(),
  expires: z.string(),
  bytes: z.number().int(),
});
export type ArtifactLink = z.infer<typeof ArtifactLink>;

/** A link is told from a file, which may be JSON itself, by its media type. */
export const LINK_TYPE = 'application/vnd.plumbline.link+json';

/** The plan as its rows say. */
export const PlanView = z.object({ graph: PlanGraph, revisions: z.array(Revision) });
export type PlanView = z.infer<typeof PlanView>;

/** The plan as a drawing needs it: edges lead from a node to one that waits for it. */
export const GraphView = z.object({
  root_id: z.literal('root'),
  status: PlanGraph.shape.status,
  nodes: z.array(PlanNode.pick({ id: true, question: true, kind: true, status: true, partial: true })),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type GraphView = z.infer<typeof GraphView>;
