import type { Tier } from '../agents/role.ts';
import { UsageError } from '../contracts/errors.ts';
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
 * PLUMBLINE_MODEL_FAST, _READER and _BEST name the models (on Bedrock: inference profiles), PLUMBLINE_MODEL_TIMEOUT the
 * seconds after which a silent call is given up.
 */
export function openProviders(environment: Environment, more: Partial<CallLimits> = {}): Providers {
  const limits = { ...limitsOf(environment), ...more };
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

/** A short call may take half as long as a stream may be silent. */
function limitsOf(environment: Environment): Partial<CallLimits> {
  const value = filled(environment.PLUMBLINE_MODEL_TIMEOUT);
  if (value === null) return {};
  const ms = Number(value) * 1000;
  if (!Number.isFinite(ms) || ms < 1000) {
    throw new UsageError(`PLUMBLINE_MODEL_TIMEOUT is "${value}"; give seconds, for example 60.`);
  }
  return { idleMs: ms, firstMs: ms, baseMs: Math.ceil(ms / 2) };
}

/** An empty variable is one that is not set. */
function filled(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
