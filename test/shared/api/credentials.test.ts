import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deployedCredentials } from '../../../shared/api/credentials.ts';
import { Unauthenticated } from '../../../shared/api/errors.ts';
import { loginPath, readLogin, saveLogin } from '../../../shared/api/login-store.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';

const ENDPOINT = 'https://api.example/v1';
let folder: string;
let pool: Server;
let asked: { form: string; authorization: string | undefined }[];
let answer: { status: number; body: object };
let tokenUrl: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-login-'));
  environment = { XDG_CONFIG_HOME: folder };
  asked = [];
  answer = { status: 200, body: { access_token: 'fresh', expires_in: 3600 } };
  pool = createServer((request, response) => {
    let form = '';
    request.on('data', (part) => {
      form += part;
    });
    request.on('end', () => {
      asked.push({ form, authorization: request.headers.authorization });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => pool.listen(0, '127.0.0.1', done));
  tokenUrl = `http://127.0.0.1:${(pool.address() as AddressInfo).port}/oauth2/token`;
});
afterEach(async () => {
  await new Promise((done) => pool.close(done));
  await rm(folder, { recursive: true });
});

const tokenOf = async (credentials: Awaited<ReturnType<typeof deployedCredentials>>) =>
  typeof credentials.token === 'string' ? credentials.token : credentials.token();

const login = (more: object = {}) => ({
  tokenUrl,
  clientId: 'cli',
  accessToken: 'held',
  refreshToken: 'refresh',
  expires: Date.now() + 3_600_000,
  ...more,
});

describe('credentials of a deployed API', () => {
  it('are a machine’s from the environment, asked for once while they hold', async () => {
    const machine = { PLUMBLINE_CLIENT_ID: 'id', PLUMBLINE_CLIENT_SECRET: 'secret', PLUMBLINE_TOKEN_URL: tokenUrl };
    const credentials = await deployedCredentials(ENDPOINT, machine);
    expect([await tokenOf(credentials), await tokenOf(credentials)]).toEqual(['fresh', 'fresh']);
    expect(asked).toEqual([
      { form: 'grant_type=client_credentials', authorization: `Basic ${Buffer.from('id:secret').toString('base64')}` },
    ]);
  });

  it('are the stored login, while it holds without asking anybody', async () => {
    await saveLogin(`${ENDPOINT}/`, login(), environment);
    expect(await tokenOf(await deployedCredentials(ENDPOINT, environment))).toBe('held');
    expect(asked).toEqual([]);
    expect((await stat(loginPath(environment))).mode & 0o777).toBe(0o600);
  });

  it('renew a login that is about to expire, and keep it', async () => {
    await saveLogin(ENDPOINT, login({ expires: Date.now() + 1000 }), environment);
    expect(await tokenOf(await deployedCredentials(ENDPOINT, environment))).toBe('fresh');
    expect(asked[0]?.form).toBe('grant_type=refresh_token&refresh_token=refresh&client_id=cli');
    expect(await readLogin(ENDPOINT, environment)).toMatchObject({ accessToken: 'fresh', refreshToken: 'refresh' });
  });

  it.each([
    ['none', async () => {}, /Not signed in at .*plumbline login/],
    [
      'an expired login that cannot be renewed',
      async () => saveLogin(ENDPOINT, login({ expires: 0, refreshToken: null }), environment),
      /has expired/,
    ],
    [
      'a refused renewal',
      async () => {
        answer = { status: 400, body: { error: 'invalid_grant' } };
        await saveLogin(ENDPOINT, login({ expires: 0 }), environment);
      },
      /refused to sign in \(invalid_grant\)/,
    ],
  ])('say what to do about %s', async (_, prepare, message) => {
    await prepare();
    const asking = deployedCredentials(ENDPOINT, environment).then(tokenOf);
    await expect(asking).rejects.toThrow(Unauthenticated);
    await expect(deployedCredentials(ENDPOINT, environment).then(tokenOf)).rejects.toThrow(message);
  });

  it('name a damaged file', async () => {
    await saveLogin(ENDPOINT, login(), environment);
    await writeFile(loginPath(environment), '{');
    await expect(deployedCredentials(ENDPOINT, environment)).rejects.toThrow(UsageError);
  });
});
