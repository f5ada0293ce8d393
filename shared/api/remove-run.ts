import type { RunMeta } from '../contracts/run.ts';
import { RunHandle } from '../run/handle.ts';
import { forgetInIndex } from '../run/index-file.ts';
import { keys, runPk } from '../store/keys.ts';
import { deleteRows, purge } from '../store/purge.ts';
import { Conflict } from './errors.ts';
import { forgetRun } from './idempotency.ts';
import { type Runs, usageOf } from './run-status.ts';
import type { Shares } from './shares.ts';

/**
 * Deletes a run that has ended: its files in every version, its rows, its line in the list, the keys that brought it; the
 * row it is found by goes last, so that a deletion that was cut can be done again.
 * @throws {Conflict} while it is executed
 */
export async function removeRun(runs: Runs, meta: RunMeta, shares: Shares | null): Promise<void> {
  const { runtime, executions, owner } = runs;
  const { slug } = meta;
  if (!(await executions.hasEnded(owner, slug, meta.attempt))) {
    throw new Conflict(`The run ${slug} is being executed; cancel it first, and delete it when it has ended.`);
  }
  const { table, blobs } = runtime;
  const run = new RunHandle(runtime, meta);
  await shares?.release(slug, (await usageOf(runs, slug))?.used ?? 0);
  await table.delete(keys.index(owner, meta.created, slug));
  await purge(blobs, run.path(''));
  await forgetInIndex(run);
  await forgetRun(table, owner, slug);
  const rows = (await table.query({ pk: runPk(owner, slug) })).filter(({ sk }) => sk !== 'META');
  await deleteRows(table, rows);
  await table.delete(keys.meta(owner, slug));
}
