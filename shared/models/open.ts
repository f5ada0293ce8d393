import type { Tier } from '../agents/role.ts';
import { AnthropicModels } from './anthropic.ts';
import { BedrockModels } from './bedrock.ts';
import type { CallLimits } from './client.ts';
import type { Providers } from './select.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const TIERS: readonly (readonly [Tier, string])[] = [
  ['fast', 'PLUMBLINE_MODEL_FAST'],
  ['reader', 'PLUMBLINE_MODEL_READER'],
  ['best', 'PLUMBLINE_MODEL_BEST'],
];

/**
 * The model providers that an environment configures: ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL, or AWS_REGION for Bedrock;
 * PLUMBLINE_MODEL_FAST, _READER and _BEST name the models (on Bedrock: inference profiles).
 */
export function openProviders(environment: Environment, limits: Partial<CallLimits> = {}): Providers {
  const models = modelsOf(environment);
  const key = filled(environment.ANTHROPIC_API_KEY);
  const baseURL = filled(environment.ANTHROPIC_BASE_URL);
  const region = filled(environment.AWS_REGION);
  const bedrockURL = filled(environment.ANTHROPIC_BEDROCK_BASE_URL);
  return {
    anthropic:
      key === null
        ? null
        : new AnthropicModels({ apiKey: key, models, limits, ...(baseURL === null ? {} : { baseURL }) }),
    bedrock:
      region === null
        ? null
        : new BedrockModels({
            region,
            models,
            limits,
            ...(bedrockURL === null ? {} : { baseURL: bedrockURL }),
          }),
  };
}

function modelsOf(environment: Environment): Partial<Record<Tier, string>> {
  const named = TIERS.flatMap(([tier, name]) => {
    const value = filled(environment[name]);
    return value === null ? [] : [[tier, value] as const];
  });
  return Object.fromEntries(named);
}

/** An empty variable is one that is not set. */
function filled(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
