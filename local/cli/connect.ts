import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../shared/api/api.ts';
import { ApiClient } from '../../shared/api/client.ts';
import type { Manifest } from '../../shared/sources/library/store.ts';
import { clockOf, EmbeddedCloud, homeBlobs } from '../cloud/cloud.ts';
import { Home, HomeInUse, HomeUnusable, homePath, readServerFile } from '../cloud/home.ts';
import { openServer, type Server } from '../cloud/http.ts';
import { openLive } from '../cloud/live.ts';
import { openLog } from '../cloud/log.ts';
import { openEstimator, openRoles } from '../cloud/models.ts';
import { openTable } from '../cloud/table.ts';
import { importLibrary } from '../library/import.ts';

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
  /** Ends what this connection holds; the owner stays until its executions have ended. */
  close(): Promise<void>;
}

/** Time another process gets to say where it listens. */
const PATIENCE_MS = 8000;

/**
 * Owns the home, or becomes a client of its owner.
 * @param endpoint a deployed API; the home is then not touched
 */
export async function connect(endpoint?: string): Promise<Connection> {
  if (endpoint !== undefined) return remote(endpoint);
  const home = homePath();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await own(await Home.own(home));
    } catch (error) {
      if (!(error instanceof HomeInUse)) throw error;
    }
    const server = await readServerFile(home);
    if (server) {
      const client = new ApiClient(`http://127.0.0.1:${server.port}`, { token: server.token });
      if (await client.alive()) {
        return {
          api: client,
          home,
          logPath: join(home, 'logs', 'plumbline.log'),
          owner: null,
          importLibrary: (path) => client.importLibrary(path),
          close: async () => {},
        };
      }
    }
    if (Date.now() > until) {
      throw new HomeUnusable(
        `Another process holds ${home} and does not answer. End it, or choose another folder with PLUMBLINE_HOME.`,
      );
    }
    await sleep(100);
  }
}

async function own(home: Home): Promise<Connection> {
  const { log, path: logPath, flush } = openLog(home.path);
  const table = await openTable(join(home.path, 'table'));
  const blobs = homeBlobs(home.path);
  const clock = clockOf(process.env);
  const live = await openLive(process.env, { table: table.table, blobs });
  const roles = openRoles(process.env);
  const cloud = await EmbeddedCloud.open({
    table: table.table,
    blobs,
    clock,
    log,
    live,
    roles,
    service: { estimator: openEstimator(process.env, live.channels) },
  });
  const server = await openServer(cloud, home.token);
  await home.announce(server.port);
  return {
    api: cloud.service,
    home: home.path,
    logPath,
    owner: { cloud, server },
    importLibrary: (path) => importLibrary(blobs, path),
    close: async () => {
      await server.close();
      await table.close();
      await home.release();
      flush();
    },
  };
}

async function remote(endpoint: string): Promise<Connection> {
  const client = await ApiClient.deployed(endpoint, process.env);
  return {
    api: client,
    home: null,
    logPath: null,
    owner: null,
    importLibrary: (path) => client.importLibrary(path),
    close: async () => {},
  };
}
