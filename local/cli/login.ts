import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Command } from 'commander';
import { requestTokens } from '../../shared/api/credentials.ts';
import { loginPath, readLogin, saveLogin } from '../../shared/api/login-store.ts';
import { SCOPES, type Scope, scopeName } from '../../shared/api/scopes.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { launch } from './browser.ts';
import type { LoginOptions } from './commands/login.ts';
import { endpointOf } from './endpoint.ts';

const PATIENCE_MS = 300_000;

/** Signs a person in by authorization code and PKCE (RFC 7636): the code comes back to a port of this machine. */
export async function login(options: LoginOptions, command: Command): Promise<void> {
  const endpoint = endpointOf(command);
  if (endpoint === undefined || !/^https?:\/\/\S+$/.test(endpoint))
    throw new UsageError('Say where: plumbline login --endpoint https://…, output Endpoint of the stack.');
  if (options.out) {
    await saveLogin(endpoint, null, process.env);
    process.stdout.write(`Signed out at ${endpoint}.\n`);
    return;
  }
  const { signIn, tokenUrl, clientId } = await placesOf(endpoint, options);
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--port: "${options.port}" is no port.`);
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')];
  const back = `http://localhost:${port}/callback`;
  const address = new URL(`${signIn}/oauth2/authorize`);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back,
    scope: ['openid', ...(Object.keys(SCOPES) as Scope[]).map(scopeName)].join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const waiting = await codeAt(port, state);
  process.stderr.write(`Sign in here (it should open by itself):\n  ${address.href}\n`);
  launch(address.href);
  const tokens = await requestTokens(tokenUrl, {
    grant_type: 'authorization_code',
    code: await waiting.code,
    redirect_uri: back,
    client_id: clientId,
    code_verifier: verifier,
  });
  await saveLogin(
    endpoint,
    {
      tokenUrl,
      clientId,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      expires: Date.now() + tokens.expires_in * 1000,
    },
    process.env,
  );
  process.stdout.write(`Signed in at ${endpoint}; the login is in ${loginPath(process.env)}.\n`);
}

/** From the options, the environment, or the login before. */
async function placesOf(endpoint: string, options: LoginOptions) {
  const before = await readLogin(endpoint, process.env);
  const signIn = (
    options.signIn ??
    process.env.PLUMBLINE_SIGN_IN ??
    before?.tokenUrl.replace(/\/oauth2\/token$/, '')
  )?.replace(/\/+$/, '');
  const clientId = options.clientId ?? process.env.PLUMBLINE_LOGIN_CLIENT ?? before?.clientId;
  if (signIn === undefined || clientId === undefined) {
    throw new UsageError(
      'Give --sign-in and --client-id: the outputs SignIn and ClientId of the deployed stack. They are remembered.',
    );
  }
  if (!URL.canParse(signIn)) throw new UsageError(`--sign-in: "${signIn}" is no address.`);
  return { signIn, tokenUrl: `${signIn}/oauth2/token`, clientId };
}

/** Listens for the browser that comes back. @returns once it listens */
async function codeAt(port: number, state: string): Promise<{ code: Promise<string> }> {
  const answered = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://localhost:${port}`);
    if (pathname !== '/callback' || searchParams.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    const [code, failed] = [searchParams.get('code'), searchParams.get('error')];
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(
      code === null ? 'Signing in has failed; the terminal says why.' : 'Signed in. You can close this page.',
    );
    if (code !== null) answered.resolve(code);
    else answered.reject(new UsageError(`Signing in was refused (${(failed ?? 'no code').slice(0, 60)}). Try again.`));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new UsageError(`Port ${port} cannot be used (${cause.code}). Free it, or allow another in the stack.`, {
          cause,
        }),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const late = setTimeout(
    () => answered.reject(new UsageError('Nobody signed in within 5 minutes. Try again.')),
    PATIENCE_MS,
  );
  return {
    code: answered.promise.finally(() => {
      clearTimeout(late);
      server.close();
      server.closeAllConnections();
    }),
  };
}
