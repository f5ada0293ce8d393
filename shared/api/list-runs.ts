import { ownerPk } from '../store/keys.ts';
import { findMeta, isEnd, type Runs, statusOf } from './run-status.ts';
import { RunLine, type RunPage } from './views.ts';

const MOST = 100;

/** An owner's runs, newest first; with a status only those that have it. */
export async function listRuns(
  runs: Runs,
  options: { status?: string; after?: string; limit?: number } = {},
): Promise<RunPage> {
  const limit = Math.min(options.limit ?? MOST, MOST);
  const found: RunLine[] = [];
  let after = options.after;
  for (;;) {
    const rows = await runs.runtime.table.query({
      pk: ownerPk(runs.owner),
      prefix: 'RUN#',
      descending: true,
      // One more says whether there is another page.
      limit: limit + 1,
      ...(after === undefined ? {} : { after }),
    });
    const lines = await Promise.all(rows.slice(0, limit).map((row) => shown(runs, RunLine.parse(row))));
    for (const [at, line] of lines.entries()) {
      after = rows[at]!.sk;
      if (options.status === undefined || line.status === options.status) found.push(line);
      if (found.length === limit) return { runs: found, next: at + 1 < rows.length ? after : null };
    }
    if (rows.length <= limit) return { runs: found, next: null };
  }
}

/** The list's row says how a run ended; of one that has not, its own row knows more. */
async function shown(runs: Runs, line: RunLine): Promise<RunLine> {
  if (isEnd(line.status)) return line;
  const meta = await findMeta(runs, line.slug);
  return meta ? { ...line, status: await statusOf(runs, meta) } : line;
}
