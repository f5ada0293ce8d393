import * as z from 'zod';
import { RunMeta } from '../contracts/run.ts';
import type { RunHandle } from '../run/handle.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';

/** The part of `META` that is looked at; `warned` counts the changes of the list. */
const Warned = RunMeta.pick({ warnings: true, attempt: true }).extend({ warned: z.number().nullable().default(null) });

/**
 * Adds a warning that the report shows; one that is there already is not repeated. A counter beside the list tells whether
 * another worker was first: not every table compares lists.
 */
export async function warn(run: RunHandle, warning: string): Promise<void> {
  const { table } = run.runtime;
  const key = keys.meta(run.owner, run.slug);
  for (;;) {
    const { warnings, attempt, warned } = Warned.parse(await table.get(key));
    // A fenced attempt has nothing to say any more.
    if (warnings.includes(warning) || attempt > run.attempt) return;
    const set = { warnings: [...warnings, warning], warned: (warned ?? 0) + 1 };
    const condition = { equals: { warned }, atMost: { attempt: run.attempt } };
    if (await holds(() => table.update(key, { set }, condition))) return;
    // Somebody was first: look again.
  }
}
