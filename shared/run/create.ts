import { slugOf } from '../contracts/ids.ts';
import { MODES, RunMeta, type RunRequest } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import type { Key, Row, Table } from '../store/ports.ts';
import { openBudget } from './budget-item.ts';
import { leftOutOffline } from './offline.ts';

/** Where a run comes from, when the same order may come twice. */
export interface Origin {
  /** The same id is the same run: an idempotency key, or a schedule and its time. */
  readonly id: string;
  /** When it was ordered first: part of the run's name. */
  readonly at: Date;
}

/**
 * Creates a run: claims a free slug by a conditional write, then its cursor, its budget and its row in the owner's
 * index. The row of the run comes last of what a list shows, so that a crash half-way leaves nothing to be listed.
 *
 * @param origin with it a second call finds the run of the first one and completes what a crash left out
 * @returns the run's first row; its execution is not started here
 */
export async function createRun(
  runtime: Runtime,
  owner: string,
  request: RunRequest,
  origin: Origin | null = null,
): Promise<RunMeta> {
  const created = origin?.at ?? runtime.clock.now();
  const stem = slugOf(request.topic, created.toISOString().slice(0, 10));
  for (let n = 1; ; n++) {
    const slug = n === 1 ? stem : `${stem}-${n}`;
    const meta: RunMeta = {
      slug,
      owner,
      status: 'active',
      request,
      created: created.toISOString(),
      ended: null,
      attempt: 1,
      goal: null,
      reason: null,
      cancelled: false,
      papers: 0,
      deadlineAt:
        request.deadline === null ? null : new Date(runtime.clock.wall() + request.deadline * 1000).toISOString(),
      warnings: leftOutOffline(request),
    };
    const row = { ...meta, seq: 0, ...(origin === null ? {} : { origin: origin.id }) } as unknown as Row;
    if (await putNew(runtime.table, keys.meta(owner, slug), row)) {
      await putRest(runtime.table, meta);
      return meta;
    }
    const taken = origin === null ? undefined : await runtime.table.get(keys.meta(owner, slug));
    if (origin === null || taken?.origin !== origin.id) continue;
    const before = RunMeta.parse(taken);
    await putRest(runtime.table, before);
    return before;
  }
}

/** What a run has beside its own row; what is there already stays as it is. */
async function putRest(table: Table, meta: RunMeta): Promise<void> {
  const { owner, slug, request } = meta;
  await putNew(table, keys.cursor(owner, slug), { stage: 0, round: 1, tick: 0, attempt: 1 });
  const budget = openBudget(request.budget ?? MODES[request.depth].tokens);
  await putNew(table, keys.budget(owner, slug), budget as unknown as Row);
  await putNew(table, keys.index(owner, meta.created, slug), {
    slug,
    topic: request.topic.slice(0, 500),
    depth: request.depth,
    status: 'active',
    created: meta.created,
    papers: 0,
    synthesis: null,
  });
}

/** @returns whether the row was not there yet */
const putNew = (table: Table, key: Key, row: Row) => holds(() => table.put(key, row, { exists: false }));
