import { loadStaticEmbedder } from '../collate/embed/static.ts';
import type { Clock, LiveSources, RoleRunner, Runtime } from '../runtime.ts';
import { hasLibrary } from '../sources/library/manifest.ts';
import { loadLibrary } from '../sources/library/store.ts';
import { DynamoTable } from '../store/dynamo.ts';
import { S3Blobs } from '../store/s3.ts';
import { LazyEmbedder } from './lazy-embedder.ts';
import { PartLeftOut } from './left-out.ts';
import type { LiveParts } from './live.ts';
import { powertoolsLog } from './log.ts';
import { SHARED_PREFIX } from './places.ts';
import type { RoleParts } from './roles.ts';
import { setting } from './setting.ts';
import { SfnTokens } from './tokens.ts';

/** The ports of a deployed step, made once per container. */
export async function awsRuntime(): Promise<Runtime> {
  const log = powertoolsLog();
  const clock: Clock = { now: () => new Date(), wall: () => Date.now() };
  const table = new DynamoTable(setting('TABLE_NAME'));
  const blobs = new S3Blobs(setting('BUCKET_NAME'));
  const embedder = new LazyEmbedder(loadStaticEmbedder);
  const [roles, live] = await Promise.all([rolesOf({ embedder, log }), liveOf({ table, blobs, clock, log })]);
  return {
    table,
    blobs,
    clock,
    log,
    embedder,
    roles,
    tokens: new SfnTokens(),
    live,
    hasLibrary: (id) => hasLibrary(blobs, SHARED_PREFIX, id),
    library: (id) => loadLibrary(blobs, SHARED_PREFIX, id ?? 'starter', embedder),
    rootOf: (owner, slug) => `${owner}/runs/${slug}`,
  };
}

/**
 * The build replaces `process.env.PLUMBLINE_ROLES` and `process.env.PLUMBLINE_LIVE` by literals: of a part that is `off`
 * nothing is in the bundle. The conditions stand where the import is, since that is where the bundler looks.
 */
async function rolesOf(parts: RoleParts): Promise<RoleRunner> {
  return process.env.PLUMBLINE_ROLES === 'off'
    ? NO_ROLES
    : process.env.PLUMBLINE_ROLES === 'names'
      ? (await import('./model-names.ts')).openModelNames()
      : (await import('./roles.ts')).openRoles(parts);
}

async function liveOf(parts: LiveParts): Promise<LiveSources | null> {
  return process.env.PLUMBLINE_LIVE === 'off' ? null : (await import('./live.ts')).openLive(parts);
}

const leftOut = async (): Promise<never> => {
  throw new PartLeftOut('This function was bundled without models; say that it needs them in infra/steps.ts.');
};
const NO_ROLES: RoleRunner = { describe: leftOut, run: leftOut };
