import type { DraftPlan } from '../agents/inputs.ts';
import type { Kind, Shape, Source } from '../contracts/enums.ts';
import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import { ROOT, sinksOf } from './graph.ts';
import { assertPlan } from './invariants.ts';

/** What a new node is made of; the rest of its fields start empty. */
export interface NewNode {
  readonly id: string;
  readonly question: string;
  readonly rationale: string;
  readonly kind: Kind;
  readonly depends_on: readonly string[];
}

/** What the root asks. */
interface Asked {
  readonly topic: string;
  readonly question_shape: Shape;
}

/** The routing row of the root, which is answered by the synthesis and never searched for. */
const ROOT_KIND: Readonly<Record<Shape, Kind>> = {
  survey: 'theoretical',
  comparative: 'comparative',
  sota: 'sota',
  practitioner: 'practitioner',
  historical: 'historical',
  mechanism: 'mechanism',
};

/** A pending node without an answer. */
export function newNode(draft: NewNode, revision: number, sources: readonly Source[]): PlanNode {
  return {
    id: draft.id,
    question: draft.question.trim(),
    rationale: draft.rationale.trim(),
    kind: draft.kind,
    depends_on: [...new Set(draft.depends_on)],
    status: 'pending',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: null,
    answer_evidence: null,
    reason: null,
    revision,
    sources: [...sources],
  };
}

/**
 * The plan of a draft: its sub-questions in their order behind a root that asks the topic and depends on every sink.
 *
 * @param sourcesOf the channels shown for a node in `plan.md`, from the routing table
 * @throws {PlanRejected} when the draft breaks an invariant
 */
export function buildPlan(
  draft: DraftPlan,
  goal: Asked,
  sourcesOf: (node: NewNode) => readonly Source[] = () => [],
): PlanGraph {
  const inner = draft.nodes.map((node) => newNode(node, 0, sourcesOf(node)));
  const plan = planOver(inner, goal);
  assertPlan(plan.nodes);
  return plan;
}

/** A root that asks the topic over sub-questions; over none it is the plan of a run that was stopped before it had any. */
export function planOver(inner: readonly PlanNode[], goal: Asked): PlanGraph {
  const root = newNode(
    {
      id: ROOT,
      question: goal.topic,
      rationale: 'Answered by the synthesis from the answers below it.',
      kind: ROOT_KIND[goal.question_shape],
      depends_on: sinksOf(inner),
    },
    0,
    [],
  );
  return { root_id: ROOT, status: 'planning', nodes: [root, ...inner] };
}
