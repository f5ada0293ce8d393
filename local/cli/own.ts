import { join } from 'node:path';
import { clockOf } from '../cloud/clock.ts';
import { EmbeddedCloud } from '../cloud/cloud.ts';
import { openEstimator } from '../cloud/estimator.ts';
import type { Home } from '../cloud/home.ts';
import { homeBlobs } from '../cloud/home-blobs.ts';
import { openServer } from '../cloud/http.ts';
import { openLog } from '../cloud/log.ts';
import { StepThreads } from '../cloud/step-threads.ts';
import { openTable } from '../cloud/table.ts';
import type { ThreadHome } from '../cloud/thread-main.ts';
import type { Connection } from './connect.ts';
import { stay } from './stay.ts';

const THREAD = new URL('../cloud/thread-main.ts', import.meta.url);
/** As many runs at once do not wait for each other's long steps; each thread has its own copy of a library. */
const MOST_THREADS = 2;

/** Makes this process the home's cloud: table, blobs, engine and the loopback server that other commands use. */
export async function own(home: Home): Promise<Connection> {
  const clock = clockOf(process.env);
  const { log, path: logPath, flush } = openLog(home.path);
  const table = await openTable(join(home.path, 'table'));
  const blobs = homeBlobs(home.path);
  const estimator = await openEstimator(process.env);
  const data: ThreadHome = { path: home.path, table: table.port };
  const cloud = await EmbeddedCloud.open({
    table: table.table,
    blobs,
    clock,
    log,
    service: { estimator },
    threads: (tokens) => new StepThreads({ entry: THREAD, data, most: MOST_THREADS, tokens, table: table.table }),
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
    importLibrary: (path) => cloud.importLibrary(path),
    close: async () => {
      await stay(cloud);
      await server.close();
      // Another command may have started a run between the last look and the closing.
      await stay(cloud);
      await cloud.close();
      await table.close();
      await home.release();
      log.info('let go of the home');
      flush();
    },
  };
}
