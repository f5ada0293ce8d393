import type { ApiPorts } from '../api/ports.ts';
import { Service } from '../api/service.ts';
import { PlumblineError } from '../contracts/errors.ts';
import type { Runtime } from '../runtime.ts';
import { DynamoTable } from '../store/dynamo.ts';
import { S3Blobs } from '../store/s3.ts';
import { SfnExecutions } from './executions.ts';
import { S3Links } from './links.ts';
import { powertoolsLog } from './log.ts';
import { setting } from './setting.ts';
import { SfnTokens } from './tokens.ts';

/** A function of the API reached for a part of the pipeline that it is not given. */
export class PartMissing extends PlumblineError {}

/** The ports of a deployed function of the API, made once per container: store and executions, no agents. */
export function awsApi(): ApiPorts {
  const log = powertoolsLog();
  const runtime = apiRuntime(log);
  const executions = new SfnExecutions(setting('STATE_MACHINE_ARN'));
  const links = new S3Links(setting('BUCKET_NAME'));
  return { log, service: (owner) => new Service(runtime, executions, owner, { links }) };
}

/** A runtime without models, sources and embeddings, which would make every function of the API a megabyte larger. */
function apiRuntime(log: Runtime['log']): Runtime {
  const missing = (part: string): never => {
    throw new PartMissing(`A function of the API has no ${part}; steps of the pipeline have it.`);
  };
  return {
    table: new DynamoTable(setting('TABLE_NAME')),
    blobs: new S3Blobs(setting('BUCKET_NAME')),
    clock: { now: () => new Date(), wall: () => Date.now() },
    log,
    tokens: new SfnTokens(),
    live: null,
    get embedder(): never {
      return missing('embedder');
    },
    get roles(): never {
      return missing('roles');
    },
    library: async () => missing('library'),
    rootOf: (owner, slug) => `${owner}/runs/${slug}`,
  };
}
