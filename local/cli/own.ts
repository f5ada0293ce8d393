import { join } from 'node:path';
import { clockOf } from '../cloud/clock.ts';
import { EmbeddedCloud } from '../cloud/cloud.ts';
import { openEmbedder } from '../cloud/embedder.ts';
import type { Home } from '../cloud/home.ts';
import { homeBlobs } from '../cloud/home-blobs.ts';
import { openServer } from '../cloud/http.ts';
import { openLive } from '../cloud/live.ts';
import { openLog } from '../cloud/log.ts';
import { openEstimator, openRoles } from '../cloud/models.ts';
import { openTable } from '../cloud/table.ts';
import { importLibrary } from '../library/import.ts';
import type { Connection } from './connect.ts';
import { stay } from './stay.ts';

/** Makes this process the home's cloud: table, blobs, engine and the loopback server that other commands use. */
export async function own(home: Home): Promise<Connection> {
  const clock = clockOf(process.env);
  const roles = openRoles(process.env);
  const embedder = await openEmbedder(process.env);
  const { log, path: logPath, flush } = openLog(home.path);
  const table = await openTable(join(home.path, 'table'));
  const blobs = homeBlobs(home.path);
  const live = await openLive(process.env, { table: table.table, blobs });
  const cloud = await EmbeddedCloud.open({
    table: table.table,
    blobs,
    clock,
    log,
    live,
    roles,
    embedder,
    service: { estimator: openEstimator(process.env, live.channels) },
  });
  const server = await openServer(cloud, home.token);
  await home.announce(server.port);
  // Nobody waits for this: it ends the process as any failure does that nobody waits for.
  await home.watch((error) => {
    throw error;
  });
  log.info('owns the home', { port: server.port });
  return {
    api: cloud.service,
    home: home.path,
    logPath,
    owner: { cloud, server },
    importLibrary: async (path) => {
      const manifest = await importLibrary(blobs, path);
      cloud.reloadLibrary(manifest.id);
      return manifest;
    },
    close: async () => {
      await stay(cloud);
      await server.close();
      // Another command may have started a run between the last look and the closing.
      await stay(cloud);
      await table.close();
      await home.release();
      log.info('let go of the home');
      flush();
    },
  };
}
