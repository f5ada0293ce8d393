import type { Source } from '../contracts/enums.ts';
import { ArtefactInvalid } from '../contracts/errors.ts';
import type { Finding } from '../contracts/finding.ts';
import { hash6 } from '../contracts/ids.ts';
import type { Goal } from '../contracts/run.ts';
import { loadGraph, nodeOf } from '../run/graph-rows.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { route } from '../run/route.ts';
import {
  type Problem,
  type SpotCheck,
  similarityOver,
  textsCompared,
  validateFinding,
} from '../run/validate-findings.ts';
import type { StepContext } from './context.ts';
import { rowsOfTick } from './discover.ts';
import { changeFindRow, type FindRow, openFinding, readFinding } from './findings.ts';
import { goalOf } from './plan.ts';

/** `.r` asks the same source again, `.alt` another one, `.more<n>` comes from a rebalance. */
const SECOND = /\.(r|alt|more\d*)$/;

/** Outcomes after which another source is asked instead. */
const PERSISTENT = new Set(['throttled', 'blocked', 'error']);

/** Stage 3.1: the six checks on a tick's findings; what fails is asked for once more, with the reason. */
export async function checkFindings(step: StepContext): Promise<Receipt> {
  const goal = await goalOf(step);
  const rows = await rowsOfTick(step);
  const nodes = [...new Set(rows.map((row) => row.node))].map((id) => ({ id }));
  const items: { id: string }[] = [];
  for (const row of rows.filter((one) => !SECOND.test(one.id))) {
    const again = await secondTry(step, goal, row);
    if (again !== null) items.push({ id: again });
  }
  return receipt(step.at, items.length > 0 ? 'research' : 'answer', { items, nodes });
}

async function secondTry(step: StepContext, goal: Goal, row: FindRow): Promise<string | null> {
  const { run } = step;
  if (row.status !== 'returned') return null;
  if (row.outcome !== null && PERSISTENT.has(row.outcome)) {
    const other = await alternateOf(step, goal, row);
    if (other === null) return null;
    const id = `${row.round}.${row.tick}.${row.node}.${other}.alt`;
    await openFinding(run, { ...base(row), id, source: other, query: row.query, reminder: null });
    await run.event({
      stage: 2,
      round: row.round,
      tick: row.tick,
      event: 'switched_source',
      id,
      reason: `${row.source} ${row.outcome}`,
    });
    return id;
  }
  const problems = await problemsOf(step, row);
  if (problems.length === 0) return null;
  const id = `${row.id}.r`;
  const reminder = problems.map((problem) => problem.reminder).join(' ');
  await openFinding(run, { ...base(row), id, source: row.source, query: null, reminder });
  return id;
}

const base = ({ round, tick, node, max_results }: FindRow) => ({ round, tick, node, max_results });

/** The best source by the routing table that this node has not been sent to. */
async function alternateOf(step: StepContext, goal: Goal, row: FindRow): Promise<Source | null> {
  const node = nodeOf(await loadGraph(step.run), row.node);
  const ranked = route(node.kind, goal.cs_subfield, goal.depth, goal.sources);
  return ranked.find(({ source }) => !node.sources.includes(source))?.source ?? null;
}

/** Stage 3.1, second half: what fails twice is dropped and logged; what came good replaces the first try. */
export async function recheckFindings(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const rows = await rowsOfTick(step);
  const nodes = [...new Set(rows.map((row) => row.node))].map((id) => ({ id }));
  for (const row of rows.filter((one) => SECOND.test(one.id) && one.status === 'returned')) {
    const problems = await problemsOf(step, row);
    if (problems.length > 0) await drop(step, row, problems.map((problem) => problem.message).join(' '));
  }
  for (const row of rows.filter((one) => one.id.endsWith('.r'))) {
    const first = rows.find((one) => `${one.id}.r` === row.id);
    if (first?.status === 'returned') await changeFindRow(run, first.id, { status: 'dropped' });
  }
  return receipt(step.at, 'answer', { nodes });
}

async function drop({ run }: StepContext, row: FindRow, reason: string): Promise<void> {
  await changeFindRow(run, row.id, { status: 'dropped' });
  await run.event({
    stage: 3,
    round: row.round,
    tick: row.tick,
    event: 'dropped_finding',
    id: row.id,
    reason,
    ...(row.path === null ? {} : { path: row.path }),
  });
}

async function problemsOf(step: StepContext, row: FindRow): Promise<readonly Problem[]> {
  let finding: Finding;
  try {
    finding = await readFinding(step.run, row.path!);
  } catch (error) {
    if (!(error instanceof ArtefactInvalid)) throw error;
    return validateFinding(null, null).problems;
  }
  if (finding.papers.length + finding.posts.length === 0) return [];
  const spot = await spotCheck(step, finding);
  const similarity = await similarityOver(step.runtime.embedder, textsCompared(finding, spot));
  return validateFinding(finding, similarity, spot).problems;
}

/** Check 6: one page, chosen by the dispatch's own hash, must show the title that the finding gives it. */
async function spotCheck(step: StepContext, finding: Finding): Promise<SpotCheck | null> {
  if (step.runtime.live === null || finding.researcher === 'library') return null;
  const listed = [...finding.papers, ...finding.posts].filter((one) => one.url !== null && one.title !== null);
  const chosen = listed[Number.parseInt(hash6(finding.dispatch_id), 16) % Math.max(1, listed.length)];
  if (!chosen) return null;
  const content = await step.runtime.live.pageTitle(chosen.url!, step);
  return content === null ? null : { url: chosen.url!, title: chosen.title!, content };
}
