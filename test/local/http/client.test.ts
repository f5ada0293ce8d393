import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServer, type Server } from '../../../local/cloud/http.ts';
import { ApiClient } from '../../../shared/api/client.ts';
import {
  ApiUnavailable,
  Conflict,
  KeyReused,
  LimitReached,
  NotFound,
  Unauthenticated,
} from '../../../shared/api/errors.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { makeWorld, request, served, type World } from '../../shared/api/fakes.ts';

let world: World;
let server: Server;
let client: ApiClient;

beforeEach(async () => {
  world = makeWorld();
  const service = world.service('local', { limits: { runsAtOnce: 2, tokensPerMonth: 10_000_000 } });
  server = await openServer(served(world, service), 'secret');
  client = new ApiClient(`http://127.0.0.1:${server.port}/`, { token: 'secret' });
});
afterEach(() => server.close());

describe('a client', () => {
  it('drives a run from its start to its deletion', async () => {
    expect(await client.alive()).toBe(true);
    const { slug } = await client.create(request('efficient attention'));
    expect(await client.create(request('efficient attention'), 'k1')).toEqual(
      await client.create(request('efficient attention'), 'k1'),
    );
    expect((await client.view(slug)).status).toBe('active');
    expect((await client.list({ limit: 1 })).next).not.toBeNull();
    await world.blobs.put(`local/runs/${slug}/plan.md`, '# plan');
    expect(await client.artifacts(slug)).toEqual(['plan.md']);
    expect(Buffer.from((await client.artifact(slug, 'plan.md'))!).toString()).toBe('# plan');
    expect(await client.artifact(slug, 'nothing.md')).toBeUndefined();
    expect((await client.transcript(slug)).rows).toEqual([]);
    world.executions.end('local', slug);
    expect((await client.resume(slug)).status).toBe('active');
    world.executions.end('local', slug, 2);
    expect((await client.cancel(slug)).status).toBe('cancelled');
    await client.remove(slug);
    await expect(client.view(slug)).rejects.toThrow(NotFound);
  });

  it('throws what the service threw', async () => {
    const { slug } = await client.create(request('raft'), 'k1');
    await expect(client.create(request('paxos'), 'k1')).rejects.toThrow(KeyReused);
    await expect(client.resume(slug)).rejects.toThrow(Conflict);
    await expect(client.resume(slug)).rejects.toThrow(/still being executed \(attempt 1\)/);
    await expect(client.artifact('nothing-2026-01-01', 'x')).rejects.toThrow(NotFound);
    await expect(client.create({ ...request('x'), topic: '?' })).rejects.toThrow(UsageError);
    await client.create(request('two'));
    await expect(client.create(request('three'))).rejects.toMatchObject({ name: 'LimitReached', retryAfter: 60 });
    await expect(client.create(request('three'))).rejects.toThrow(LimitReached);
    const stranger = new ApiClient(`http://127.0.0.1:${server.port}`, { token: 'wrong' });
    expect(await stranger.alive()).toBe(false);
    await expect(stranger.list()).rejects.toThrow(Unauthenticated);
  });

  it('drives schedules and reads digests', async () => {
    const { schedules } = client;
    const body = { name: 'weekly', expression: '0 7 * * MON', timezone: 'Europe/Berlin', request: { topic: 'raft' } };
    const made = await schedules.create(body);
    expect(await schedules.list()).toEqual([made]);
    expect((await schedules.replace(made.id, { ...body, expression: 'rate(1 day)' })).version).toBe(2);
    expect((await schedules.pause(made.id)).next).toBeNull();
    expect((await schedules.resume(made.id)).paused).toBe(false);
    const { slug } = await schedules.runNow(made.id);
    expect((await schedules.get(made.id)).lastRun).toBe(slug);
    expect(await schedules.digests(made.id)).toEqual({ digests: [], next: null });
    await expect(schedules.digest(made.id, 1)).rejects.toThrow(NotFound);
    await schedules.remove(made.id);
    await expect(schedules.get(made.id)).rejects.toThrow(NotFound);
  });
});

describe('a client of something else', () => {
  async function answering(
    status: number,
    type: string,
    body: string,
    run: (base: string, hits: () => number) => Promise<void>,
  ) {
    let hits = 0;
    const other = createServer((_request, response) => {
      hits++;
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    try {
      await run(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, () => hits);
    } finally {
      await new Promise((done) => other.close(done));
    }
  }

  it('says that it is no such API, without repeating what may not be repeated', async () => {
    await answering(200, 'text/html', '<html>', async (base) => {
      await expect(new ApiClient(base, { token: 't' }).resume('a-2026-01-01')).rejects.toThrow(
        /form this version does not know/,
      );
    });
    await answering(502, 'text/html', 'Bad gateway', async (base, hits) => {
      await expect(new ApiClient(base, { token: 't' }).resume('a-2026-01-01')).rejects.toThrow(/answered 502/);
      expect(hits()).toBe(1);
    });
  });

  it('repeats what is harmless', async () => {
    await answering(503, 'application/problem+json', '{}', async (base, hits) => {
      await expect(new ApiClient(base, { token: 't' }).list()).rejects.toThrow(ApiUnavailable);
      expect(hits()).toBe(3);
    });
  });

  it('says when nobody answers', async () => {
    const { port } = server;
    await server.close();
    expect(await client.alive()).toBe(false);
    await expect(client.resume('a-2026-01-01')).rejects.toThrow(`127.0.0.1:${port} does not answer (ECONNREFUSED)`);
    server = await openServer(served(world), 't');
  });

  it('follows a link to a file without its token', async () => {
    const { LINK_TYPE } = await import('../../../shared/api/views.ts');
    const seen: (string | undefined)[] = [];
    const bucket = createServer((incoming, response) => {
      seen.push(incoming.headers.authorization);
      response.end('content');
    });
    await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/x?sig=1`;
    const link = JSON.stringify({ path: 'plan.md', url, expires: '2026-03-01T10:15:00.000Z', bytes: 7 });
    await answering(200, LINK_TYPE, link, async (base) => {
      const file = await new ApiClient(base, { token: 't' }).artifact('a-2026-01-01', 'plan.md');
      expect(Buffer.from(file!).toString()).toBe('content');
      expect(seen).toEqual([undefined]);
    });
    await new Promise((done) => bucket.close(done));
  });
});
