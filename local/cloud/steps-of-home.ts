import type { Context } from 'aws-lambda';
import { withRuntime } from '../../lambdas/middleware/runtime.ts';
import type { TaskTokens } from '../../shared/runtime.ts';
import type { Blobs } from '../../shared/store/ports.ts';
import { clockOf } from './clock.ts';
import { openEmbedder } from './embedder.ts';
import { openLive } from './live.ts';
import { openLog } from './log.ts';
import { openRoles } from './models.ts';
import { stepsHere } from './steps-here.ts';
import { tableAt } from './table-client.ts';
import type { ThreadHome } from './thread-main.ts';

/** Steps of a home whose table another thread serves, with what the environment configures. */
export async function stepsOf(home: ThreadHome, blobs: Blobs, tokens: TaskTokens) {
  const { table } = tableAt(home.table);
  const parts = {
    table,
    blobs,
    clock: clockOf(process.env),
    log: openLog(home.path).log,
    live: await openLive(process.env, { table, blobs }),
    roles: await openRoles(process.env),
    embedder: await openEmbedder(process.env),
  };
  const { runtime, steps } = stepsHere(parts, tokens);
  return {
    forget: steps.forget,
    async run(name: string, event: unknown, context: Context): Promise<unknown> {
      const handler = steps.handler(name);
      if (!handler) throw new Error(`No handler is registered for ${name}.`);
      return withRuntime(runtime, () => handler(event, context));
    },
  };
}
