import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { API_HANDLERS } from '../../lambdas/api/handlers.ts';
import { checked, queryOf } from '../../lambdas/api/middleware/parse.ts';
import { withApi } from '../../lambdas/api/middleware/ports.ts';
import { tooLarge } from '../../shared/api/body.ts';
import { BODY_LIMIT } from '../../shared/api/bounds.ts';
import { StreamQuery } from '../../shared/api/embedded.ts';
import { Forbidden, MethodNotAllowed, NotFound, Unauthenticated } from '../../shared/api/errors.ts';
import { matchRoute } from '../../shared/api/match.ts';
import type { ApiPorts } from '../../shared/api/ports.ts';
import { PROBLEM_TYPE, problemOf } from '../../shared/api/problem.ts';
import { ROUTES } from '../../shared/api/routes.ts';
import { SCOPES, type Scope, scopeName } from '../../shared/api/scopes.ts';
import type { Service } from '../../shared/api/service.ts';
import type { Runtime } from '../../shared/runtime.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import { streamEvents } from './events.ts';
import { importRoute } from './libraries.ts';

/** What the server needs of an embedded cloud. */
export interface Served {
  readonly runtime: Runtime;
  readonly service: Service;
  /** Indexes a library of this machine. */
  importLibrary(path: string): Promise<Manifest>;
}

export interface Server {
  readonly port: number;
  /** Ends connections that are idle or streaming at once, others when they have been answered. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly port?: number;
  /** The owner whose runs are served. */
  readonly owner?: string;
  /** Milliseconds for headers and body to arrive; a client that drips is cut off. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const CLAIM_SCOPES = (Object.keys(SCOPES) as Scope[]).map(scopeName).join(' ');

/**
 * The API on 127.0.0.1: the handlers of the deployed API behind a loopback server that speaks API Gateway's events to
 * them. It wants its token, and refuses what a browser sends on behalf of a foreign page.
 */
export async function openServer(cloud: Served, token: string, options: ServerOptions = {}): Promise<Server> {
  const ports: ApiPorts = { log: cloud.runtime.log, service: () => cloud.service };
  const patience = options.patienceMs ?? PATIENCE_MS;
  const server = createServer(
    {
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: Math.min(patience, 1000),
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        cloud.runtime.log.error('The embedded server failed', { error: String(error) });
        response.destroy();
      });
    },
  );
  server.maxRequestsPerSocket = 0;
  server.keepAliveTimeout = 5000;
  const streams = new Set<ServerResponse>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    // A path that begins with two slashes is no other server's name.
    const address = URL.parse(target.startsWith('/') ? `http://127.0.0.1${target}` : target);
    const path = address?.pathname ?? '/';
    try {
      guard(request, portOf(server), token);
      if (address === null) throw new NotFound('The path is none.');
      const followed = /^\/runs\/([a-z0-9-]+)\/events$/.exec(path)?.[1];
      if (followed !== undefined) {
        if (request.method !== 'GET') throw new MethodNotAllowed(`${path} is read by GET alone.`, ['GET']);
        streams.add(response);
        response.once('close', () => streams.delete(response));
        const { after } = checked(
          StreamQuery,
          queryOf({ multiValueQueryStringParameters: valuesOf(address) }),
          'query',
        );
        await streamEvents(cloud.service, followed, after, request, response);
        return;
      }
      const body = await bodyOf(request);
      if (path === '/libraries') {
        send(response, await importRoute(cloud, request, body));
        return;
      }
      const { route, params } = matchRoute(ROUTES, request.method ?? '', path);
      if (route.body !== null && body === undefined) throw tooLarge();
      const event = eventOf(request, address, route.path, params, body, options.owner ?? 'local');
      const handler = API_HANDLERS[route.id]!;
      send(response, await withApi(ports, () => handler(event, contextOf(route.id))));
    } catch (error) {
      fail(response, error, path, request);
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise<void>((resolve, reject) => {
        for (const stream of streams) stream.destroy();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      }),
  };
}

const portOf = (server: NodeServer): number => (server.address() as AddressInfo).port;

/**
 * Who may speak to the server: not a page of another site (Origin), not one whose name was made to point here (Host),
 * and nobody without the token.
 */
function guard(request: IncomingMessage, port: number, token: string): void {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!names.includes((request.headers.host ?? '').toLowerCase())) {
    throw new Forbidden(`This server answers at 127.0.0.1:${port} only.`);
  }
  const { origin } = request.headers;
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`)) {
    throw new Forbidden('A page of another site may not use this server.');
  }
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  if (a.byteLength !== b.byteLength || !timingSafeEqual(a, b)) {
    throw new Unauthenticated('The token of server.json is missing or wrong.');
  }
}

/** A body over the limit is read to its end up to this size, so that its sender gets to read the answer. */
const DRAIN_LIMIT = 4 * 1024 * 1024;

/** @returns undefined for a body over the limit, which has been read and thrown away */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > DRAIN_LIMIT) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not end the connection: the answer is still to be sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > DRAIN_LIMIT) throw tooLarge();
    if (size <= BODY_LIMIT) parts.push(part);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(parts);
}

/** Every value of each query parameter. */
function valuesOf({ searchParams }: URL): Record<string, string[]> {
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}

/** The request as API Gateway hands it to a function. */
function eventOf(
  request: IncomingMessage,
  address: URL,
  resource: string,
  params: Record<string, string>,
  body: Buffer | undefined,
  owner: string,
): APIGatewayProxyEvent {
  const { authorization: _token, ...given } = request.headersDistinct;
  const headers = Object.fromEntries(Object.entries(given).map(([name, values = []]) => [name, values.at(-1)]));
  const method = request.method ?? '';
  return {
    resource,
    path: address.pathname,
    httpMethod: method,
    headers,
    multiValueHeaders: given,
    pathParameters: params,
    queryStringParameters: null,
    multiValueQueryStringParameters: valuesOf(address),
    stageVariables: null,
    body: body?.toString('base64') ?? null,
    isBase64Encoded: body !== undefined,
    requestContext: {
      requestId: randomUUID(),
      httpMethod: method,
      path: address.pathname,
      resourcePath: resource,
      authorizer: { claims: { sub: owner, scope: CLAIM_SCOPES } },
    } as unknown as APIGatewayProxyEvent['requestContext'],
  };
}

function contextOf(name: string): Context {
  const until = performance.now() + 29_000;
  return {
    functionName: name,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, Math.round(until - performance.now())),
  } as unknown as Context;
}

function send(response: ServerResponse, result: APIGatewayProxyResult): void {
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(result.statusCode, {
    ...(result.headers as Record<string, string>),
    ...(result.statusCode === 204 || result.statusCode === 304 ? {} : { 'content-length': body.byteLength }),
  });
  response.end(body);
}

function fail(response: ServerResponse, error: unknown, path: string, request: IncomingMessage): void {
  if (response.headersSent || request.socket.destroyed) {
    (request.socket as Socket).destroy();
    return;
  }
  const { problem, headers } = problemOf(error, path);
  // What was not read of the body must not be taken for the next request.
  if (!request.complete) {
    response.setHeader('connection', 'close');
    request.resume();
  }
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    ...headers,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
