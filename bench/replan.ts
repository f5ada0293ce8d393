import { join } from 'node:path';
import type { Embedder } from '../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../shared/collate/embed/static.ts';
import { HybridIndex } from '../shared/collate/rank/hybrid.ts';
import type { ReplanFacts } from '../shared/contracts/analysis.ts';
import { MODES } from '../shared/contracts/run.ts';
import { decide } from '../shared/run/replan.ts';
import { type RankingSet, readRankingSet } from './ranking.ts';
import type { BenchRow } from './row.ts';

/** Results of one search, and the most replans that are simulated. */
const [RESULTS, MOST] = [10, 10];
/** Questions of each set: enough for stable means. */
const QUESTIONS = 80;

/** When to look again. `ours` is the rule table at depth deep. */
export type Rule = 'never' | 'ours' | 'always';
/** The rules, and never looking again but reading as far down the first list as `ours` has read in all. */
type Line = Rule | 'longer';

interface Question {
  readonly text: string;
  /** The document that the question is itself, if it is one. */
  readonly except?: string | undefined;
}

/** What the searches of one question came to. */
export interface Outcome {
  /** Relevant papers found, of all there are. */
  readonly recall: number;
  /** Distinct papers that had to be looked at. */
  readonly effort: number;
  readonly replans: number;
}

/**
 * One question: a first search, then for every replan one more, that starts from a paper which reading has shown to be
 * relevant: the words of the topic and its title, as the query of an added sub-question keeps the topic's words. The critic knows what has been read and nothing else: it misses a perspective
 * as long as a relevant paper has not been followed up. Papers that a round has brought are counted as the pipeline counts
 * them: distinct and new.
 */
export async function simulate(
  index: HybridIndex,
  titles: ReadonlyMap<string, string>,
  question: Question,
  relevant: ReadonlySet<string>,
  rule: Rule,
): Promise<Outcome> {
  const seen = new Set<string>();
  const followed = new Set<string>();
  const search = async (text: string): Promise<string[]> => {
    const ranked = await index.rank(text, 'hybrid', RESULTS + 1);
    const fresh = ranked
      .map((line) => line.id)
      .filter((id) => id !== question.except)
      .slice(0, RESULTS)
      .filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh;
  };
  const found = (await search(question.text)).filter((id) => relevant.has(id));
  let replans = 0;
  let added: number | null = null;
  while (replans < MOST) {
    const lead = found.find((id) => !followed.has(id));
    if (lead === undefined || !goesOn(rule, replans, added)) break;
    followed.add(lead);
    const fresh = await search(`${question.text} ${titles.get(lead) ?? lead}`);
    const relevantNow = fresh.filter((id) => relevant.has(id));
    found.push(...relevantNow);
    // What is not about the question is dropped before it counts, as the checks of a finding do.
    added = relevantNow.length;
    replans++;
  }
  return { recall: relevant.size === 0 ? 1 : found.length / relevant.size, effort: seen.size, replans };
}

/** One search alone, read as far as it takes to have looked at `effort` papers. */
async function longer(index: HybridIndex, { text, except }: Question, relevant: ReadonlySet<string>, effort: number) {
  const ranked = await index.rank(text, 'hybrid', effort + 1);
  const seen = ranked
    .map((line) => line.id)
    .filter((id) => id !== except)
    .slice(0, effort);
  const found = seen.filter((id) => relevant.has(id)).length;
  return { recall: relevant.size === 0 ? 1 : found / relevant.size, effort: seen.length, replans: 0 };
}

function goesOn(rule: Rule, replans: number, added: number | null): boolean {
  if (rule === 'never') return false;
  if (rule === 'always') return true;
  const facts: ReplanFacts = {
    depth: 'deep',
    iteration: replans,
    tokens_used: 0,
    budget: MODES.deep.tokens,
    last_replan_added_papers: added,
    critical_missing: ['a relevant paper that was not followed up'],
    under_evidenced: [],
    under_read: [],
    paper_budget_left: 0,
    coverage: {},
  };
  return decide(facts).decision === 'widen';
}

/** Mean recall and effort of every rule on one set. */
export async function outcomesOf(set: RankingSet, embedder: Embedder): Promise<Record<Line, Outcome>> {
  const index = new HybridIndex(set.docs, embedder);
  const titles = new Map(set.docs.map((doc) => [doc.id, doc.title ?? '']));
  const questions = set.queries.slice(0, QUESTIONS);
  const outcomes: Record<Line, Outcome[]> = { never: [], ours: [], always: [], longer: [] };
  for (const query of questions) {
    const grades = Object.entries(set.judgements[query.id] ?? {});
    const relevant = new Set(grades.filter(([id, grade]) => grade > 0 && id !== query.except).map(([id]) => id));
    for (const rule of ['never', 'ours', 'always'] as const)
      outcomes[rule].push(await simulate(index, titles, query, relevant, rule));
    outcomes.longer.push(await longer(index, query, relevant, outcomes.ours.at(-1)!.effort));
  }
  const mean = (of: readonly Outcome[], value: (one: Outcome) => number) =>
    of.reduce((sum, one) => sum + value(one), 0) / Math.max(1, of.length);
  const meanOf = (of: readonly Outcome[]): Outcome => ({
    recall: mean(of, (one) => one.recall),
    effort: mean(of, (one) => one.effort),
    replans: mean(of, (one) => one.replans),
  });
  const { never, ours, always, longer: far } = outcomes;
  return { never: meanOf(never), ours: meanOf(ours), always: meanOf(always), longer: meanOf(far) };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Recall against effort: our stop rule, never replanning (the baseline column), and always replanning (the target column,
 * which says what there is to find, not what ought to be spent).
 */
export async function replanRows(data: string, embedder: Embedder = loadStaticEmbedder()): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const name of ['cacm', 'scifact', 'scitldr']) {
    const set = readRankingSet(join(data, 'ranking'), name);
    if (set === null) continue;
    const { never, ours, always, longer: far } = await outcomesOf(set, embedder);
    const line = (metric: string, of: (one: Outcome) => number): void => {
      rows.push({
        set: name,
        metric,
        ours: rounded(of(ours)),
        baseline: rounded(of(never)),
        target: rounded(of(always)),
      });
    };
    const gain = (one: Outcome) =>
      one.effort === never.effort ? 0 : ((one.recall - never.recall) * 100) / (one.effort - never.effort);
    line('replan recall (never | always)', (one) => one.recall);
    const metric = 'replan recall (never, as many papers)';
    rows.push({ set: name, metric, ours: rounded(ours.recall), baseline: rounded(far.recall), target: null });
    line('replan papers looked at', (one) => one.effort);
    line('replans made', (one) => one.replans);
    line('recall gained per 100 papers, %', (one) => gain(one) * 100);
  }
  return rows;
}
