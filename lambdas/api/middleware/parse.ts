import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { chooseType } from '../../../shared/api/accept.ts';
import { jsonBody } from '../../../shared/api/body.ts';
import { IDEMPOTENCY_KEY } from '../../../shared/api/bounds.ts';
import { NotAcceptable, NotFound } from '../../../shared/api/errors.ts';
import { short } from '../../../shared/api/match.ts';
import type { AnyRoute } from '../../../shared/api/route.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { refusal } from '../../../shared/contracts/issue.ts';
import { type ApiMiddleware, carriedBy, header, headers } from './request.ts';

/** Checks every part of the request against the route's schemas. */
export function parse(route: AnyRoute): ApiMiddleware {
  return {
    before: ({ event, context }) => {
      const params = route.params.safeParse(event.pathParameters ?? {});
      if (!params.success) throw new NotFound(`There is nothing at ${short(event.path)}.`);
      const accept = chooseType(route.offers, header(event, 'accept'));
      if (accept === undefined) {
        throw new NotAcceptable(`${event.path} can be had as ${route.offers.join(' or ')}.`);
      }
      carriedBy(context).input = {
        params: params.data,
        query: checked(route.query, queryOf(event), 'query'),
        body: route.body === null ? undefined : checked(route.body, bodyOf(route, event), 'body'),
        accept,
        idempotencyKey: route.idempotent ? keyOf(event) : null,
      };
    },
  };
}

/**
 * A part of a request by its schema.
 * @throws {UsageError} naming the field, what it must be and an example
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw new UsageError(`The ${where} cannot be used: ${refusal(schema, value, found.error)}.`);
}

/** @throws {UsageError} for a parameter that is given twice */
export function queryOf({
  multiValueQueryStringParameters,
}: Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters'>): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values === undefined) continue;
    if (values.length > 1) throw new UsageError(`The query has ${name} ${values.length} times; give it once.`);
    query[name] = values[0] ?? '';
  }
  return { ...query };
}

function bodyOf(route: AnyRoute, event: APIGatewayProxyEvent): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength === 0) {
    if (route.bodyOptional) return {};
    throw new UsageError('The body is missing; send JSON.');
  }
  return jsonBody(bytes, { type: header(event, 'content-type'), encoding: header(event, 'content-encoding') });
}

function keyOf(event: APIGatewayProxyEvent): string | null {
  const [key, ...more] = headers(event, 'idempotency-key');
  if (key === undefined) return null;
  if (more.length > 0) throw new UsageError(`Idempotency-Key is given ${more.length + 1} times; give it once.`);
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new UsageError('Idempotency-Key is 1 to 255 printable ASCII characters, for example a UUID.');
  }
  return key;
}
