import type { Goal } from '../contracts/run.ts';
import type { FlowCounts, RunFacts, RunFailure } from '../present/facts.ts';
import { listRevisions, loadGraph } from '../run/graph-rows.ts';
import { readHalt } from '../run/halt.ts';
import { readBudget } from '../run/stops.ts';
import { readAnalyses } from './analyses.ts';
import { type Collation, readCandidates, readCollation } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { listFindRows, validFindings } from './findings.ts';
import { listPaperRows } from './papers.ts';
import { openLibrary } from './plan.ts';

const NOTHING: Collation = {
  round: 1,
  found: 0,
  duplicates: 0,
  canonical: 0,
  newInRound: 0,
  coverage: {},
  clusters: [],
  notes: [],
};

/** What the methodology, the digest, the summary and the report say about how the run went. */
export async function factsOf(step: StepContext, goal: Goal, cited: number): Promise<RunFacts> {
  const { run, runtime } = step;
  const [rows, papers, budget, meta] = [
    await listFindRows(run),
    await listPaperRows(run),
    await readBudget(run),
    await run.meta(),
  ];
  const collated = await run.exists('collation.json');
  const collation = collated ? await readCollation(run) : NOTHING;
  const analyses = await readAnalyses(run);
  const library = goal.sources.includes('library') ? await openLibrary(step) : null;
  const left = (key: 'outOfHorizon' | 'undated' | 'excluded') => rows.reduce((sum, row) => sum + row.left[key], 0);
  const findings = await validFindings(run);
  const counts: FlowCounts = {
    found: collated ? collation.found : findings.reduce((sum, finding) => sum + finding.papers.length, 0),
    duplicates: collation.duplicates,
    outOfHorizon: left('outOfHorizon'),
    undated: left('undated'),
    excluded: left('excluded'),
    canonical: collation.canonical,
    candidates: collated ? (await readCandidates(run)).length : 0,
    read: papers.filter((row) => row.status === 'read').length,
    cited,
  };
  const graph = await loadGraph(run);
  const failures: RunFailure[] = [
    ...rows
      .filter((row) => row.status === 'dispatched')
      .map((row) => ({ where: `${row.source} for ${row.node}`, reason: 'did not return' })),
    ...rows
      .filter((row) => row.status === 'dropped' && row.id.endsWith('.r'))
      .map((row) => ({
        where: `${row.source} for ${row.node}`,
        reason: 'its finding failed the checks twice and was dropped',
      })),
    ...rows
      .filter((row) => ['throttled', 'blocked', 'error', 'window_exceeded'].includes(row.outcome ?? ''))
      .map((row) => ({ where: `${row.source} for ${row.node}`, reason: row.outcome! })),
    ...papers
      .filter((row) => row.status !== 'read')
      .map((row) => ({ where: `reader of ${row.id}`, reason: row.reason ?? 'did not return' })),
    ...graph.nodes
      .filter((node) => node.status === 'failed')
      .map((node) => ({ where: node.id, reason: node.reason ?? 'failed' })),
  ];
  // The critics of a run that was stopped before they had ended are among what was left undone.
  const stopped = (await readHalt(run))?.stage ?? Number.POSITIVE_INFINITY;
  const missing = goal.depth === 'quick' || stopped <= 5 ? [] : analyses.missing;
  return {
    goal,
    plan: graph,
    revisions: await listRevisions(run),
    findings,
    counts,
    failures,
    warnings: [
      ...meta.warnings,
      ...collation.notes,
      ...missing.map((one) => `${one} is missing: its critic did not return`),
    ],
    cost: { tokens: budget.used, currency: budget.cost, calls: budget.calls },
    library: library === null ? null : { name: library.name, records: library.size },
    model: await runtime.roles.describe(run),
    generated: meta.created,
  };
}
