import * as z from 'zod';

import { ApiUnavailable, Unauthenticated } from './errors.ts';
import { readLogin, type StoredLogin, saveLogin } from './login-store.ts';
import type { Credentials } from './transport.ts';

/** What the user pool's token endpoint answers. */
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive(),
});
export type Tokens = z.infer<typeof Tokens>;

/** A token is renewed this long before it expires, so that it is not refused on its way. */
const MARGIN_MS = 60_000;
const TIMEOUT_MS = 15_000;

/**
 * Credentials for a deployed API: `PLUMBLINE_TOKEN` as it is; or client credentials (`PLUMBLINE_CLIENT_ID`,
 * `PLUMBLINE_CLIENT_SECRET`, `PLUMBLINE_TOKEN_URL`) for machines; or the login stored for this endpoint.
 * @throws {Unauthenticated} when there is none of them
 */
export async function deployedCredentials(endpoint: string, environment: NodeJS.ProcessEnv): Promise<Credentials> {
  const { PLUMBLINE_TOKEN: token, PLUMBLINE_CLIENT_ID: id, PLUMBLINE_CLIENT_SECRET: secret } = environment;
  if (token !== undefined && token !== '') return { token };
  if (id !== undefined && secret !== undefined) {
    const url = environment.PLUMBLINE_TOKEN_URL;
    if (url === undefined) {
      throw new Unauthenticated(
        'PLUMBLINE_CLIENT_ID is set and PLUMBLINE_TOKEN_URL is not: the token endpoint of the user pool.',
      );
    }
    return { token: machineToken(url, id, secret) };
  }
  const stored = await readLogin(endpoint, environment);
  if (!stored)
    throw new Unauthenticated(`Not signed in at ${endpoint}. Run \`plumbline login --endpoint ${endpoint}\`.`);
  return { token: personToken(endpoint, stored, environment) };
}

/** Client credentials: a new token when the last one is about to expire. */
function machineToken(url: string, id: string, secret: string): () => Promise<string> {
  let held: { token: string; until: number } | undefined;
  return async () => {
    if (held && Date.now() < held.until) return held.token;
    const tokens = await requestTokens(url, { grant_type: 'client_credentials' }, { id, secret });
    held = { token: tokens.access_token, until: Date.now() + tokens.expires_in * 1000 - MARGIN_MS };
    return held.token;
  };
}

/** A person's login, renewed by its refresh token and stored again. */
function personToken(endpoint: string, login: StoredLogin, environment: NodeJS.ProcessEnv): () => Promise<string> {
  let held = login;
  return async () => {
    if (Date.now() < held.expires - MARGIN_MS) return held.accessToken;
    if (held.refreshToken === null) {
      throw new Unauthenticated(
        `The login at ${endpoint} has expired. Run \`plumbline login --endpoint ${endpoint}\`.`,
      );
    }
    const tokens = await requestTokens(held.tokenUrl, {
      grant_type: 'refresh_token',
      refresh_token: held.refreshToken,
      client_id: held.clientId,
    });
    held = {
      ...held,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? held.refreshToken,
      expires: Date.now() + tokens.expires_in * 1000,
    };
    await saveLogin(endpoint, held, environment);
    return held.accessToken;
  };
}

/**
 * Asks a token endpoint (RFC 6749). A machine proves itself by Basic authentication.
 * @throws {Unauthenticated} when it refuses
 * @throws {ApiUnavailable} when it cannot be reached or answers otherwise
 */
export async function requestTokens(
  url: string,
  form: Readonly<Record<string, string>>,
  client?: { readonly id: string; readonly secret: string },
): Promise<Tokens> {
  let reply: Response;
  try {
    reply = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(client
          ? { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` }
          : {}),
      },
      body: new URLSearchParams(form).toString(),
    });
  } catch (cause) {
    throw new ApiUnavailable(`The token endpoint ${new URL(url).host} does not answer. Try again.`, { cause });
  }
  const text = await reply.text();
  if (reply.status === 400 || reply.status === 401) {
    const hint = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? String(reply.status);
    throw new Unauthenticated(`The user pool refused to sign in (${hint}). Check the credentials, or log in again.`);
  }
  try {
    return Tokens.parse(JSON.parse(text));
  } catch (cause) {
    throw new ApiUnavailable(`The token endpoint ${new URL(url).host} answered ${reply.status} and no token.`, {
      cause,
    });
  }
}
