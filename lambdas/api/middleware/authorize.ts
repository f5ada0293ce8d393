import { Forbidden, Unauthenticated } from '../../../shared/api/errors.ts';
import { Owner } from '../../../shared/api/owner.ts';
import type { AnyRoute } from '../../../shared/api/route.ts';
import { scopeName } from '../../../shared/api/scopes.ts';
import { currentApi } from './ports.ts';
import { type ApiMiddleware, carriedBy } from './request.ts';

/**
 * Who asks, from the claims that the authorizer has verified: a person by `sub`, a machine by its client id. The scope
 * is checked here again, so that a route attached without one is closed rather than open.
 */
export function authorize(route: AnyRoute): ApiMiddleware {
  return {
    before: async ({ event, context }) => {
      const carried = carriedBy(context);
      carried.ports = await currentApi();
      const claims = (event.requestContext.authorizer?.claims ?? {}) as Record<string, unknown>;
      const owner = Owner.safeParse(claims.sub ?? claims.client_id);
      if (!owner.success) {
        throw new Unauthenticated('The request carries no valid token. Sign in with `plumbline login`.');
      }
      const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : [];
      if (!scopes.includes(scopeName(route.scope))) {
        throw new Forbidden(`This needs the scope ${scopeName(route.scope)}, which the token does not have.`);
      }
      carried.owner = owner.data;
    },
  };
}
