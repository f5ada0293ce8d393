import { Cursor, type RunMeta } from '../contracts/run.ts';
import { BudgetItem } from '../run/budget-item.ts';
import { findGraph } from '../run/graph-rows.ts';
import { haltOf } from '../run/halt.ts';
import { RunHandle } from '../run/handle.ts';
import { listQuestions } from '../run/questions.ts';
import { keys } from '../store/keys.ts';
import { notThere, type Runs, statusOf } from './run-status.ts';
import type { RunView } from './views.ts';

/**
 * One run as it stands.
 * @throws {NotFound} when its creation or its deletion was cut: its list does not have it either
 */
export async function viewRun(runs: Runs, meta: RunMeta): Promise<RunView> {
  const { runtime, owner } = runs;
  const { slug } = meta;
  const run = new RunHandle(runtime, meta);
  const [cursorRow, budgetRow] = await Promise.all([
    runtime.table.get(keys.cursor(owner, slug)),
    runtime.table.get(keys.budget(owner, slug)),
  ]);
  if (!cursorRow || !budgetRow) throw notThere(slug);
  const [graph, questions, status] = await Promise.all([
    findGraph(run),
    listQuestions(runtime, owner, slug),
    statusOf(runs, meta),
  ]);
  const budget = BudgetItem.parse(budgetRow);
  return {
    slug,
    status,
    reason: meta.reason,
    request: meta.request,
    goal: meta.goal,
    created: meta.created,
    ended: meta.ended,
    cursor: Cursor.parse(cursorRow),
    stopped: haltOf(cursorRow)?.stage ?? null,
    nodes: graph?.nodes ?? [],
    questions: questions.map(({ token: _token, ...question }) => question),
    budget: { total: budget.total, used: budget.used, calls: budget.calls, cost: budget.cost },
    papers: meta.papers,
    warnings: meta.warnings,
  };
}
