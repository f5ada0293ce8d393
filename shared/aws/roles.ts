import type { Embedder } from '../collate/embed/port.ts';
import { openProviders } from '../models/open.ts';
import { ModelRunner } from '../models/runner.ts';
import type { Log, RoleRunner } from '../runtime.ts';
import { cloudWatchCost, metered } from './metered.ts';
import { Rotating } from './rotating.ts';
import { readKeys } from './secrets.ts';

export interface RoleParts {
  readonly embedder: Embedder;
  readonly log: Log;
}

/**
 * Roles by the models that the deployment allows: Anthropic when the secret holds its key, Bedrock when the stack grants it
 * (`PLUMBLINE_BEDROCK=on`; a Lambda always has a region, so the region alone says nothing). Without either every role is
 * answered by its extractive twin.
 */
export async function openRoles({ log }: RoleParts): Promise<RoleRunner> {
  const count = cloudWatchCost();
  const runner = new Rotating(readKeys, (keys) => {
    const { AWS_REGION: region, ...settings } = process.env;
    const bedrock = process.env.PLUMBLINE_BEDROCK === 'on' && region !== undefined ? { AWS_REGION: region } : {};
    const providers = openProviders({ ...settings, ...bedrock, ANTHROPIC_API_KEY: keys.ANTHROPIC_API_KEY });
    log.info('models opened', { anthropic: providers.anthropic !== null, bedrock: providers.bedrock !== null });
    return new ModelRunner({
      anthropic: providers.anthropic && metered(providers.anthropic, count),
      bedrock: providers.bedrock && metered(providers.bedrock, count),
    });
  });
  return {
    describe: async (run) => (await runner.get()).describe(run),
    run: async (role, input, at) => (await runner.get()).run(role, input, at),
    webSearch: async (run) => (await runner.get()).webSearch(run),
  };
}
