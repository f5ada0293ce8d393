import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../shared/sources/http/address.ts';
import { HttpClient } from '../../../../shared/sources/http/client.ts';
import { checkUrl, guardedLookup, type Resolve } from '../../../../shared/sources/http/guard.ts';

const none = new Set<string>();
const refused = (url: string, bases: ReadonlySet<string> = none) => {
  try {
    checkUrl(new URL(url), bases);
    return false;
  } catch (error) {
    return (error as Error).name === 'AddressForbidden';
  }
};

let server: Server;
let base: string;
let inner: Server;
let innerBase: string;
let secretsSeen: string[] = [];

beforeAll(async () => {
  inner = createServer((request, response) => {
    secretsSeen.push(JSON.stringify(request.headers));
    response.end('inside');
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  innerBase = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  server = createServer((request, response) => {
    const to: Record<string, string> = {
      '/private': 'http://10.0.0.1/',
      '/metadata': 'http://169.254.169.254/latest/meta-data/',
      '/inner': innerBase,
      '/loop': '/loop',
      '/relative': '/end',
      '/file': 'file:///etc/passwd',
    };
    const location = to[request.url ?? ''];
    if (location) response.writeHead(302, { location }).end();
    else response.end(`end ${request.headers.authorization ?? 'no key'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  inner.close();
});

const client = (bases: string[], resolve?: Resolve) =>
  new HttpClient({ bases: new Set(bases), userAgent: 'test', ...(resolve ? { resolve } : {}) });

describe('addresses that are never fetched', () => {
  it('refuses literals in every notation', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '0177.0.0.1',
      '2130706433',
      '127.0.0.1.',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
      '198.18.0.1',
      '192.0.0.192',
      '168.63.129.16',
      '100.100.100.200',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::169.254.169.254]',
      '[64:ff9b:1::a00:1]',
      '[2002:7f00:1::]',
      '[2001:0:0:0::1]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[fec0::1]',
      '[ff02::1]',
      '[2001:db8::1]',
    ]) {
      expect([host, refused(`https://${host}/`)]).toEqual([host, true]);
    }
  });

  it('refuses names of this machine and of private networks, with and without a final dot', () => {
    for (const host of [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
      'metadata.google.internal.',
      'router',
      'db.corp',
      'nas.home.arpa',
    ]) {
      expect([host, refused(`https://${host}/`)]).toEqual([host, true]);
    }
  });

  it('refuses everything but https, user names in addresses, and other schemes', () => {
    for (const url of [
      'http://example.org/',
      'ftp://example.org/',
      'file:///etc/passwd',
      'data:text/plain,x',
      'https://user:pass@example.org/',
    ])
      expect(refused(url)).toBe(true);
    expect(refused('https://export.arxiv.org/api/query')).toBe(false);
    expect(refused('https://[2606:4700::1111]/')).toBe(false);
  });

  it('lets only a configured base be this machine, and nothing else private', () => {
    const bases = new Set(['http://127.0.0.1:9000', 'http://10.0.0.5', 'http://169.254.169.254']);
    expect(refused('http://127.0.0.1:9000/api', bases)).toBe(false);
    expect(refused('http://127.0.0.1:9001/api', bases)).toBe(true);
    expect(refused('http://localhost:9000/api', bases)).toBe(true);
    expect(refused('http://10.0.0.5/', bases)).toBe(true);
    expect(refused('http://169.254.169.254/', bases)).toBe(true);
  });

  it('knows public addresses', () => {
    for (const address of ['8.8.8.8', '151.101.1.42', '2606:4700::1111', '2a00:1450::1'])
      expect(isPublicAddress(address)).toBe(true);
    for (const address of ['', 'x', '999.1.1.1', '::ffff:10.0.0.1']) expect(isPublicAddress(address)).toBe(false);
  });

  it('ssrf-03: a name is judged by the addresses it resolves to when the connection is made, all of them', async () => {
    const to =
      (...addresses: string[]): Resolve =>
      async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:192.168.0.1'], ['fd00::1']]) {
      const http = client([], to(...addresses));
      await expect(http.send({ url: 'https://innocent.test-site.org/' })).rejects.toMatchObject({
        name: 'AddressForbidden',
      });
      await http.close();
    }
  });

  it('ssrf-03: what is connected to is what was judged, although the name has moved meanwhile', async () => {
    let calls = 0;
    const moving: Resolve = async () => [{ address: calls++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    const given = await new Promise((resolve) =>
      guardedLookup('public', moving)('rebind.test-site.org', { all: true }, (error, addresses) =>
        resolve(error ?? addresses),
      ),
    );
    expect(given).toEqual([{ address: '93.184.216.34', family: 4 }]);
    const again = await new Promise((resolve) =>
      guardedLookup('public', moving)('rebind.test-site.org', { all: false }, (error) => resolve(error)),
    );
    expect(again).toMatchObject({ name: 'AddressForbidden' });
  });

  it('ssrf-04: every redirect is checked, at most five are followed, and keys stay with their host', async () => {
    const http = client([base]);
    const headers = { authorization: 'Bearer very-secret-token' };
    for (const path of ['/private', '/metadata', '/inner', '/file'])
      await expect(http.send({ url: base + path, headers })).rejects.toMatchObject({ name: 'AddressForbidden' });
    expect(secretsSeen).toEqual([]);
    await expect(http.send({ url: `${base}/loop` })).rejects.toMatchObject({ name: 'RedirectRefused' });
    expect(new TextDecoder().decode((await http.send({ url: `${base}/relative`, headers })).body)).toBe(
      'end Bearer very-secret-token',
    );
    await http.close();
    const both = client([base, innerBase]);
    secretsSeen = [];
    expect(
      (
        await both.send({
          url: `${base}/inner`,
          headers: { ...headers, 'x-api-key': 'k', cookie: 'c=1', accept: 'text/plain' },
        })
      ).status,
    ).toBe(200);
    expect(secretsSeen[0]).not.toMatch(/secret|x-api-key|cookie/);
    expect(secretsSeen[0]).toContain('text/plain');
    await both.close();
  });
});
