import type { RunStatus } from '../contracts/enums.ts';
import { RunMeta } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import { RunHandle, type RunRef } from './handle.ts';

const ENDED: ReadonlySet<RunStatus> = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** How an execution ended that could not write its own end. */
export interface Ending {
  readonly how: 'failed' | 'timed out' | 'aborted';
  readonly cause: string | null;
}

/**
 * Closes the record of a run whose execution ended without doing so. Harmless to repeat: a record that is closed, that a
 * later attempt owns or that is deleted stays as it is.
 */
export async function reconcile(
  runtime: Runtime,
  ref: RunRef,
  ending: Ending,
): Promise<'closed' | 'ended before' | 'taken over' | 'gone'> {
  const key = keys.meta(ref.owner, ref.slug);
  for (;;) {
    const row = await runtime.table.get(key);
    if (!row) return 'gone';
    const meta = RunMeta.parse(row);
    if (meta.attempt > ref.attempt) return 'taken over';
    const index = keys.index(ref.owner, meta.created, ref.slug);
    if (ENDED.has(meta.status)) {
      // The crash may have come between the two rows.
      await holds(() => runtime.table.update(index, { set: { status: meta.status } }, { exists: true }));
      return 'ended before';
    }
    const run = new RunHandle(runtime, ref);
    const status = meta.cancelled ? 'cancelled' : 'failed';
    const reason = meta.cancelled ? 'cancelled' : `failed: the execution ${ending.how}${detail(ending.cause)}`;
    const set = { status, reason, ended: run.now() };
    if (!(await holds(() => runtime.table.update(key, { set }, { equals: marks(meta) })))) continue;
    await holds(() => runtime.table.update(index, { set: { status } }, { exists: true }));
    await run.event({ stage: (await run.cursor()).stage, event: status, reason });
    return 'closed';
  }
}

const marks = ({ attempt, status }: RunMeta) => ({ attempt, status });
const detail = (cause: string | null): string => (cause === null ? '' : `: ${cause.slice(0, 800)}`);
