import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Grants } from '../../infra/grants.ts';
import { EVENT_GRANTS, ROUTE_GRANTS } from '../../infra/routes.ts';
import { API_HANDLERS } from '../../lambdas/api/handlers.ts';
import { withApi } from '../../lambdas/api/middleware/ports.ts';
import { handler as digester } from '../../lambdas/digester/handler.ts';
import { withServices } from '../../lambdas/middleware/services.ts';
import { handler as reconciler } from '../../lambdas/reconciler/handler.ts';
import { handler as starter } from '../../lambdas/starter/handler.ts';
import type { ServicePorts } from '../../shared/api/ports.ts';
import { ROUTES } from '../../shared/api/routes.ts';
import { SCOPES, scopeName } from '../../shared/api/scopes.ts';
import { Service, type ServiceParts } from '../../shared/api/service.ts';
import { RunHandle } from '../../shared/run/handle.ts';
import { ask } from '../../shared/run/questions.ts';
import { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import { makeWorld } from '../shared/api/fakes.ts';
import { finish, paper } from '../shared/schedule/finished.ts';
import { beyond, Recorder } from '../support/recorded-rights.ts';

const recorder = new Recorder();
const world = makeWorld('2026-03-02T06:00:00.000Z', {
  table: recorder.table(new MemoryTable()),
  blobs: recorder.blobs(new MemoryBlobs()),
});
const executions = {
  start: (owner: string, slug: string, attempt: number) => {
    recorder.note('rights', 'start');
    return world.executions.start(owner, slug, attempt);
  },
  hasEnded: (owner: string, slug: string, attempt: number) => {
    recorder.note('rights', 'describe');
    return world.executions.hasEnded(owner, slug, attempt);
  },
};
const links = {
  link: async (key: string) => {
    // Whoever opens the link reads by the rights of the function that signed it.
    await world.blobs.size(key);
    return { url: `https://bucket/${key}`, expires: '2026-03-02T06:15:00Z' };
  },
};
const scheduler = {
  put: async () => recorder.note('rights', 'schedule'),
  remove: async () => recorder.note('rights', 'schedule'),
};
const RANGE = { expected: 1, worst: 2 };
const parts: ServiceParts = {
  links,
  scheduler,
  limits: { runsAtOnce: 9, tokensPerMonth: 90_000_000 },
  estimator: () => ({ calls: RANGE, tokens: RANGE, cost: RANGE, byStage: [], pricesOf: null }),
};
const runtime = Object.assign(world.runtime, {
  tokens: { succeed: async () => recorder.note('rights', 'wake') },
});
const ports: ServicePorts = {
  log: runtime.log,
  runtime,
  links,
  notifier: { notify: async () => recorder.note('rights', 'notify') },
  service: (owner) => new Service(runtime, executions, owner, parts),
};
const CONTEXT = { awsRequestId: 'r' } as Context;
const scope = (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map(scopeName).join(' ');

interface Asked {
  readonly params?: Record<string, string>;
  readonly body?: object;
  readonly query?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
}

/** Calls a route as its function would be; it must succeed, or nothing was learnt. */
async function call(id: string, { params, body, query, headers }: Asked = {}): Promise<Record<string, unknown>> {
  const route = ROUTES.find((one) => one.id === id)!;
  const event = {
    httpMethod: route.method,
    path: route.path,
    headers: { 'content-type': 'application/json', ...headers },
    pathParameters: params ?? null,
    multiValueQueryStringParameters: query ?? null,
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
    requestContext: { requestId: 'r', authorizer: { claims: { sub: 'a', scope } } },
  } as unknown as APIGatewayProxyEvent;
  const reply = await recorder.run(id, () => withApi(ports, () => API_HANDLERS[id]!(event, CONTEXT)));
  if (reply.statusCode >= 300) throw new Error(`${id} answered ${reply.statusCode}: ${reply.body}`);
  return reply.body === '' ? {} : (JSON.parse(reply.body) as Record<string, unknown>);
}

async function createRuns(): Promise<string> {
  const body = { topic: 'raft', answers: {} };
  const { slug } = await call('createRun', { body, headers: { 'idempotency-key': 'k1' } });
  await call('createRun', { body, headers: { 'idempotency-key': 'k1' } });
  await call('createEstimate', { body });
  await call('listRuns');
  return String(slug);
}

async function lookAt(slug: string): Promise<void> {
  const params = { slug };
  await world.blobs.put(`a/runs/${slug}/plan.md`, '# plan');
  await world.blobs.put(`a/runs/${slug}/candidates.json`, '[]');
  await seedPlan(slug);
  for (const id of ['getRun', 'getPlan', 'getGraph', 'getTranscript', 'getArtifacts']) await call(id, { params });
  await call('getArtifacts', { params, query: { path: ['plan.md'] } });
}

async function seedPlan(slug: string): Promise<void> {
  const pk = `RUN#a#${slug}`;
  const node = { rationale: '', kind: 'sota', partial: false, status: 'pending', question: 'Which?', revision: 0 };
  const open = { assigned_subtask_id: null, answer_summary: null, answer_evidence: null, reason: null, sources: [] };
  await runtime.table.put({ pk, sk: 'NODE#graph' }, { status: 'executing', order: ['root', 'SQ1'] });
  await runtime.table.put({ pk, sk: 'NODE#root' }, { ...node, ...open, id: 'root', depends_on: ['SQ1'] });
  await runtime.table.put({ pk, sk: 'NODE#SQ1' }, { ...node, ...open, id: 'SQ1', depends_on: [] });
}

async function workOn(slug: string): Promise<void> {
  const params = { slug };
  const run = new RunHandle(runtime, { owner: 'a', slug, attempt: 1 });
  const asked = {
    kind: 'ambiguity' as const,
    text: 'Which?',
    options: [{ key: 'x', label: 'x', cost: null }],
    default: 'x',
  };
  await ask(run, 'Q1', asked, await run.meta());
  await runtime.table.update({ pk: `RUN#a#${slug}`, sk: 'Q#Q1' }, { set: { token: 'waiting-token' } });
  await call('answerQuestion', { params, body: { question: 'Q1', choice: 'x' } });
  await call('cancelRun', { params });
  world.executions.endAll();
  await recorder.run('reconciler', () =>
    withServices(ports, () => reconciler(ended('FAILED', { owner: 'a', slug, attempt: 1 }), CONTEXT)),
  );
  await call('resumeRun', { params });
  world.executions.endAll();
  await call('deleteRun', { params });
}

const ended = (status: string, run: object) => ({
  source: 'aws.states',
  detail: { name: 'x', status, input: JSON.stringify({ run }) },
});

async function schedule(): Promise<void> {
  const body = { name: 'Weekly raft', expression: '0 7 * * MON', request: { topic: 'raft' } };
  const { id } = await call('createSchedule', { body });
  const params = { id: String(id) };
  await call('listSchedules');
  await call('getSchedule', { params });
  await call('replaceSchedule', { params, body: { ...body, name: 'Raft' } });
  await call('pauseSchedule', { params });
  await call('resumeSchedule', { params });
  const delivery = { owner: 'a', schedule: params.id, scheduledTime: '2026-03-02T07:00:00Z' };
  const fired = await recorder.run('starter', () => withServices(ports, () => starter(delivery, CONTEXT)));
  const { slug } = fired as { slug: string };
  await finish(world, 'a', slug, { papers: [paper('arxiv:1309.5671', 'Raft')] });
  world.executions.endAll();
  await recorder.run('digester', () =>
    withServices(ports, () => digester(ended('SUCCEEDED', { owner: 'a', slug, attempt: 1 }), CONTEXT)),
  );
  await call('listDigests', { params });
  await call('getDigest', { params: { ...params, number: '1' } });
  world.time += 60_000;
  await call('runSchedule', { params });
  await call('deleteSchedule', { params });
}

beforeAll(async () => {
  const slug = await createRuns();
  await lookAt(slug);
  await workOn(slug);
  await schedule();
});

const GRANTED = new Map<string, Grants>([...Object.entries(ROUTE_GRANTS), ...Object.entries(EVENT_GRANTS)]);

describe('what the functions of the API and of events did', () => {
  it('is done by every one of them', () => {
    expect([...GRANTED.keys()].filter((name) => !recorder.used.has(name))).toEqual([]);
    expect(Object.keys(ROUTE_GRANTS).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
  });

  it.each([...GRANTED.keys()])('is granted to %s', (name) => {
    expect(beyond(recorder.used.get(name)!, GRANTED.get(name)!)).toEqual([]);
  });
});
