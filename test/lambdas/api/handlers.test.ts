import { existsSync } from 'node:fs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { API_HANDLERS } from '../../../lambdas/api/handlers.ts';
import { withApi } from '../../../lambdas/api/middleware/ports.ts';
import { BODY_LIMIT } from '../../../shared/api/bounds.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import type { ServiceParts } from '../../../shared/api/service.ts';
import { makeWorld, request, type World } from '../../shared/api/fakes.ts';

const ALL = ['runs.read', 'runs.write', 'schedules.read', 'schedules.write']
  .map((name) => `plumbline/${name}`)
  .join(' ');

interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly claims?: Record<string, string>;
  readonly parts?: ServiceParts;
}

async function ask(
  world: World,
  id: string,
  asked: Asked = {},
): Promise<APIGatewayProxyResult & { json: Record<string, unknown> }> {
  const route = ROUTES.find((one) => one.id === id)!;
  const event = {
    httpMethod: route.method,
    path: route.path,
    resource: route.path,
    headers:
      asked.body === undefined ? (asked.headers ?? {}) : { 'Content-Type': 'application/json', ...asked.headers },
    pathParameters: asked.params ?? null,
    multiValueQueryStringParameters: asked.query ?? null,
    body: asked.body ?? null,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'r1',
      path: `/v1${route.path}`,
      authorizer: { claims: asked.claims ?? { sub: 'a', scope: ALL } },
    },
  } as unknown as APIGatewayProxyEvent;
  const ports = { log: world.runtime.log, service: (owner: string) => world.service(owner, asked.parts) };
  const result = await withApi(ports, () => API_HANDLERS[id]!(event, { awsRequestId: 'r1' } as Context));
  const isJson = /json$/.test(String(result.headers?.['content-type'] ?? ''));
  return { ...result, json: isJson ? (JSON.parse(result.body) as Record<string, unknown>) : {} };
}

const BODY = JSON.stringify({ topic: 'raft' });

