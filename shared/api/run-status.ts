import { RunMeta } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { keys } from '../store/keys.ts';
import { NotFound } from './errors.ts';
import type { Executions } from './executions.ts';
import type { RunLine } from './views.ts';

/** Whose runs, and where they and their executions are. */
export interface Runs {
  readonly runtime: Runtime;
  readonly executions: Executions;
  readonly owner: string;
}

const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** Whether a status is an end. */
export const isEnd = (status: unknown): boolean => ENDED.has(String(status));

export function notThere(slug: string): NotFound {
  return new NotFound(`There is no run ${slug}. \`plumbline list\` shows those there are.`);
}

export async function findMeta({ runtime, owner }: Runs, slug: string): Promise<RunMeta | undefined> {
  const row = await runtime.table.get(keys.meta(owner, slug));
  return row ? RunMeta.parse(row) : undefined;
}

/** @throws {NotFound} */
export async function getMeta(runs: Runs, slug: string): Promise<RunMeta> {
  const meta = await findMeta(runs, slug);
  if (!meta) throw notThere(slug);
  return meta;
}

/** The status as it is shown: of a run that has not ended, whether anybody executes it. */
export async function statusOf(runs: Runs, meta: RunMeta): Promise<RunLine['status']> {
  if (isEnd(meta.status)) return meta.status;
  if (!(await runs.executions.hasEnded(runs.owner, meta.slug, meta.attempt))) return meta.status;
  // Waiting for an answer needs nobody to run; anything else that nobody runs was cut off.
  return meta.status === 'waiting' ? 'waiting' : 'interrupted';
}

/** Whether a run is being executed; one that is not there is not. */
export async function isGoing(runs: Runs, slug: string): Promise<boolean> {
  const meta = await findMeta(runs, slug);
  if (!meta || isEnd(meta.status)) return false;
  return !(await runs.executions.hasEnded(runs.owner, slug, meta.attempt));
}

/** Whether a run has ended, and the tokens it has used; undefined when it is not there. */
export async function usageOf(runs: Runs, slug: string): Promise<{ ended: boolean; used: number } | undefined> {
  const [meta, budget] = await Promise.all([
    runs.runtime.table.get(keys.meta(runs.owner, slug)),
    runs.runtime.table.get(keys.budget(runs.owner, slug)),
  ]);
  if (!meta) return undefined;
  return { ended: isEnd(meta.status), used: typeof budget?.used === 'number' ? budget.used : 0 };
}
