import type { Goal } from '../contracts/run.ts';
import { planMarkdown } from '../plan/plan-md.ts';
import { listRevisions, loadGraph } from '../run/graph-rows.ts';
import { readHalt } from '../run/halt.ts';
import type { RunHandle } from '../run/handle.ts';
import { readAnalyses } from './analyses.ts';
import { readCollation } from './collation-files.ts';
import { listFindRows } from './findings.ts';

/** `plan.md`: a projection of the table. Nothing reads it back. */
export async function writePlan(run: RunHandle, goal: Goal): Promise<void> {
  const [graph, rows, revisions, cursor, meta] = [
    await loadGraph(run),
    await listFindRows(run),
    await listRevisions(run),
    await run.cursor(),
    await run.meta(),
  ];
  const collated = await run.exists('collation.json');
  const counts = collated ? (await readCollation(run)).coverage : {};
  const analyses = await readAnalyses(run);
  const coverage = Object.fromEntries(
    graph.nodes.map((node) => [
      node.id,
      {
        papers: counts[node.id]?.papers ?? 0,
        community: counts[node.id]?.community ?? 0,
        findings: rows
          .filter((row) => row.node === node.id && row.status === 'returned' && row.path !== null)
          .map((row) => row.path!)
          .sort(),
      },
    ]),
  );
  await run.write(
    'plan.md',
    planMarkdown({
      goal,
      graph,
      generated: meta.created,
      coverage,
      revisions,
      missing: analyses.domain.missing_perspectives.map((one) => `${one.name}: ${one.why}`),
      stage: meta.ended === null ? cursor.stage : 9,
      stopped: (await readHalt(run))?.stage ?? null,
    }),
  );
}
