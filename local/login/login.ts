import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { requestTokens } from '../../shared/api/credentials.ts';
import { Unauthenticated } from '../../shared/api/errors.ts';
import { saveLogin } from '../../shared/api/login-store.ts';
import { SCOPES, type Scope, scopeName } from '../../shared/api/scopes.ts';
import { UsageError } from '../../shared/contracts/errors.ts';

/** What a deployment says of its user pool. */
export interface Pool {
  /** Address of the sign-in pages, `https://….amazoncognito.com`. */
  readonly domain: string;
  /** The client of the command line: public, no secret. */
  readonly clientId: string;
}

export interface LoginOptions {
  /** Shows the address at which to sign in, or opens a browser there. */
  readonly show: (address: string) => void;
  /** The loopback port that the pool knows as a callback. */
  readonly port?: number;
  readonly timeoutMs?: number;
}

const PORT = 53_682;
const TIMEOUT_MS = 300_000;
const PAGE = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plumbline</title><p>${text}</p></html>`;

/**
 * Signs a person in by code and PKCE (RFC 7636, RFC 8252): the browser comes back to this machine with a code that is
 * worth nothing without the verifier that only this process knows. The login is stored for the endpoint.
 *
 * @throws {Unauthenticated} when signing in was refused, or nobody came back in time
 */
export async function login(
  endpoint: string,
  pool: Pool,
  options: LoginOptions,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const verifier = randomBytes(48).toString('base64url');
  const state = randomBytes(24).toString('base64url');
  const port = options.port ?? PORT;
  const redirect = `http://localhost:${port}/callback`;
  const tokenUrl = new URL('/oauth2/token', pool.domain).href;
  const code = await codeFrom(port, state, options, addressOf(pool, redirect, state, verifier));
  const tokens = await requestTokens(tokenUrl, {
    grant_type: 'authorization_code',
    client_id: pool.clientId,
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  const stored = {
    tokenUrl,
    clientId: pool.clientId,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expires: Date.now() + tokens.expires_in * 1000,
  };
  await saveLogin(endpoint, stored, environment);
}

function addressOf(pool: Pool, redirect: string, state: string, verifier: string): string {
  const address = new URL('/oauth2/authorize', pool.domain);
  const query = {
    response_type: 'code',
    client_id: pool.clientId,
    redirect_uri: redirect,
    scope: ['openid', ...(Object.keys(SCOPES) as Scope[]).map(scopeName)].join(' '),
    state,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/** Waits for the browser to come back. What does not carry our state was not sent by our request. */
function codeFrom(port: number, state: string, options: LoginOptions, address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const come = URL.parse(request.url ?? '', 'http://localhost');
      const answer = (status: number, text: string) =>
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(PAGE(text));
      if (come?.pathname !== '/callback') return void answer(404, 'There is nothing here.');
      if (!same(come.searchParams.get('state') ?? '', state)) {
        return void answer(400, 'This page was not asked for by the login that is under way.');
      }
      const code = come.searchParams.get('code');
      answer(200, code === null ? 'Signing in was refused.' : 'You are signed in. You may close this page.');
      if (code === null) {
        const why = (come.searchParams.get('error') ?? 'no code').replace(/[^a-z_ ]/gi, '').slice(0, 60);
        end(() => reject(new Unauthenticated(`Signing in was refused (${why}). Try again.`)));
      } else {
        end(() => resolve(code));
      }
    });
    const timer = setTimeout(
      () => end(() => reject(new Unauthenticated('Nobody came back from signing in. Try again.'))),
      options.timeoutMs ?? TIMEOUT_MS,
    );
    function end(then: () => void): void {
      clearTimeout(timer);
      server.close(then);
      server.closeIdleConnections();
    }
    server.once('error', (cause) => {
      clearTimeout(timer);
      reject(
        new UsageError(`Port ${port} of this machine is taken; signing in needs it. End what uses it.`, { cause }),
      );
    });
    server.listen(port, '127.0.0.1', () => options.show(address));
  });
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
