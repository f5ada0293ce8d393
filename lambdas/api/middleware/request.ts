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

/** Every value of a header, whatever the case of its name. */
export function headers(event: APIGatewayProxyEvent, name: string): string[] {
  const all = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, values = []]) =>
    key.toLowerCase() === name ? values : [],
  );
  if (all.length > 0) return all;
  return Object.entries(event.headers ?? {}).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? [value] : [],
  );
}

/** A header as one list; undefined when it is not given. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  const all = headers(event, name);
  return all.length === 0 ? undefined : all.join(', ');
}
