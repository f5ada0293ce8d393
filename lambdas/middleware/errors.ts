import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { ArtefactInvalid, PlumblineError, UsageError } from '../../shared/contracts/errors.ts';
import { currentRuntime } from './runtime.ts';

/** Gives every failure the name that the state machine matches, and writes it to the log. */
export function nameErrors(): MiddlewareObj<unknown, unknown, Error, Context> {
  return {
    onError: async (request) => {
      const error = request.error;
      if (!error) return;
      const { log } = await currentRuntime();
      log.error(error.message, { name: error.name, stack: error.stack });
      if (error instanceof PlumblineError) return;
      if (error instanceof z.ZodError) {
        request.error = new UsageError(
          `The step was called with input that its schema refuses: ${z.prettifyError(error)}`,
          {
            cause: error,
          },
        );
      } else if (error instanceof SyntaxError) {
        request.error = new ArtefactInvalid(`An artefact could not be read: ${error.message}`, { cause: error });
      }
    },
  };
}
