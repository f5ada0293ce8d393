import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { checkFence, checkStops } from '../../shared/run/stops.ts';
import type { Internal, StepInput } from './step.ts';

/** Refuses a fenced attempt, and work that a cancel, the deadline or the budget has stopped. */
export function fence(
  of: (request: { context: object }) => Internal<StepInput>,
): MiddlewareObj<unknown, unknown, Error, Context> {
  return {
    before: async (request) => {
      const { spec, step } = of(request);
      const meta = await step!.run.meta();
      checkFence(step!.run, meta);
      if (spec!.stops) await checkStops(step!.run, meta);
    },
  };
}
