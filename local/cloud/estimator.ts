import type { RunRequest } from '../../shared/contracts/run.ts';
import { estimatorOf, type RunEstimate } from '../../shared/models/estimate.ts';
import { activeChannels, sourceConfig } from '../../shared/sources/config.ts';
import { checkEmbedder } from './embedder-name.ts';
import { providersOf } from './models.ts';

/**
 * Works out what a run would use with the models and sources that the environment configures, and finds out before a run
 * starts what is wrong with them: the threads of steps, which open them, come later.
 * @throws {UsageError} {@link SourceMisconfigured}
 */
export async function openEstimator(env: NodeJS.ProcessEnv): Promise<(request: RunRequest) => RunEstimate> {
  checkEmbedder(env);
  const channels = activeChannels(sourceConfig(env, env));
  return estimatorOf(await providersOf(env), channels);
}
