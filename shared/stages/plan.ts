import { decomposeRole } from '../agents/decompose/role.ts';
import { vocabularyOf } from '../agents/decompose/vocabulary.ts';
import type { DraftPlan } from '../agents/inputs.ts';
import type { Kind, Source } from '../contracts/enums.ts';
import { UsageError } from '../contracts/errors.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import { type Goal, MODES, type RunRequest } from '../contracts/run.ts';
import { buildPlan } from '../plan/build.ts';
import { PlanRejected } from '../plan/errors.ts';
import { withGraphStatus } from '../plan/transitions.ts';
import { choiceCost } from '../run/choice-cost.ts';
import { planDispatches } from '../run/dispatch.ts';
import { findGraph, loadGraph, saveGraph } from '../run/graph-rows.ts';
import { axesOf, editPlan } from '../run/plan-edit.ts';
import { ask, settleQuestion } from '../run/questions.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import type { Library } from '../runtime.ts';
import { keys } from '../store/keys.ts';
import type { Json } from '../store/ports.ts';
import type { StepContext } from './context.ts';
import { writePlan } from './projections.ts';

const PLAN_QUESTION = 'Q2';
/** Decompositions tried before the run gives up; each is told why the last one was rejected. */
const TRIES = 3;

/** The goal as intake left it. */
export async function goalOf(step: StepContext): Promise<Goal> {
  const { goal } = await step.run.meta();
  if (!goal) throw new UsageError(`The run ${step.run.slug} has no goal yet; resume it from its start.`);
  return goal;
}

/** Stage 1, first half: decompose, check, write the plan; ask when the user wants to see it first. */
export async function makePlan(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const meta = await run.meta();
  const goal = await goalOf(step);
  const graph = (await findGraph(run)) ?? (await decompose(step, goal));
  await saveGraph(run, graph);
  await writePlan(run, goal);
  const needsAxes = goal.question_shape === 'comparative' && goal.axes.length === 0;
  if (!meta.request.confirmPlan && !needsAxes) return receipt(step.at, 'commit');
  const question = await ask(
    run,
    PLAN_QUESTION,
    confirmation(withSources(graph, goal), meta.request, needsAxes, await step.runtime.roles.describe(run)),
    meta,
  );
  if (question.answer !== null) return receipt(step.at, 'commit');
  return receipt(step.at, 'ask', { ask: question.id });
}

async function decompose(step: StepContext, goal: Goal): Promise<PlanGraph> {
  const library = goal.sources.includes('library') ? await openLibrary(step) : null;
  const vocabulary = library ? await phrasesAround(library, goal.topic) : [];
  let rejected: string | null = null;
  for (let attempt = 1; ; attempt++) {
    const draft: DraftPlan = await step.runtime.roles.run(decomposeRole, { goal, rejected, vocabulary }, step);
    try {
      return buildPlan(draft, goal);
    } catch (error) {
      if (!(error instanceof PlanRejected) || attempt === TRIES) throw error;
      rejected = error.message;
    }
  }
}

/** Records that may name approaches to a topic, and those that say what is common everywhere. */
const [NEAR, BACKGROUND] = [100, 300];

async function phrasesAround(library: Library, topic: string): Promise<string[]> {
  const near = (await library.search(topic, NEAR)).map(({ record }) => record);
  return vocabularyOf({ topic, near, background: await library.sample(BACKGROUND) });
}

/** The library this run searches. */
export async function openLibrary(step: StepContext) {
  const { request } = await step.run.meta();
  return step.runtime.library(request.library);
}

function confirmation(graph: PlanGraph, request: RunRequest, needsAxes: boolean, model: string) {
  const nodes = graph.nodes.filter((node) => node.id !== 'root');
  const searches = nodes.reduce((sum, node) => sum + node.sources.length, 0);
  const { depth } = request;
  const whole = choiceCost({ questions: nodes.length, searches, reads: MODES[depth].readBudget }, depth, model);
  const one = (of: number) => choiceCost({ questions: 1, searches: of, reads: 0 }, depth, model);
  const usual = one(Math.round(searches / Math.max(1, nodes.length)));
  const list = nodes.map((node) => `${node.id}: ${node.question}`);
  const why = needsAxes && !request.confirmPlan ? 'No axes of comparison were named; these are the usual ones.' : '';
  return {
    kind: 'confirm_plan' as const,
    text: [why, ...list, 'Go on with this plan?'].filter((line) => line !== '').join('\n'),
    options: [
      { key: 'ok', label: 'go on with these sub-questions', cost: whole },
      { key: 'drop SQ1', label: 'leave one out: drop SQ1', cost: `saves ${one(nodes[0]?.sources.length ?? 0)}` },
      { key: 'add', label: 'add one: add <question>', cost: `${usual} more` },
      { key: 'edit SQ1', label: 'reword one: edit SQ1 <question>', cost: 'the same' },
    ],
    default: 'ok',
  };
}

/** Stage 1, second half: the plan as confirmed, and the channels of its nodes for the first round. */
export async function commitPlan(step: StepContext): Promise<Receipt> {
  const { run, runtime } = step;
  let goal = await goalOf(step);
  const before = await loadGraph(run);
  let graph = before;
  const asked = await runtime.table.get(keys.question(run.owner, run.slug, PLAN_QUESTION));
  if (asked) {
    const question = await settleQuestion(run, PLAN_QUESTION);
    const answer = question.answer ?? 'ok';
    // A crash after the plan was saved leaves it edited and under way: it is not edited twice.
    if (graph.status === 'planning') graph = editPlan(graph, answer, goal);
    goal = { ...goal, axes: axesOf(answer) ?? goal.axes };
    await run.changeMeta({ set: { status: 'active', goal: goal as unknown as Json } });
  }
  graph = withSources(graph, goal);
  if (graph.status === 'planning') graph = withGraphStatus(graph, 'executing');
  await saveGraph(run, graph, before);
  await run.event({ stage: 1, event: 'plan_committed', subquestions_count: graph.nodes.length - 1 });
  await run.event({ stage: 1, event: 'stage_complete' });
  await run.advance({ stage: 2, round: 1, tick: 0 });
  await writePlan(run, goal);
  return receipt(step.at, 'tick');
}

/** Allots a round's channels to its pending nodes, within the cap. */
export function withSources(graph: PlanGraph, goal: Goal): PlanGraph {
  const pending = graph.nodes.filter((node) => node.id !== 'root' && node.status === 'pending');
  const dispatches = planDispatches({
    nodes: pending.map((node): { id: string; kind: Kind } => ({ id: node.id, kind: node.kind })),
    subfield: goal.cs_subfield,
    depth: goal.depth,
    sources: goal.sources,
    offline: goal.offline,
  });
  const of = new Map<string, Source[]>();
  for (const { node, source } of dispatches) of.set(node, [...(of.get(node) ?? []), source]);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (of.has(node.id) ? { ...node, sources: of.get(node.id)! } : node)),
  };
}
