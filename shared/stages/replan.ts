import { questionOf } from '../agents/contradictions/question.ts';
import type { ReplanDecision } from '../contracts/analysis.ts';
import type { Kind } from '../contracts/enums.ts';
import type { PlanNode } from '../contracts/plan.ts';
import type { Goal } from '../contracts/run.ts';
import { MODES } from '../contracts/run.ts';
import { insertNodes, nextNodeIds, usableDependencies } from '../plan/insert.ts';
import { choiceCost } from '../run/choice-cost.ts';
import { listRevisions, loadGraph, saveGraph, saveRevision } from '../run/graph-rows.ts';
import { ask, isOver, settleQuestion } from '../run/questions.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { decide } from '../run/replan.ts';
import { readBudget } from '../run/stops.ts';
import { terms } from '../text/tokenise.ts';
import { type Analyses, readAnalyses } from './analyses.ts';
import { readCandidates, readCollation } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { listPaperRows } from './papers.ts';
import { goalOf, withSources } from './plan.ts';
import { writePlan } from './projections.ts';

/** Sub-questions added by one revision. */
const MOST_ADDED = 3;

/** Stage 6: the rule table on the critics' facts, a close-call question, and the revision it leads to. */
export async function decideReplan(step: StepContext): Promise<Receipt> {
  const { run, at } = step;
  const goal = await goalOf(step);
  await leaveCritique(step);
  const analyses = unasked(await readAnalyses(run), (await loadGraph(run)).nodes, at.round);
  const facts = await factsOf(step, goal, analyses);
  const decision = decide(facts);
  let chosen = decision.decision;
  // With nothing to ask in a wider search there is no choice to put.
  if (decision.ask && newQuestions(analyses).length > 0) {
    const [meta, model] = [await run.meta(), await step.runtime.roles.describe(run)];
    let question = await ask(
      run,
      `Q${2 + at.round}`,
      {
        kind: 'direction',
        text: 'Two ways to go on are equally good. Which one?',
        options: [
          {
            key: 'widen',
            label: `add sub-questions: ${newQuestions(analyses)
              .map((one) => one.question)
              .join(' ')}`,
            cost: choiceCost(
              {
                questions: newQuestions(analyses).length,
                searches: newQuestions(analyses).length * (await usualSearches(step)),
                reads: facts.paper_budget_left,
              },
              goal.depth,
              model,
            ),
          },
          {
            key: 'deepen',
            label: `read ${facts.under_read.length} more papers`,
            cost: choiceCost({ questions: 0, searches: 0, reads: facts.under_read.length }, goal.depth, model),
          },
          { key: 'proceed', label: 'write the synthesis now', cost: 'nothing more' },
        ],
        default: decision.decision,
      },
      meta,
    );
    if (question.answer === null && isOver(question, step.runtime.clock.wall())) {
      question = await settleQuestion(run, question.id);
    }
    if (question.answer === null) return receipt(at, 'ask', { ask: question.id });
    if (meta.status === 'waiting') await run.changeMeta({ set: { status: 'active' } });
    chosen = question.answer as typeof chosen;
  }
  if (chosen === 'proceed') return proceed(step, decision);
  return revise(step, goal, analyses, { ...decision, decision: chosen });
}

/** Searches that a sub-question of this plan is answered with. */
async function usualSearches({ run }: StepContext): Promise<number> {
  const nodes = (await loadGraph(run)).nodes.filter(({ sources }) => sources.length > 0);
  return Math.max(
    1,
    Math.round(nodes.reduce((sum, { sources }) => sum + sources.length, 0) / Math.max(1, nodes.length)),
  );
}

/** The critics work side by side: that all have ended is known here first. */
async function leaveCritique({ run, at }: StepContext): Promise<void> {
  const { stage, round } = await run.cursor();
  if (stage >= 6 && round >= at.round) return;
  await run.event({ stage: 5, round: at.round, event: 'stage_complete' });
  await run.advance({ stage: 6, round: at.round, tick: at.tick });
}

async function factsOf(step: StepContext, goal: Goal, analyses: Analyses) {
  const { run, at } = step;
  const [budget, collation, papers] = [await readBudget(run), await readCollation(run), await listPaperRows(run)];
  return {
    depth: goal.depth,
    iteration: at.round - 1,
    tokens_used: budget.used,
    budget: budget.total,
    last_replan_added_papers: at.round === 1 ? null : await addedByLastReplan(step),
    critical_missing: analyses.domain.missing_perspectives.filter((one) => one.critical),
    under_evidenced: analyses.contradictions.items.filter((one) => one.under_evidenced),
    under_read: await underRead(step, analyses),
    paper_budget_left: Math.max(0, MODES[goal.depth].readBudget - papers.length),
    coverage: Object.fromEntries(Object.entries(collation.coverage).map(([id, { papers: n }]) => [id, n])),
  };
}

