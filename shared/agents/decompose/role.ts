import * as z from 'zod';
import { Kind } from '../../contracts/enums.ts';
import { buildPlan } from '../../plan/build.ts';
import { PlanRejected } from '../../plan/errors.ts';
import { squeeze } from '../../text/normalise.ts';
import { AnswerRejected } from '../errors.ts';
import type { DecomposeInput, DraftPlan } from '../inputs.ts';
import type { DocumentBlock, Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { decompose } from './extract.ts';
import { DECOMPOSE_INSTRUCTION, DECOMPOSE_SYSTEM, SHAPE_ADVICE } from './prompt.ts';

export const DecomposeWire = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      rationale: z.string(),
      kind: Kind,
      depends_on: z.array(z.string()),
    }),
  ),
});
export type DecomposeWire = z.infer<typeof DecomposeWire>;

const LONGEST_QUESTION = 400;

export const decomposeRole: Role<DecomposeInput, DecomposeWire, DraftPlan> = {
  name: 'decompose',
  tier: 'best',
  wire: DecomposeWire,
  prompt(input) {
    const { goal } = input;
    const facts = [
      `Shape: ${goal.question_shape}.`,
      `Subfield: ${goal.cs_subfield}.`,
      ...(goal.subjects.length > 0 ? [`Compared: ${goal.subjects.join('; ')}.`] : []),
      ...(goal.axes.length > 0 ? [`Axes the user named: ${goal.axes.join('; ')}.`] : []),
      ...(goal.reading === null ? [] : [`The user meant: ${goal.reading}.`]),
      ...(input.rejected === null ? [] : [`The last plan was rejected: ${input.rejected}`]),
    ];
    return {
      system: DECOMPOSE_SYSTEM,
      documents: documentsOf(input, facts),
      instruction: `${DECOMPOSE_INSTRUCTION}\n\n${SHAPE_ADVICE[goal.question_shape]}`,
      maxTokens: 4000,
    };
  },
  accept(answer, input) {
    const plan = renumbered(answer.nodes ?? []);
    const long = plan.nodes.find((node) => node.question.length > LONGEST_QUESTION);
    if (long) throw new AnswerRejected(`The question of ${long.id} is too long. One sentence is enough.`);
    try {
      buildPlan(plan, input.goal);
    } catch (error) {
      if (error instanceof PlanRejected) throw new AnswerRejected(error.message, { cause: error });
      throw error;
    }
    return plan;
  },
  extract: decompose,
};

function documentsOf(input: DecomposeInput, facts: readonly string[]): DocumentBlock[] {
  const topic = taskBlock(input.goal, facts);
  const phrases = input.vocabulary ?? [];
  if (phrases.length === 0) return [topic];
  return [
    topic,
    { id: 'vocabulary', title: "Frequent phrases in the user's library", text: phrases.join('; '), weight: 0.5 },
  ];
}

/** Ids in plan order whatever the model called them; a root it wrote down all the same is left out. */
function renumbered(nodes: DecomposeWire['nodes']): DraftPlan {
  const inner = nodes.filter((node) => node.id.trim().toLowerCase() !== 'root');
  const ids = inner.map((node) => node.id.trim());
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated !== undefined)
    throw new AnswerRejected(`The id ${repeated} is used twice. Give every sub-question its own.`);
  const next = new Map(ids.map((id, at) => [id, `SQ${at + 1}`]));
  return {
    nodes: inner.map((node, at) => ({
      id: `SQ${at + 1}`,
      question: squeeze(node.question),
      rationale: squeeze(node.rationale),
      kind: node.kind,
      depends_on: [...new Set(node.depends_on.map((id) => next.get(id.trim()) ?? unknown(id, node.id)))],
    })),
  };
}

function unknown(id: string, by: string): never {
  throw new AnswerRejected(`${by} depends on ${id}, which is not one of the sub-questions.`);
}
