import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpClient, type HttpRequest } from '../../../shared/sources/http/client.ts';
import { learnedRate } from '../../../shared/sources/http/rate-headers.ts';
import { redact, registerSecret } from '../../../shared/sources/http/redact.ts';
import { userAgent } from '../../../shared/sources/http/user-agent.ts';
import { askedWait } from '../../../shared/sources/retry.ts';

const servers: Server[] = [];
const clients: HttpClient[] = [];

async function serve(
  listener: RequestListener,
): Promise<{ url: string; send: (request?: Partial<HttpRequest>) => ReturnType<HttpClient['send']> }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new HttpClient({ bases: new Set([url]), userAgent: 'plumbline/test' });
  clients.push(client);
  return { url, send: (request = {}) => client.send({ url, ...request }) };
}
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('the HTTP client', () => {
  it('unpacks what is packed, whatever the packing', async () => {
    const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
    for (const [name, pack] of Object.entries(packers)) {
      const { send } = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': name }).end(pack('bees')),
      );
      expect(text((await send()).body)).toBe('bees');
    }
  });

  it('stops a small answer that unfolds without end', async () => {
    const bomb = gzipSync(Buffer.alloc(60_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const { send } = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    await expect(send({ maxBytes: 1_000_000 })).rejects.toMatchObject({ name: 'ResponseTooLarge' });
  });

  it('refuses damaged and unknown packings as errors of the host', async () => {
    const cutOff = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('bees and more bees').subarray(0, 12)),
    );
    await expect(cutOff.send()).rejects.toMatchObject({ name: 'SourceUnreachable', retryable: true });
    const odd = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).end('x'),
    );
    await expect(odd.send()).rejects.toMatchObject({ name: 'SourceUnreachable' });
  });

  it('stops a body that is too long, and one that never ends', async () => {
    const long = await serve((_, response) => response.end(Buffer.alloc(300_000)));
    await expect(long.send({ maxBytes: 100_000 })).rejects.toMatchObject({ name: 'ResponseTooLarge' });
    const slow = await serve((_, response) => {
      response.write('x');
    });
    await expect(slow.send({ timeoutMs: 200 })).rejects.toMatchObject({ name: 'SourceTimeout', retryable: true });
  });

  it('tells the caller’s own end from a time-out', async () => {
    const slow = await serve(() => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(slow.send({ signal: stop.signal, timeoutMs: 5000 })).rejects.toMatchObject({
      name: 'RequestAbandoned',
    });
  });

  it('reports a host that hangs up, without keys in the message', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const client = new HttpClient({ bases: new Set([url]), userAgent: 'x' });
    const error: unknown = await client
      .send({ url: `${url}/works?api_key=topsecretkey` })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SourceUnreachable' });
    expect((error as Error).message).not.toContain('topsecretkey');
    await client.close();
  });

  it('says who it is', async () => {
    let seen = '';
    const { send } = await serve((request, response) => {
      seen = request.headers['user-agent'] ?? '';
      response.end();
    });
    await send();
    expect(seen).toBe('plumbline/test');
    expect(userAgent('1.2.3', 'jo@bees.org', 'https://bees.org')).toBe(
      'plumbline/1.2.3 (+https://bees.org; mailto:jo@bees.org)',
    );
    expect(userAgent('1.2.3', null, null)).toBe('plumbline/1.2.3');
  });
});

describe('waits that services ask for', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  it('reads seconds, dates, resets and words', () => {
    expect(askedWait({ 'retry-after': '7' }, '', now)).toBe(7000);
    expect(askedWait({ 'retry-after': 'Mon, 15 Jun 2026 12:01:00 GMT' }, '', now)).toBe(60_000);
    expect(askedWait({ 'retry-after': 'Mon, 15 Jun 2026 11:00:00 GMT' }, '', now)).toBe(0);
    expect(askedWait({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 30) }, '', now)).toBe(
      30_000,
    );
    expect(askedWait({ 'x-ratelimit-remaining': '0, 1999', 'x-ratelimit-reset': '1, 86000' }, '', now)).toBe(1000);
    expect(askedWait({ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '1' }, '', now)).toBeNull();
    expect(askedWait({}, 'Please try again in 2 minutes.', now)).toBe(120_000);
    expect(askedWait({}, 'more requests available in 33 seconds', now)).toBe(33_000);
    expect(askedWait({}, 'Resets at midnight', now)).toBe(12 * 3_600_000);
    expect(askedWait({}, 'No idea', now)).toBeNull();
    expect(askedWait({ 'retry-after': 'soon' }, '', now)).toBeNull();
  });

  it('learns rates from headers', () => {
    expect(
      learnedRate({ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s', 'x-concurrency-limit': '3' }),
    ).toEqual({ intervalMs: 104, connections: 3 });
    expect(learnedRate({ 'x-ratelimit-limit': '1, 2000' })).toEqual({ intervalMs: 1040, connections: 1 });
    expect(learnedRate({ 'x-ratelimit-limit': '50' })).toBeNull();
    expect(learnedRate({})).toBeNull();
  });
});

describe('keys in messages', () => {
  it('are taken out by their place and by their value', () => {
    registerSecret('s3cr3t-value/+');
    const dirty =
      'GET https://a.org/?api_key=AAA111&q=bees&mailto=jo@bees.org Authorization: Bearer abcdefgh12345 {"access_token":"zzz"} s3cr3t-value/+ s3cr3t-value%2F%2B';
    const clean = redact(dirty);
    for (const secret of ['AAA111', 'jo@bees.org', 'abcdefgh12345', 'zzz', 's3cr3t'])
      expect(clean).not.toContain(secret);
    expect(clean).toContain('q=bees');
  });
});