describe('every route', () => {
  it('has one handler, in the file of its name', () => {
    expect(Object.keys(API_HANDLERS).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
    for (const { id } of ROUTES) {
      const file = `lambdas/api/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      expect(existsSync(file), file).toBe(true);
    }
  });

  it.each(ROUTES.map(({ id }) => id))('%s refuses who is nobody, and who lacks its scope', async (id) => {
    const world = makeWorld();
    expect((await ask(world, id, { claims: {} })).statusCode).toBe(401);
    expect((await ask(world, id, { claims: { sub: '../other', scope: ALL } })).statusCode).toBe(401);
    const { scope } = ROUTES.find((one) => one.id === id)!;
    const others = ALL.split(' ').filter((name) => name !== `plumbline/${scope}`);
    const reply = await ask(world, id, { claims: { sub: 'a', scope: others.join(' ') } });
    expect(reply.statusCode).toBe(403);
    expect(reply.headers?.['content-type']).toBe('application/problem+json');
  });
});

describe('who asks', () => {
  it('is a person by sub, a machine by its client id', async () => {
    const world = makeWorld();
    await ask(world, 'createRun', { body: BODY, claims: { client_id: 'machine1', scope: ALL } });
    await ask(world, 'createRun', { body: BODY, claims: { sub: 'person1', client_id: 'app', scope: ALL } });
    expect((await world.service('machine1').list()).runs).toHaveLength(1);
    expect((await world.service('person1').list()).runs).toHaveLength(1);
  });
});

describe('a body', () => {
  it.each([
    ['malformed', '{"topic":', {}, 400],
    ['missing', undefined, {}, 400],
    ['of unknown fields', '{"topic":"x","tpoic":"y"}', {}, 400],
    ['of an unknown nested field', '{"topic":"x","timeHorizon":{"from":2000,"to":2001,"rule":"hard"}}', {}, 400],
    ['of another type', BODY, { 'Content-Type': 'text/plain' }, 415],
    ['of no type', BODY, { 'Content-Type': '' }, 415],
    ['that is too large', `{"topic":"${'x'.repeat(BODY_LIMIT)}"}`, {}, 413],
    ['with an empty topic', '{"topic":" ?! "}', {}, 400],
    ['with a horizon that ends before it begins', '{"topic":"x","timeHorizon":{"from":2020,"to":2010}}', {}, 400],
    ['with an id that is none', '{"topic":"x","seedPapers":["nonsense"]}', {}, 400],
    ['with a library that is a path', '{"topic":"x","library":"../../etc"}', {}, 400],
  ])('%s is refused', async (_, body, headers, status) => {
    const world = makeWorld();
    const reply = await ask(world, 'createRun', { ...(body === undefined ? {} : { body }), headers });
    expect(reply.statusCode).toBe(status);
    expect(reply.json).toMatchObject({
      status,
      instance: '/runs',
      type: expect.stringMatching(/^urn:/),
      title: expect.any(String),
    });
    expect((await world.service('a').list()).runs).toEqual([]);
  });

  it('starts a run; the same key is the same run, another body is refused', async () => {
    const world = makeWorld();
    const headers = { 'idempotency-key': 'k1' };
    const first = await ask(world, 'createRun', { body: BODY, headers });
    expect(first).toMatchObject({ statusCode: 202, headers: { location: '/v1/runs/raft-2026-03-01' } });
    expect((await ask(world, 'createRun', { body: '{ "topic": "raft" }', headers })).json).toEqual(first.json);
    expect((await ask(world, 'createRun', { body: '{"topic":"paxos"}', headers })).statusCode).toBe(422);
    expect((await ask(world, 'createRun', { body: BODY, headers: { 'idempotency-key': 'ü' } })).statusCode).toBe(400);
  });
});

describe('a failure', () => {
  it('that nobody foresaw says nothing of its inside, and is logged', async () => {
    const world = makeWorld();
    world.table.query = async () => {
      throw new Error('table arn:aws:dynamodb:secret');
    };
    const reply = await ask(world, 'listRuns');
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('secret');
    expect(JSON.stringify(world.logged)).toContain('arn:aws:dynamodb:secret');
  });

  it('by a limit says when to try again', async () => {
    const world = makeWorld();
    const parts = { limits: { runsAtOnce: 1, tokensPerMonth: 10_000_000 } };
    await ask(world, 'createRun', { body: BODY, parts });
    const reply = await ask(world, 'createRun', { body: BODY, parts });
    expect(reply).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } });
  });
});

describe('a GET', () => {
  async function started(): Promise<{ world: World; slug: string }> {
    const world = makeWorld();
    return { world, ...(await world.service('a').create(request('raft'))) };
  }

  it('is answered with 304 until something changes', async () => {
    const { world, slug } = await started();
    const first = await ask(world, 'getRun', { params: { slug } });
    const etag = String(first.headers?.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const same = await ask(world, 'getRun', { params: { slug }, headers: { 'If-None-Match': `W/${etag}` } });
    expect(same).toMatchObject({ statusCode: 304, body: '' });
    world.executions.end('a', slug);
    expect((await ask(world, 'getRun', { params: { slug }, headers: { 'if-none-match': etag } })).statusCode).toBe(200);
  });

  it('of somebody else’s run is as if there were none', async () => {
    const { world, slug } = await started();
    for (const id of ['getRun', 'getPlan', 'getGraph', 'getTranscript', 'getArtifacts']) {
      const theirs = await ask(world, id, { params: { slug }, claims: { sub: 'b', scope: ALL } });
      const nobodys = await ask(world, id, { params: { slug: 'nobody-2026-03-01' }, claims: { sub: 'b', scope: ALL } });
      expect(theirs.statusCode).toBe(404);
      expect(theirs.body.replaceAll(slug, 'X')).toBe(nobodys.body.replaceAll('nobody-2026-03-01', 'X'));
    }
  });

  it('takes each query once, and no unknown ones', async () => {
    const world = makeWorld();
    expect((await ask(world, 'listRuns', { query: { limit: ['1', '2'] } })).statusCode).toBe(400);
    expect((await ask(world, 'listRuns', { query: { limti: ['1'] } })).statusCode).toBe(400);
    expect((await ask(world, 'listRuns', { query: { limit: ['0'] } })).statusCode).toBe(400);
    expect((await ask(world, 'listRuns', { query: { limit: ['100'] } })).statusCode).toBe(200);
  });

  it('chooses the form by Accept', async () => {
    const { world, slug } = await started();
    await world.blobs.put(`a/runs/${slug}/plan.md`, '# plan');
    const markdown = await ask(world, 'getPlan', { params: { slug }, headers: { accept: 'text/markdown' } });
    expect(markdown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } });
    expect(markdown.body).toBe('# plan');
    expect((await ask(world, 'getPlan', { params: { slug } })).statusCode).toBe(404); // no plan in the rows yet
    expect((await ask(world, 'getRun', { params: { slug }, headers: { accept: 'text/html' } })).statusCode).toBe(406);
  });

  it.each(['../x', '/etc/passwd', 'a/../../b', '', 'a//b', './x', 'a\u0000'])('refuses the path %j', async (path) => {
    const { world, slug } = await started();
    expect((await ask(world, 'getArtifacts', { params: { slug }, query: { path: [path] } })).statusCode).toBe(400);
  });
});

describe('handlers write one line a request', () => {
  it('without query, body or token', async () => {
    const world = makeWorld();
    await ask(world, 'createRun', { body: '{"topic":"a secret topic"}', headers: { authorization: 'Bearer abc' } });
    const line = world.logged.find(({ message }) => message === 'request')!;
    expect(line.facts).toMatchObject({ route: 'createRun', status: 202, owner: 'a' });
    expect(JSON.stringify(line)).not.toMatch(/secret|abc/);
  });
});
