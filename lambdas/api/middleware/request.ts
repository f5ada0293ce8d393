import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { ApiPorts } from '../../../shared/api/ports.ts';
import type { Input } from '../../../shared/api/route.ts';

export type ApiMiddleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context>;

/** What the middlewares of one invocation hand on to its handler. */
export interface Carried {
  ports?: ApiPorts;
  owner?: string;
  input?: Input<unknown, unknown, unknown>;
}

/** By the context of the invocation: one object for each. */
const carried = new WeakMap<Context, Carried>();

export function carriedBy(context: Context): Carried {
  let found = carried.get(context);
  if (!found) {
    found = {};
    carried.set(context, found);
  }
  return found;
}

/** A header, whatever the case of its name. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}
