import type { AnyRoute } from '../../../shared/api/route.ts';
import { type ApiMiddleware, carriedBy } from './request.ts';

/** One line a request: route, status, time. No query, no body, no token. */
export function accessLog(route: AnyRoute): ApiMiddleware {
  const started = new WeakMap<object, number>();
  const write: NonNullable<ApiMiddleware['after']> = ({ context, event, response }) => {
    const { ports, owner } = carriedBy(context);
    ports?.log.info('request', {
      route: route.id,
      status: response?.statusCode ?? 500,
      ms: Math.round(performance.now() - (started.get(context) ?? performance.now())),
      owner: owner ?? null,
      requestId: event.requestContext.requestId,
    });
  };
  return {
    before: ({ context }) => {
      started.set(context, performance.now());
    },
    after: write,
    onError: write,
  };
}
