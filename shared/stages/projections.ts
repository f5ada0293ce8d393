import type { RunStatus } from '../contracts/enums.ts';
import type { Goal } from '../contracts/run.ts';
import { planMarkdown } from '../plan/plan-md.ts';
import { oneLine } from '../present/escape.ts';
import { listRevisions, loadGraph } from '../run/graph-rows.ts';
import type { RunHandle } from '../run/handle.ts';
import { ownerPk } from '../store/keys.ts';
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
    }),
  );
}

/**
 * `INDEX.md`: the owner's runs, newest first. A projection of the owner's index rows: written again while they change, so
 * that of runs which end at the same moment none is missing in the last version.
 *
 * @param status how this run ends; its index row may not say so yet
 */
export async function writeIndex(run: RunHandle, status: RunStatus): Promise<void> {
  const path = run.path('').replace(/runs\/[^/]+\/$/, 'INDEX.md');
  const stored = await run.runtime.blobs.get(path);
  let written = stored === undefined ? '' : new TextDecoder().decode(stored);
  for (;;) {
    const text = await indexOf(run, status);
    if (text === written) return;
    await run.runtime.blobs.put(path, text);
    written = text;
  }
}

async function indexOf(run: RunHandle, status: RunStatus): Promise<string> {
  const rows = await run.runtime.table.query({ pk: ownerPk(run.owner), prefix: 'RUN#', descending: true });
  const lines = rows.map((row) => {
    const now = row.slug === run.slug ? status : row.status;
    return `| ${row.slug} | ${oneLine(String(row.topic)).replaceAll('|', '\\|')} | ${row.depth} | ${now} | ${row.papers} | ${row.synthesis ?? ''} | ${row.created} |`;
  });
  const head = '| run | topic | depth | status | papers | result | started |\n|---|---|---|---|---|---|---|';
  return `# Research index\n\n${[head, ...lines].join('\n')}\n`;
}
