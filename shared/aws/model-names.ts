import type { Tier } from '../agents/role.ts';
import type { ModelPort } from '../models/port.ts';
import { ModelRunner } from '../models/runner.ts';
import type { Providers } from '../models/select.ts';
import { DEFAULT_MODELS } from '../models/settings.ts';
import type { RoleRunner } from '../runtime.ts';
import { PartLeftOut } from './left-out.ts';
import { Rotating } from './rotating.ts';
import { type Keys, readKeys } from './secrets.ts';

/**
 * Says by which models a run was answered, and asks none: the presenter's bundle has room for charts instead of two
 * clients. Must name what `openProviders` opens.
 */
export async function openModelNames(): Promise<RoleRunner> {
  const runner = new Rotating(readKeys, (keys) => new ModelRunner(namedProviders(process.env, keys)));
  return {
    describe: async (run) => (await runner.get()).describe(run),
    run: leftOut,
  };
}

/** The providers of the environment as names only. */
export function namedProviders(environment: Keys, keys: Keys): Providers {
  const hasKey = (keys.ANTHROPIC_API_KEY ?? '').trim() !== '';
  const hasBedrock = environment.PLUMBLINE_BEDROCK === 'on' && (environment.AWS_REGION ?? '').trim() !== '';
  return {
    anthropic: hasKey ? portNamed('anthropic', (model) => model, environment) : null,
    bedrock: hasBedrock ? portNamed('bedrock', (model) => `global.anthropic.${model}`, environment) : null,
  };
}

function portNamed(id: ModelPort['id'], nameOf: (model: string) => string, environment: Keys): ModelPort {
  const named = (tier: Tier): string =>
    environment[`PLUMBLINE_MODEL_${tier.toUpperCase()}`]?.trim() || nameOf(DEFAULT_MODELS[tier]);
  const models = { fast: named('fast'), reader: named('reader'), best: named('best') };
  return { id, models, batches: null, count: leftOut, complete: leftOut };
}

const leftOut = async (): Promise<never> => {
  throw new PartLeftOut('This function only names models; say that it asks them in infra/steps.ts.');
};
