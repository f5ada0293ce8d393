import { createHash } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { type AnyRoute, JSON_TYPE, type Reply } from '../../../shared/api/route.ts';
import { accessLog } from './access-log.ts';
import { authorize } from './authorize.ts';
import { parse } from './parse.ts';
import { problems } from './problems.ts';
import { carriedBy, header } from './request.ts';

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The handler of one route: log, problem documents, who asks, the parts of the request, then the route itself. */
export function apiHandler(route: AnyRoute): ApiHandler {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context>()
    .use(accessLog(route))
    .use(problems())
    .use(authorize(route))
    .use(parse(route))
    .handler(async (event, context) => {
      const { ports, owner, input } = carriedBy(context);
      const reply = await route.run(ports!.service(owner!), input!);
      return answer(event, reply);
    }) as unknown as ApiHandler;
}

/** The reply as API Gateway takes it. What a GET shows carries an ETag, and is not sent again to who has it. */
function answer(event: APIGatewayProxyEvent, reply: Reply): APIGatewayProxyResult {
  const headers: Record<string, string> = { 'cache-control': 'private, no-cache', ...reply.headers };
  if (headers.location !== undefined) headers.location = stageOf(event) + headers.location;
  if (reply.body === undefined) return { statusCode: reply.status, headers, body: '' };
  headers['content-type'] = reply.type ?? JSON_TYPE;
  const bytes = reply.body instanceof Uint8Array ? Buffer.from(reply.body) : undefined;
  const text = typeof reply.body === 'string' ? reply.body : bytes ? '' : JSON.stringify(reply.body);
  if (event.httpMethod === 'GET') {
    const etag = `"${createHash('sha256')
      .update(bytes ?? text)
      .digest('base64url')
      .slice(0, 27)}"`;
    headers.etag = etag;
    headers.vary = 'Accept, Authorization';
    if (matches(header(event, 'if-none-match'), etag))
      return { statusCode: 304, headers: withoutType(headers), body: '' };
  }
  return bytes
    ? { statusCode: reply.status, headers, body: bytes.toString('base64'), isBase64Encoded: true }
    : { statusCode: reply.status, headers, body: text };
}

/** The path of the deployment's stage, which the route does not know: `/v1`, or nothing. */
function stageOf({ path, requestContext }: APIGatewayProxyEvent): string {
  const whole = requestContext.path ?? path;
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : '';
}

function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

function withoutType({ 'content-type': _type, ...rest }: Record<string, string>): Record<string, string> {
  return rest;
}
