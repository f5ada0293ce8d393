import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../shared/api/api.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import type { EmbeddedCloud } from '../cloud/cloud.ts';
import { HomeInUse, HomeUnusable } from '../cloud/errors.ts';
import { homeExists, homePath, logPathOf } from '../cloud/home-path.ts';
import type { Server } from '../cloud/http.ts';

/** A way to the runs: in this process, which then owns the home, or over HTTP. */
export interface Connection {
  readonly api: Api;
  /** The home's folder; null for a deployed API. */
  readonly home: string | null;
  readonly logPath: string | null;
  /** Present in the owner's process. */
  readonly owner: { readonly cloud: EmbeddedCloud; readonly server: Server } | null;
  /** Indexes a library of this machine. */
  importLibrary(path: string): Promise<Manifest>;
  /** Ends what this connection holds; an owner stays until the executions that others wait for have ended. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Whether a home that is not there is made. A command that only looks leaves nothing behind. */
  readonly creates?: boolean;
}

/** Time another process gets to say where it listens: it may be busy indexing. */
const PATIENCE_MS = 20_000;

/**
 * Becomes a client of the home's owner, or owns the home.
 * @param endpoint a deployed API; the home is then not touched
 * @throws {UsageError} when there is no home and none is to be made
 */
export async function connect(endpoint?: string, options: ConnectOptions = {}): Promise<Connection> {
  if (endpoint !== undefined) return remote(endpoint);
  const home = homePath();
  const there = homeExists(home);
  if (!there && options.creates !== true) {
    throw new UsageError(
      `There are no runs yet: the home ${home} does not exist.\nStart one: plumbline run "Raft vs Paxos" --offline; or name another home with PLUMBLINE_HOME.`,
    );
  }
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = there ? await clientOf(home) : undefined;
    if (client) return client;
    const { Home } = await import('../cloud/home.ts');
    try {
      const owned = await Home.own(home);
      try {
        return await (await import('./own.ts')).own(owned);
      } catch (error) {
        await owned.release();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof HomeInUse)) throw error;
    }
    const again = await clientOf(home);
    if (again) return again;
    if (Date.now() > until) {
      throw new HomeUnusable(
        `Another process holds ${home} and does not answer.\nEnd it, or choose another folder with PLUMBLINE_HOME.`,
      );
    }
    await sleep(100);
  }
}

/** A client of the process that owns the home; undefined when none answers. */
async function clientOf(home: string): Promise<Connection | undefined> {
  const { readServerFile } = await import('../cloud/server-file.ts');
  const server = await readServerFile(home);
  if (!server) return undefined;
  const { ApiClient } = await import('../../shared/api/client.ts');
  const client = new ApiClient(`http://127.0.0.1:${server.port}`, { token: server.token });
  if (!(await client.alive())) return undefined;
  return {
    api: client,
    home,
    logPath: logPathOf(home),
    owner: null,
    importLibrary: (path) => client.importLibrary(path),
    close: async () => {},
  };
}

async function remote(endpoint: string): Promise<Connection> {
  if (!/^https?:\/\/\S+$/.test(endpoint)) {
    throw new UsageError(`--endpoint: "${endpoint}" is no address. Give the deployed API's, https://….`);
  }
  const { ApiClient } = await import('../../shared/api/client.ts');
  return {
    api: await ApiClient.deployed(endpoint, process.env),
    home: null,
    logPath: null,
    owner: null,
    importLibrary: async () => {
      throw new UsageError('A deployed API cannot read files of this machine. Leave --library out.');
    },
    close: async () => {},
  };
}
