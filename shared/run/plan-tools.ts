import * as z from 'zod';
import { type ReplanDecision, ReplanFacts } from '../contracts/analysis.ts';
import { Depth, Kind, NodeStatus, Subfield } from '../contracts/enums.ts';
import { UsageError } from '../contracts/errors.ts';
import { refusal } from '../contracts/issue.ts';
import { checkPlan, type PlanError } from '../plan/invariants.ts';
import { readyNodes } from '../plan/ready.ts';
import { wavesOf } from '../plan/waves.ts';
import { decide } from './replan.ts';
import { route } from './route.ts';

/** The answer of `tools plan check`. */
export interface PlanReport {
  readonly valid: boolean;
  readonly errors: readonly PlanError[];
  /** Ids of the nodes the next tick would take; none of a plan that is not valid. */
  readonly ready: readonly string[];
  readonly waves: readonly (readonly string[])[];
}

/** One line of `tools route`. */
export interface RouteLine {
  readonly source: string;
  readonly score: number;
  readonly selected?: true;
}

const optional = <T extends z.ZodType>(type: T, missing: z.output<T>) =>
  type.nullish().transform((value): z.output<T> => (value ?? missing) as z.output<T>);

/** A node as a script may write it: everything but the id can be left out. */
const ToolNode = z.looseObject({
  id: z.string().min(1),
  question: optional(z.string(), ''),
  depends_on: optional(z.array(z.string()), []),
  status: optional(NodeStatus, 'pending'),
  revision: optional(z.number().int().nonnegative(), 0),
});

const ToolPlan = z.looseObject({
  root_id: optional(z.string(), 'root'),
  nodes: z.array(ToolNode),
});

/** Nodes may be a list, or stand by their id as in the seed. */
function withList(plan: unknown): unknown {
  if (typeof plan !== 'object' || plan === null || !('nodes' in plan)) return plan;
  const { nodes } = plan;
  return typeof nodes === 'object' && nodes !== null && !Array.isArray(nodes)
    ? { ...plan, nodes: listed(nodes) }
    : plan;
}

function listed(nodes: object): unknown[] {
  return Object.entries(nodes).map(([id, node]: [string, unknown]) =>
    typeof node === 'object' && node !== null && !Array.isArray(node) ? { id, ...node } : node,
  );
}

/**
 * `tools plan check`: the invariants, the ready set and the waves of a plan.
 *
 * @param input the parsed JSON of `plan.json`
 * @throws {UsageError} when it is not a plan at all
 */
export function planCheck(input: unknown): PlanReport {
  const plan = parse(
    ToolPlan,
    withList(input),
    'plan.json',
    'A plan has "root_id" and "nodes", each node an "id", "question" and "depends_on".',
  );
  const { valid, errors } = checkPlan(plan.nodes, plan.root_id);
  return {
    valid,
    errors,
    ready: valid ? readyNodes(plan.nodes).map((node) => node.id) : [],
    waves: wavesOf(plan.nodes),
  };
}

/**
 * `tools route`: all sources for a kind, best first, `selected` on those that are used.
 *
 * @throws {UsageError} naming the values that are known
 */
export function routeTool(options: { kind?: string; subfield?: string; depth?: string }): RouteLine[] {
  const kind = oneOf(Kind.options, '--kind', options.kind);
  const subfield = oneOf(Subfield.options, '--subfield', options.subfield);
  const depth = oneOf(Depth.options, '--depth', options.depth);
  return route(kind, subfield, depth).map(({ source, score, selected }) => ({
    source,
    score,
    ...(selected ? { selected: true as const } : {}),
  }));
}

const list = optional(z.array(z.unknown()), []);

/** The facts as a script may write them: what is left out is empty, null, or what stops nothing. */
const ToolFacts = z
  .looseObject({
    depth: Depth,
    iteration: optional(z.number().int().nonnegative(), 0),
    tokens_used: optional(z.number().nonnegative(), 0),
    budget: z.number().positive(),
    last_replan_added_papers: optional(z.number().int().nonnegative().nullable(), null),
    critical_missing: list,
    under_evidenced: list,
    under_read: list,
    paper_budget_left: optional(z.number().nonnegative(), 0),
    coverage: optional(z.record(z.string(), z.number().nonnegative()), {}),
  })
  .pipe(ReplanFacts);

/**
 * `tools replan`: the decision on facts.
 *
 * @throws {UsageError} naming the field that cannot be used
 */
export function replanTool(input: unknown): ReplanDecision {
  return decide(parse(ToolFacts, input, 'facts.json', 'Facts need at least "depth" and "budget".'));
}

function parse<T>(schema: z.ZodType<T>, input: unknown, file: string, hint: string): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new UsageError(`${file} cannot be used: ${refusal(schema, input, result.error)}. ${hint}`);
}

function oneOf<T extends string>(known: readonly T[], flag: string, value: string | undefined): T {
  const wanted =
    value
      ?.trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-') ?? '';
  const hit = known.find((option) => option === wanted);
  if (hit) return hit;
  const what = value === undefined ? `${flag} is missing` : `${flag}=${value} is unknown`;
  throw new UsageError(`${what}. Known: ${known.join(', ')}.`);
}
