import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import type { ServicePorts } from '../../shared/api/ports.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { currentServices } from './services.ts';

export type EventHandler<O> = (event: unknown, context: Context) => Promise<O>;

/**
 * A handler of an event that a service of the cloud delivers, perhaps more than once: the event is checked, failures are
 * logged and thrown, so that it is delivered again and goes to the dead letters in the end.
 */
export function eventHandler<I, O>(
  schema: z.ZodType<I>,
  run: (input: I, ports: ServicePorts) => Promise<O>,
): EventHandler<O> {
  return middy<unknown, O, Error, Context>()
    .use({
      onError: async ({ error }) => {
        const { log } = await currentServices();
        log.error(error?.message ?? 'failed', { name: error?.name, stack: error?.stack });
      },
    })
    .handler(async (event) => {
      const input = schema.safeParse(event);
      if (!input.success) throw new UsageError(`The event is not as expected: ${input.error.issues[0]?.message}`);
      return run(input.data, await currentServices());
    }) as unknown as EventHandler<O>;
}
