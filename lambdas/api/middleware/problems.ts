import { Conflict } from '../../../shared/api/errors.ts';
import { PROBLEM_TYPE, problemOf } from '../../../shared/api/problem.ts';
import { AttemptFenced } from '../../../shared/contracts/errors.ts';
import { currentApi } from './ports.ts';
import type { ApiMiddleware } from './request.ts';

/** Answers a failed request with a problem document; what nobody foresaw goes to the log and says nothing of itself. */
export function problems(): ApiMiddleware {
  return {
    onError: async (request) => {
      const error = asApiError(request.error);
      const { problem, headers } = problemOf(error, request.event.path);
      if (problem.status >= 500) {
        const { log } = await currentApi();
        log.error('API request failed', {
          error: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : error,
          requestId: request.event.requestContext.requestId,
        });
      }
      request.response = {
        statusCode: problem.status,
        headers: { ...headers, 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' },
        body: JSON.stringify(problem),
      };
    },
  };
}

/** A write that lost against another attempt is a conflict to who asked. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof AttemptFenced)) return error;
  return new Conflict('The run was taken over by another attempt at the same moment. Look at it again.', {
    cause: error,
  });
}
