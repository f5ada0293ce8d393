import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { login } from '../../../local/login/login.ts';
import { Unauthenticated } from '../../../shared/api/errors.ts';
import { readLogin } from '../../../shared/api/login-store.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';

const ENDPOINT = 'https://api.example/v1';
let folder: string;
let pool: Server;
let forms: URLSearchParams[];
let domain: string;
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-login-'));
  forms = [];
  pool = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      forms.push(new URLSearchParams(text));
      response.end(JSON.stringify({ access_token: 'access', refresh_token: 'refresh', expires_in: 3600 }));
    });
  });
  await new Promise<void>((done) => pool.listen(0, '127.0.0.1', done));
  domain = `http://127.0.0.1:${(pool.address() as AddressInfo).port}`;
  const free = createServer();
  await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
  port = (free.address() as AddressInfo).port;
  await new Promise((done) => free.close(done));
});
afterEach(async () => {
  await new Promise((done) => pool.close(done));
  await rm(folder, { recursive: true });
});

/** A browser that signs in and comes back. */
const browser = (back: (redirect: string, state: string) => string[]) => (address: string) => {
  const asked = new URL(address).searchParams;
  void (async () => {
    for (const url of back(asked.get('redirect_uri')!.replace('localhost', '127.0.0.1'), asked.get('state')!)) {
      await (await fetch(url)).text();
    }
  })();
};

it('signs in by a code that only this process can redeem, and stores the login', async () => {
  const environment = { XDG_CONFIG_HOME: folder };
  let challenge: string | null = null;
  const show = (address: string) => {
    challenge = new URL(address).searchParams.get('code_challenge');
    browser((redirect, state) => [`${redirect}?code=evil&state=other`, `${redirect}?code=good&state=${state}`])(
      address,
    );
  };
  await login(ENDPOINT, { domain, clientId: 'cli' }, { show, port }, environment);
  const form = forms[0]!;
  expect(form.get('code')).toBe('good');
  expect(createHash('sha256').update(form.get('code_verifier')!).digest('base64url')).toBe(challenge);
  expect(await readLogin(ENDPOINT, environment)).toMatchObject({ accessToken: 'access', refreshToken: 'refresh' });
});

it('says when it was refused, when nobody came back, and when the port is taken', async () => {
  const environment = { XDG_CONFIG_HOME: folder };
  const pools = { domain, clientId: 'cli' };
  const refused = browser((redirect, state) => [`${redirect}?error=access_denied&state=${state}`]);
  await expect(login(ENDPOINT, pools, { show: refused, port }, environment)).rejects.toThrow(
    /refused \(access_denied\)/,
  );
  await expect(login(ENDPOINT, pools, { show: () => {}, port, timeoutMs: 50 }, environment)).rejects.toThrow(
    Unauthenticated,
  );
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(port, '127.0.0.1', done));
  await expect(login(ENDPOINT, pools, { show: () => {}, port }, environment)).rejects.toThrow(UsageError);
  await new Promise((done) => taken.close(done));
  expect(await readLogin(ENDPOINT, environment)).toBeUndefined();
});
