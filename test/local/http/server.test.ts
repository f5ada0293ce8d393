import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServer, type Server } from '../../../local/cloud/http.ts';
import { makeWorld, request, served, type World } from '../../shared/api/fakes.ts';

const TOKEN = 'the-token';
let world: World;
let server: Server;

beforeEach(async () => {
  world = makeWorld();
  server = await openServer(served(world), TOKEN, {
    patienceMs: 300,
  });
});
afterEach(() => server.close());

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...options.headers };
    const outgoing = httpRequest(
      { host: '127.0.0.1', port: server.port, path, method: options.method ?? 'GET', headers, agent: false },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => {
          text += part;
        });
        reply.on('end', () => done({ status: reply.statusCode!, headers: reply.headers, text }));
      },
    );
    outgoing.on('error', failed);
    outgoing.end(options.body);
  });
}

describe('the embedded server', () => {
  it.each([
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: 'Bearer the-tokem' }, 401],
    ['a longer token', { authorization: 'Bearer the-token-and-more' }, 401],
    ['a name that was made to point here', { host: 'evil.example:80' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['the same host at another port', { origin: 'http://127.0.0.1:1' }, 403],
  ])('refuses %s', async (_, headers, status) => {
    const reply = await send('/runs', { headers });
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(reply.text)).toMatchObject({ status });
  });

  it('takes its own page, and localhost', async () => {
    const own = `http://127.0.0.1:${server.port}`;
    expect((await send('/runs', { headers: { origin: own } })).status).toBe(200);
    expect((await send('/runs', { headers: { host: `localhost:${server.port}` } })).status).toBe(200);
  });

  it('sends no header that would let another site read', async () => {
    const reply = await send('/runs', { method: 'OPTIONS' });
    expect(reply.status).toBe(405);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('listens on the loopback address only', async () => {
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4');
    if (!outside) return;
    await expect(fetch(`http://${outside.address}:${server.port}/runs`)).rejects.toThrow();
  });

  it('knows its paths and their methods', async () => {
    expect((await send('/nothing')).status).toBe(404);
    expect((await send('/runs/%ff')).status).toBe(404);
    const wrong = await send('/runs', { method: 'DELETE' });
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  });

  it('reads no body over its limit, however it is sent', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = `{"topic":"${'x'.repeat(300_000)}"}`;
    expect((await send('/runs', { method: 'POST', headers, body })).status).toBe(413);
    const chunked = await send('/runs', {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body,
    });
    expect(chunked.status).toBe(413);
    const huge = { ...headers, 'content-length': '999999999' };
    expect((await send('/runs', { method: 'POST', headers: huge }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await world.service('local').list()).runs).toEqual([]);
  });

  it('cuts off who drips, and serves others meanwhile', async () => {
    const drip = connect(server.port, '127.0.0.1');
    const closed = new Promise((done) => drip.once('close', done));
    drip.on('error', () => {});
    drip.resume();
    drip.write('POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    expect((await send('/runs')).status).toBe(200);
    await closed;
  });

  it('closes while a stream is open', async () => {
    const { slug } = await world.service('local').create(request('raft'));
    const reply = await fetch(`http://127.0.0.1:${server.port}/runs/${slug}/events`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const reader = reply.body!.getReader();
    await reader.read();
    await server.close();
    await reader.read().catch(() => {});
    server = await openServer(served(world), TOKEN);
  });

  it('answers in full to a body in pieces that is too large to be read to its end', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.write(
      `POST /runs HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = 'x'.repeat(65_536);
    for (let n = 0; n < 80; n++) socket.write(`10000\r\n${piece}\r\n`);
    socket.write('0\r\n\r\n');
    await new Promise((done) => socket.on('close', done));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('urn:plumbline:problem:too-large');
  });

  it.each([
    ['POST', '/runs', '{"topic":"raft","library":"nothing"}', {}, 400, 'no library "nothing"'],
    ['POST', '/estimates', '{"topic":"raft"}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'utf-16'],
    ['POST', '/runs', '{"topic":"raft"}', { 'content-encoding': 'gzip' }, 415, 'gzip'],
    ['POST', '/libraries', '{"path":"/x"}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'utf-16'],
    ['GET', '/runs?limit=ten', undefined, {}, 400, 'limit is "ten"; it must be a whole number'],
    ['GET', '/runs/raft-2026-03-01/events?after=x', undefined, {}, 400, 'after is "x"; it must be a whole number'],
    ['GET', '//nowhere/runs', undefined, {}, 404, '//nowhere/runs'],
    ['GET', `/runs/${'a'.repeat(2000)}`, undefined, {}, 404, 'aaa…'],
  ])('%s %s %s is refused with the reason', async (method, path, body, more, status, reason) => {
    const headers = body === undefined ? more : { 'content-type': 'application/json', ...more };
    const reply = await send(path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(reply.status).toBe(status);
    expect((JSON.parse(reply.text) as { detail: string }).detail).toContain(reason);
    expect((await world.service('local').list()).runs).toEqual([]);
  });

  it('takes an idempotency key once', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': ['one', 'two'] as unknown as string };
    const reply = await send('/runs', { method: 'POST', headers, body: '{"topic":"raft"}' });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('2 times');
  });

  it('does not index a library by a relative path, nor one that is not there', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of [
      '{"path":"refs.bib"}',
      '{"path":"/no/such/file.bib"}',
      '{"path":7}',
      '{',
      '{"path":"/x","y":1}',
    ]) {
      expect((await send('/libraries', { method: 'POST', headers, body })).status).toBe(400);
    }
  });
});

describe('the stream of events', () => {
  it('sends rows once and in order, the status when it changes, and an end', async () => {
    const service = world.service('local');
    const { slug } = await service.create(request('raft'));
    const run = service.handle(await service.meta(slug));
    await run.event({ stage: 0, event: 'intake_complete' });
    const streamed = send(`/runs/${slug}/events`);
    await new Promise((done) => setTimeout(done, 250));
    await run.event({ stage: 0, event: 'stage_complete' });
    world.executions.end('local', slug);
    await service.cancel(slug);
    const { text, headers } = await streamed;
    expect(headers['content-type']).toBe('text/event-stream');
    const events = text
      .trim()
      .split('\n\n')
      .map((block) => /^event: (.*)$/m.exec(block)?.[1]);
    expect(events[0]).toBe('status');
    expect(events.at(-1)).toBe('end');
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map((hit) => Number(hit[1]));
    expect(ids).toEqual([1, 2, 3]);
    const later = await send(`/runs/${slug}/events`, { headers: { 'last-event-id': '2' } });
    expect([...later.text.matchAll(/^id: (\d+)$/gm)].map((hit) => Number(hit[1]))).toEqual([3]);
  });

  it('of a run that is not there is a problem document', async () => {
    expect((await send('/runs/nothing-2026-01-01/events')).status).toBe(404);
    expect((await send('/runs/%zz/events')).status).toBe(404);
  });
});
