import type { RunHandle } from '../run/handle.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import type { Json } from '../store/ports.ts';

/** Adds a warning that the report shows; one that is there already is not repeated. */
export async function warn(run: RunHandle, warning: string): Promise<void> {
  for (;;) {
    const { warnings } = await run.meta();
    if (warnings.includes(warning)) return;
    try {
      await run.runtime.table.update(
        keys.meta(run.owner, run.slug),
        { set: { warnings: [...warnings, warning] } },
        { equals: { warnings: warnings as Json }, atMost: { attempt: run.attempt } },
      );
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const { attempt } = await run.meta();
      if (attempt > run.attempt) return; // fenced: the later attempt says its own
    }
  }
}
