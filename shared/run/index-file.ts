import type { RunStatus } from '../contracts/enums.ts';
import { oneLine } from '../present/escape.ts';
import { ownerPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import type { RunHandle } from './handle.ts';

/**
 * `INDEX.md`: the owner's runs, newest first. A projection of the owner's index rows: written again while they change, so
 * that of runs which end at the same moment none is missing in the last version.
 *
 * @param status how this run ends; its index row may not say so yet
 */
export async function writeIndex(run: RunHandle, status: RunStatus): Promise<void> {
  const stored = await run.runtime.blobs.get(pathOf(run));
  let written = stored === undefined ? '' : new TextDecoder().decode(stored);
  for (;;) {
    const rows = await rowsOf(run);
    const text = indexOf(rows.map((row) => (row.slug === run.slug ? { ...row, status } : row)));
    if (text === written) return;
    await run.runtime.blobs.put(pathOf(run), text);
    written = text;
  }
}

/** Writes `INDEX.md` anew without a run whose row is gone; every version that names it goes. */
export async function forgetInIndex(run: RunHandle): Promise<void> {
  const { blobs } = run.runtime;
  await (blobs.purge?.(pathOf(run)) ?? blobs.delete(pathOf(run)));
  const rows = await rowsOf(run);
  if (rows.length > 0) await blobs.put(pathOf(run), indexOf(rows));
}

const pathOf = (run: RunHandle): string => run.path('').replace(/runs\/[^/]+\/$/, 'INDEX.md');

const rowsOf = (run: RunHandle): Promise<Row[]> =>
  run.runtime.table.query({ pk: ownerPk(run.owner), prefix: 'RUN#', descending: true });

function indexOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ slug, topic, depth, status, papers, synthesis, created }) =>
      `| ${slug} | ${oneLine(String(topic)).replaceAll('|', '\\|')} | ${depth} | ${status} | ${papers} | ${synthesis ?? ''} | ${created} |`,
  );
  const head = '| run | topic | depth | status | papers | result | started |\n|---|---|---|---|---|---|---|';
  return `# Research index\n\n${[head, ...lines].join('\n')}\n`;
}
