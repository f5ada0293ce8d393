import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { UsageError } from '../../shared/contracts/errors.ts';
import { RunHandle } from '../../shared/run/handle.ts';
import { START } from '../../shared/run/receipt.ts';
import { currentRuntime } from './runtime.ts';
import type { Internal, StepInput, StepSpec } from './step.ts';

/** Checks the input, chooses the operation, and binds the ports. */
export function parse(
  specs: Readonly<Record<string, StepSpec<StepInput>>>,
  of: (request: { context: object }) => Internal<StepInput>,
): MiddlewareObj<unknown, unknown, Error, Context> {
  return {
    before: async (request) => {
      const op = (request.event as { op?: unknown } | null)?.op;
      const spec = typeof op === 'string' ? specs[op] : undefined;
      if (!spec) throw new UsageError(`No operation "${String(op)}" here; there are ${Object.keys(specs).join(', ')}.`);
      const input = spec.input.parse(request.event);
      const runtime = await currentRuntime();
      const run = new RunHandle(runtime, input.run);
      const at = input.at ?? START;
      Object.assign(of(request), {
        spec,
        input,
        step: {
          runtime,
          run,
          at,
          stage: spec.stage,
          step: spec.id(input, at) ?? `${spec.role}.${op}`,
          remainingMs: () => request.context.getRemainingTimeInMillis(),
        },
      });
    },
  };
}