/** Papers the domain critic wants read, and candidates that the first pass left for want of budget, best first. */
async function underRead({ run }: StepContext, { domain }: Analyses): Promise<string[]> {
  const sent = new Set((await listPaperRows(run)).map((row) => row.id));
  const left = (await readCandidates(run)).map((candidate) => candidate.id);
  return [...new Set([...left, ...domain.under_read])].filter((id) => !sent.has(id));
}

/** Distinct papers that the last revision brought: found by a wider search, or read by a deeper one. */
async function addedByLastReplan({ run, at }: StepContext): Promise<number> {
  const last = (await listRevisions(run)).at(-1);
  if (last?.decision === 'deepen') return (await listPaperRows(run)).filter((row) => row.round === at.round).length;
  return (await readCollation(run)).newInRound;
}

async function proceed({ run, at }: StepContext, decision: ReplanDecision): Promise<Receipt> {
  await run.event({ stage: 6, round: at.round, event: 'proceed', reason: decision.reason });
  await run.event({ stage: 6, round: at.round, event: 'stage_complete' });
  await run.advance({ stage: 7, round: at.round, tick: at.tick });
  return receipt(at, 'synthesize');
}

interface Added {
  readonly question: string;
  readonly rationale: string;
  readonly kind: Kind;
  readonly depends_on: readonly string[];
}

/**
 * What the critics want, without the questions that an earlier revision asked already: asked again in the same words, the same
 * sources give the same. Nodes of this very revision do not count: a replan that died behind the plan comes here once more.
 */
export function unasked<T extends Pick<Analyses, 'domain' | 'contradictions'>>(
  analyses: T,
  nodes: readonly Pick<PlanNode, 'question' | 'revision'>[],
  revision: number,
): T {
  const asked = new Set(nodes.filter((node) => node.revision < revision).map(({ question }) => spelled(question)));
  const { domain, contradictions } = analyses;
  return {
    ...analyses,
    domain: {
      ...domain,
      missing_perspectives: domain.missing_perspectives.filter(({ question }) => !asked.has(spelled(question))),
    },
    contradictions: {
      ...contradictions,
      items: contradictions.items.filter((one) => !asked.has(spelled(questionOf(one)))),
    },
  };
}

const spelled = (question: string): string => terms(question).join(' ');

/** What a wider search would ask: missing perspectives first, then contradictions that rest on too little. */
function newQuestions({ domain, contradictions }: Analyses): Added[] {
  const perspectives = domain.missing_perspectives
    .filter((one) => one.critical)
    .map(({ question, why, kind, depends_on }) => ({ question, rationale: why, kind, depends_on }));
  const contested = contradictions.items
    .filter((one) => one.under_evidenced)
    .map((one) => ({
      question: questionOf(one),
      rationale: `${one.id} rests on too little evidence${one.conditions === null ? '' : `; its conditions differ: ${one.conditions.replace(/\.$/, '')}`}.`,
      kind: 'comparative' as const,
      depends_on: [],
    }));
  const urgent = [...perspectives, ...contested];
  if (urgent.length > 0) return urgent.slice(0, MOST_ADDED);
  // Nodes with little coverage alone have raised the score: what the critic would also like to know is asked then.
  return domain.missing_perspectives
    .map(({ question, why, kind, depends_on }) => ({ question, rationale: why, kind, depends_on }))
    .slice(0, MOST_ADDED);
}

async function revise(step: StepContext, goal: Goal, analyses: Analyses, decision: ReplanDecision): Promise<Receipt> {
  const { run, at } = step;
  const before = await loadGraph(run);
  const number = at.round;
  const added: string[] = [];
  if (decision.decision === 'widen') {
    // A crash after the graph was saved leaves this revision's nodes in it: they are not inserted twice.
    const present = before.nodes.filter((node) => node.revision === number);
    let graph = before;
    if (present.length === 0) {
      const questions = newQuestions(analyses);
      const ids = nextNodeIds(before.nodes, questions.length);
      const additions = questions.map((one, n) => ({
        ...one,
        id: ids[n]!,
        depends_on: usableDependencies(before.nodes, one.depends_on),
      }));
      graph = withSources(insertNodes(before, additions, number), goal);
      await saveGraph(run, graph, before);
    }
    added.push(...graph.nodes.filter((node) => node.revision === number).map((node) => node.id));
  } else {
    added.push(...(await underRead(step, analyses)));
  }
  await saveRevision(run, {
    number,
    ts: run.now(),
    decision: decision.decision as 'widen' | 'deepen',
    trigger: decision.reason,
    added,
    removed: [],
    reason: `widen ${decision.widen.toFixed(2)}, deepen ${decision.deepen.toFixed(2)}`,
  });
  await run.event({
    stage: 6,
    round: at.round,
    event: 'replan',
    status: decision.decision,
    reason: decision.reason,
    added,
  });
  const round = at.round + 1;
  const next = decision.decision === 'widen' ? 2 : 4;
  await run.advance({ stage: next, round, tick: 0 });
  await writePlan(run, goal);
  return receipt({ round, tick: 0, pass: 0, wave: 0, draft: 0 }, decision.decision);
}
