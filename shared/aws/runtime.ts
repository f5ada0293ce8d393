import { loadStaticEmbedder } from '../collate/embed/static.ts';
import { PlumblineError } from '../contracts/errors.ts';
import type { Clock, Runtime } from '../runtime.ts';
import { loadLibrary } from '../sources/library/store.ts';
import { DynamoTable } from '../store/dynamo.ts';
import { S3Blobs } from '../store/s3.ts';
import { powertoolsLog } from './log.ts';
import { SfnTokens } from './tokens.ts';

/** A setting of the deployed function is missing: the stack and the code are of different versions. */
export class SettingMissing extends PlumblineError {}

export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new SettingMissing(`The function has no setting ${name}; deploy the stack and the code together.`);
  }
  return value;
}

const CLOCK: Clock = { now: () => new Date(), wall: () => Date.now() };

/** Where the starter library and shared libraries lie in the bucket. */
export const SHARED_PREFIX = 'shared/';

/** The ports of a deployed function, made once per container. */
export async function awsRuntime(): Promise<Runtime> {
  const embedder = loadStaticEmbedder();
  const log = powertoolsLog();
  const table = new DynamoTable(setting('TABLE_NAME'));
  const blobs = new S3Blobs(setting('BUCKET_NAME'));
  const [{ openRoles }, { openLive }] = await Promise.all([import('./roles.ts'), import('./live.ts')]);
  return {
    table,
    blobs,
    clock: CLOCK,
    log,
    embedder,
    roles: await openRoles({ embedder, log }),
    tokens: new SfnTokens(),
    live: await openLive({ table, blobs, clock: CLOCK, log }),
    library: (id) => loadLibrary(blobs, SHARED_PREFIX, id ?? 'starter', embedder),
    rootOf: (owner, slug) => `${owner}/runs/${slug}`,
  };
}
