import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { chooseType } from '../../../shared/api/accept.ts';
import { BODY_LIMIT, IDEMPOTENCY_KEY } from '../../../shared/api/bounds.ts';
import { NotAcceptable, NotFound, TooLarge, UnsupportedMedia } from '../../../shared/api/errors.ts';
import type { AnyRoute } from '../../../shared/api/route.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { type ApiMiddleware, carriedBy, header } from './request.ts';

/** Checks every part of the request against the route's schemas. */
export function parse(route: AnyRoute): ApiMiddleware {
  return {
    before: ({ event, context }) => {
      const params = route.params.safeParse(event.pathParameters ?? {});
      if (!params.success) throw new NotFound(`There is nothing at ${event.path}.`);
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

function checked(schema: z.ZodType, value: unknown, where: string): unknown {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const issue = found.error.issues[0]!;
  const path = issue.path.map(String).join('.');
  const more = found.error.issues.length - 1;
  throw new UsageError(
    `The ${where} is not as described: ${path === '' ? '' : `${path}: `}${issue.message}${more > 0 ? ` (and ${more} more)` : ''}.`,
  );
}

function queryOf(event: APIGatewayProxyEvent): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (values === undefined) continue;
    if (values.length > 1) throw new UsageError(`The query has ${name} ${values.length} times; give it once.`);
    query[name] = values[0] ?? '';
  }
  return { ...query };
}

function bodyOf(route: AnyRoute, event: APIGatewayProxyEvent): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > BODY_LIMIT) {
    throw new TooLarge(`The body has ${bytes.byteLength} bytes; the most are ${BODY_LIMIT}.`);
  }
  if (bytes.byteLength === 0) {
    if (route.bodyOptional) return {};
    throw new UsageError('The body is missing; send JSON.');
  }
  const type = (header(event, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new UnsupportedMedia(
      `The body is ${type === '' ? 'of no stated type' : `"${type}"`}; send application/json.`,
    );
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const what = cause instanceof SyntaxError ? cause.message : 'it is no UTF-8';
    throw new UsageError(`The body is no JSON: ${what}`, { cause });
  }
}

function keyOf(event: APIGatewayProxyEvent): string | null {
  const key = header(event, 'idempotency-key');
  if (key === undefined) return null;
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new UsageError('Idempotency-Key is 1 to 255 printable ASCII characters, for example a UUID.');
  }
  return key;
}
