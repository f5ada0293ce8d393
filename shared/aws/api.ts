import * as z from 'zod';
import type { ServicePorts } from '../api/ports.ts';
import { Service, type ServiceParts } from '../api/service.ts';
import type { OwnerLimits } from '../api/shares.ts';
import { Source } from '../contracts/enums.ts';
import { PlumblineError } from '../contracts/errors.ts';
import type { RunRequest } from '../contracts/run.ts';
import { estimate, type RunEstimate } from '../models/estimate.ts';
import type { Runtime } from '../runtime.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import { hasLibrary } from '../sources/library/manifest.ts';
import { DynamoTable } from '../store/dynamo.ts';
import { S3Blobs } from '../store/s3.ts';
import { SfnExecutions } from './executions.ts';
import { S3Links } from './links.ts';
import { powertoolsLog } from './log.ts';
import { SnsNotifier } from './notifier.ts';
import { SHARED_PREFIX } from './places.ts';
import { EventBridgeScheduler } from './scheduler.ts';
import { numberSetting, optionalSetting, setting } from './setting.ts';
import { SfnTokens } from './tokens.ts';

/** A function of the API reached for a part of the pipeline that it is not given. */
export class PartMissing extends PlumblineError {}

const LIVE_CHANNELS = Source.options.filter((source) => source !== 'library');

/** What an owner may use unless the stack says otherwise. */
const LIMITS: OwnerLimits = { runsAtOnce: 5, tokensPerMonth: 50_000_000 };

/** The ports of a deployed function of the API, made once per container: store and executions, no agents. */
export function awsApi(): ServicePorts {
  const log = powertoolsLog();
  const runtime = apiRuntime(log);
  const executions = new SfnExecutions(setting('STATE_MACHINE_ARN'));
  const links = new S3Links(setting('BUCKET_NAME'));
  const limits: OwnerLimits = {
    runsAtOnce: numberSetting('RUNS_AT_ONCE', LIMITS.runsAtOnce),
    tokensPerMonth: numberSetting('TOKENS_PER_MONTH', LIMITS.tokensPerMonth),
  };
  const topic = optionalSetting('NOTICE_TOPIC_ARN');
  const parts: ServiceParts = { links, limits, scheduler: lazyScheduler(), estimator };
  return {
    log,
    runtime,
    links,
    notifier: topic === undefined ? null : new SnsNotifier(topic),
    service: (owner) => new Service(runtime, executions, owner, parts),
  };
}

/** The functions of the API hold no key: what `auto` means is said by the stack; without a word, a model is used. */
function estimator(request: RunRequest): RunEstimate {
  const configured = z.enum(['anthropic', 'bedrock', 'extractive']).parse(optionalSetting('AUTO_MODEL') ?? 'anthropic');
  const model = request.model === 'auto' ? configured : request.model;
  // Whether a search service has a key is not known here either: the model's own search is counted.
  return estimate(request, { model, channels: LIVE_CHANNELS, webSearch: model === 'anthropic' });
}

/** Only the functions that change schedules have its settings and rights. */
function lazyScheduler(): Scheduler {
  let made: Scheduler | undefined;
  const scheduler = () => {
    made ??= new EventBridgeScheduler({
      group: setting('SCHEDULE_GROUP'),
      starter: setting('STARTER_ARN'),
      role: setting('SCHEDULER_ROLE_ARN'),
      deadLetters: setting('SCHEDULE_DLQ_ARN'),
    });
    return made;
  };
  return {
    put: async (owner, schedule) => scheduler().put(owner, schedule),
    remove: async (owner, id) => scheduler().remove(owner, id),
  };
}

/** A runtime without models, sources and embeddings, which would make every function of the API a megabyte larger. */
function apiRuntime(log: Runtime['log']): Runtime {
  const missing = (part: string): never => {
    throw new PartMissing(`A function of the API has no ${part}; steps of the pipeline have it.`);
  };
  const blobs = new S3Blobs(setting('BUCKET_NAME'));
  return {
    table: new DynamoTable(setting('TABLE_NAME')),
    blobs,
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
    hasLibrary: (id) => hasLibrary(blobs, SHARED_PREFIX, id),
    library: async () => missing('library'),
    rootOf: (owner, slug) => `${owner}/runs/${slug}`,
  };
}
