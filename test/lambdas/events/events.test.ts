import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler as digester } from '../../../lambdas/digester/handler.ts';
import { withServices } from '../../../lambdas/middleware/services.ts';
import { handler as reconciler } from '../../../lambdas/reconciler/handler.ts';
import { handler as starter } from '../../../lambdas/starter/handler.ts';
import type { ServicePorts } from '../../../shared/api/ports.ts';
import { makeWorld, request, type World } from '../../shared/api/fakes.ts';
import { finish, paper } from '../../shared/schedule/finished.ts';

const CONTEXT = { awsRequestId: 'r1' } as Context;

function ports(world: World, sent: string[] = []): ServicePorts {
  return {
    log: world.runtime.log,
    runtime: world.runtime,
    links: null,
    notifier: { notify: async (owner, subject) => void sent.push(`${owner}: ${subject}`) },
    service: (owner) => world.service(owner),
  };
}

const ended = (status: string, run: object, more: object = {}) => ({
  source: 'aws.states',
  'detail-type': 'Step Functions Execution Status Change',
  detail: { name: 'x', status, input: JSON.stringify({ run }), ...more },
});

async function scheduled(): Promise<World> {
  const world = makeWorld();
  await world.service('a').schedules.create({ name: 'weekly', expression: 'rate(7 days)', request: { topic: 'raft' } });
  return world;
}
const DELIVERY = { owner: 'a', schedule: 'weekly', scheduledTime: '2026-03-08T10:00:00Z' };

describe('the starter', () => {
  it('delivered twice starts one run, named by the scheduled time', async () => {
    const world = await scheduled();
    world.time = Date.parse('2026-03-09T00:10:00Z'); // delivered late, past midnight
    const first = await withServices(ports(world), () => starter(DELIVERY, CONTEXT));
    const second = await withServices(ports(world), () => starter(DELIVERY, CONTEXT));
    expect(first).toEqual({ status: 'started', slug: 'raft-2026-03-08' });
    expect(second).toEqual({ status: 'duplicate', slug: 'raft-2026-03-08' });
    expect(world.executions.started).toEqual(['a/raft-2026-03-08/1']);
  });

  it.each([{}, { ...DELIVERY, owner: 'a#b' }, { ...DELIVERY, scheduledTime: 'now' }, null])(
    'refuses %j',
    async (event) => {
      const world = await scheduled();
      await expect(withServices(ports(world), () => starter(event, CONTEXT))).rejects.toThrow(/not as expected/);
    },
  );
});

describe('the reconciler', () => {
  async function cut(status: string, more: object = {}): Promise<{ world: World; slug: string; event: object }> {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('raft'));
    world.executions.end('a', slug);
    return { world, slug, event: ended(status, { owner: 'a', slug, attempt: 1 }, more) };
  }

  it('closes the record of an execution that could not, once', async () => {
    const { world, slug, event } = await cut('TIMED_OUT', { error: 'States.Timeout', cause: 'too long' });
    expect(await withServices(ports(world), () => reconciler(event, CONTEXT))).toEqual({ result: 'closed' });
    const view = await world.service('a').view(slug);
    expect(view).toMatchObject({
      status: 'failed',
      reason: 'failed: the execution timed out: States.Timeout: too long',
    });
    expect(await withServices(ports(world), () => reconciler(event, CONTEXT))).toEqual({ result: 'ended before' });
    const { rows } = await world.service('a').transcript(slug);
    expect(rows.filter((row) => row.event === 'failed')).toHaveLength(1);
    expect((await world.service('a').list()).runs[0]?.status).toBe('failed');
  });

  it('leaves a run alone that a later attempt owns, that ended, or that is deleted', async () => {
    const { world, slug, event } = await cut('FAILED');
    await world.service('a').resume(slug);
    expect(await withServices(ports(world), () => reconciler(event, CONTEXT))).toEqual({ result: 'taken over' });
    expect((await world.service('a').view(slug)).status).toBe('active');
    world.executions.end('a', slug, 2);
    await world.service('a').remove(slug);
    expect(await withServices(ports(world), () => reconciler(event, CONTEXT))).toEqual({ result: 'gone' });
  });

  it('calls a cancelled run cancelled', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('raft'));
    await world.service('a').cancel(slug);
    world.executions.end('a', slug);
    const event = ended('ABORTED', { owner: 'a', slug, attempt: 1 });
    await withServices(ports(world), () => reconciler(event, CONTEXT));
    expect((await world.service('a').view(slug)).status).toBe('cancelled');
  });

  it('throws what it cannot read, so that it goes to the dead letters', async () => {
    const world = makeWorld();
    const event = ended('FAILED', { owner: 'a' });
    await expect(withServices(ports(world), () => reconciler(event, CONTEXT))).rejects.toThrow(/names no run/);
  });
});

describe('the digester', () => {
  it('makes the digest of a scheduled run and tells of it once; other runs pass by', async () => {
    const world = await scheduled();
    const sent: string[] = [];
    const { slug } = await world.service('a').schedules.fire('weekly', new Date('2026-03-08T10:00:00Z'), 'clock');
    await finish(world, 'a', slug!, { papers: [paper('arxiv:2401.00001', 'A paper')] });
    const event = ended('SUCCEEDED', { owner: 'a', slug, attempt: 1 });
    expect(await withServices(ports(world, sent), () => digester(event, CONTEXT))).toEqual({ made: 1, noticed: 1 });
    expect(await withServices(ports(world, sent), () => digester(event, CONTEXT))).toEqual({ made: 0, noticed: 0 });
    expect(sent).toEqual(['a: Plumbline: weekly, digest 1']);
    const { slug: other } = await world.service('a').create(request('paxos'));
    const another = ended('SUCCEEDED', { owner: 'a', slug: other, attempt: 1 });
    expect(await withServices(ports(world, sent), () => digester(another, CONTEXT))).toEqual({ made: 0, noticed: 0 });
  });
});
