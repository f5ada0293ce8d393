import { slugOf } from '../contracts/ids.ts';
import { MODES, type RunMeta, type RunRequest } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import { openBudget } from './budget-item.ts';

/**
 * Creates a run: claims a free slug by a conditional write, then its cursor, its budget and its row in the owner's
 * index. The row of the run comes last of what a list shows, so that a crash half-way leaves nothing to be listed.
 *
 * @returns the run's first row; its execution is not started here
 */
export async function createRun(runtime: Runtime, owner: string, request: RunRequest): Promise<RunMeta> {
  const created = runtime.clock.now();
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
      warnings: [],
    };
    try {
      await runtime.table.put(keys.meta(owner, slug), { ...meta, seq: 0 } as unknown as Row, { exists: false });
    } catch (error) {
      if (error instanceof ConditionFailed) continue;
      throw error;
    }
    await runtime.table.put(keys.cursor(owner, slug), { stage: 0, round: 1, tick: 0, attempt: 1 });
    await runtime.table.put(
      keys.budget(owner, slug),
      openBudget(request.budget ?? MODES[request.depth].tokens) as unknown as Row,
    );
    await runtime.table.put(keys.index(owner, meta.created, slug), {
      slug,
      topic: request.topic.slice(0, 500),
      depth: request.depth,
      status: 'active',
      created: meta.created,
      papers: 0,
      synthesis: null,
    });
    return meta;
  }
}
