import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../contracts/errors.ts';

/** A login of a person at one endpoint. */
export const StoredLogin = z.object({
  tokenUrl: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Milliseconds since 1970. */
  expires: z.number(),
});
export type StoredLogin = z.infer<typeof StoredLogin>;

const File = z.record(z.string(), StoredLogin);

/** `logins.json` of the user's configuration folder, readable by the user alone. */
export function loginPath(environment: NodeJS.ProcessEnv): string {
  const folder = environment.XDG_CONFIG_HOME ?? join(environment.HOME ?? homedir(), '.config');
  return join(folder, 'plumbline', 'logins.json');
}

const nameOf = (endpoint: string): string => endpoint.replace(/\/+$/, '');

/**
 * The login stored for an endpoint; undefined when there is none.
 * @throws {UsageError} when the file is damaged
 */
export async function readLogin(endpoint: string, environment: NodeJS.ProcessEnv): Promise<StoredLogin | undefined> {
  return (await readAll(loginPath(environment)))[nameOf(endpoint)];
}

export async function saveLogin(
  endpoint: string,
  login: StoredLogin | null,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const path = loginPath(environment);
  const { [nameOf(endpoint)]: _before, ...others } = await readAll(path);
  const all = login === null ? others : { ...others, [nameOf(endpoint)]: login };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(all, null, 1), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function readAll(path: string): Promise<Record<string, StoredLogin>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return File.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`The file ${path} is damaged. Delete it and log in again.`, { cause });
  }
}
