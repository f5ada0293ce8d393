import * as z from 'zod';
import { Outcome, Source } from '../contracts/enums.ts';
import { ArtefactInvalid } from '../contracts/errors.ts';
import type { Dispatch, Finding } from '../contracts/finding.ts';
import { hash6 } from '../contracts/ids.ts';
import { parseFindingMd } from '../present/finding-md.ts';
import type { RunHandle } from '../run/handle.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import { remembered } from './remembered.ts';

/** `FIND#<dispatch>`: what was asked of whom, and what became of it. */
export const FindRow = z.object({
  id: z.string(),
  round: z.number(),
  tick: z.number(),
  node: z.string(),
  source: Source,
  /** Set before the source is asked, once. */
  query: z.string().nullable(),
  max_results: z.number(),
  reminder: z.string().nullable(),
  status: z.enum(['dispatched', 'returned', 'dropped']),
  path: z.string().nullable(),
  outcome: Outcome.nullable(),
  count: z.number(),
  left: z.object({ outOfHorizon: z.number(), undated: z.number(), excluded: z.number() }),
});
export type FindRow = z.infer<typeof FindRow>;

export const NONE_LEFT = { outOfHorizon: 0, undated: 0, excluded: 0 };

/** Writes a dispatch before anybody is sent; a second call keeps the first one's row. */
export async function openFinding(
  run: RunHandle,
  dispatch: Omit<Dispatch, 'query'> & { query: string | null },
): Promise<void> {
  const key = keys.finding(run.owner, run.slug, dispatch.id);
  if (await run.runtime.table.get(key)) return;
  await run.fenced(key, {
    set: { ...dispatch, status: 'dispatched', path: null, outcome: null, count: 0, left: NONE_LEFT },
  });
}

export async function readFindRow(run: RunHandle, id: string): Promise<FindRow> {
  const row = await run.runtime.table.get(keys.finding(run.owner, run.slug, id));
  if (!row) throw new ArtefactInvalid(`The dispatch ${id} of ${run.slug} has no row; resume plans its tick again.`);
  return FindRow.parse(row);
}

export async function changeFindRow(run: RunHandle, id: string, set: Partial<FindRow>): Promise<FindRow> {
  return FindRow.parse(await run.fenced(keys.finding(run.owner, run.slug, id), { set: set as unknown as Row }));
}

/** Rows in the order they were dispatched: round, tick, plan order is kept by the id. */
export async function listFindRows(run: RunHandle): Promise<FindRow[]> {
  const rows = await run.runtime.table.query({ pk: runPk(run.owner, run.slug), prefix: 'FIND#' });
  return rows.map((row) => FindRow.parse(row));
}

/** Path of a finding: the query's hash makes it addressable. A re-dispatch has its own. */
export function findingPath(row: Pick<FindRow, 'source' | 'node' | 'query' | 'id'>): string {
  const again = /\.(r|alt|more\d*)$/.exec(row.id);
  return `findings/${row.source}-${row.node}-${hash6(`${row.query}${again ? again[0] : ''}`)}.md`;
}

const parsed = remembered(128, parseFindingMd);

/** @throws {ArtefactInvalid} when the file is missing, torn or not what its schema promises */
export async function readFinding(run: RunHandle, path: string): Promise<Finding> {
  const file = await run.readText(path);
  if (file === undefined) throw new ArtefactInvalid(`${path} of ${run.slug} is missing; resume makes it again.`);
  return parsed(file, path);
}

/** The findings that count: returned, not dropped, in dispatch order. */
export async function validFindings(run: RunHandle, node?: string): Promise<Finding[]> {
  const rows = (await listFindRows(run)).filter(
    (row) => row.status === 'returned' && row.path !== null && (node === undefined || row.node === node),
  );
  return Promise.all(rows.map((row) => readFinding(run, row.path!)));
}
