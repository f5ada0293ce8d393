import type { Environment } from '../../shared/models/open.ts';
import { ModelRunner } from '../../shared/models/runner.ts';
import type { Providers } from '../../shared/models/select.ts';
import type { RoleRunner } from '../../shared/runtime.ts';

/** What names a model or says how it is used. */
const NAMES_MODELS = /^(?:ANTHROPIC_API_KEY|AWS_REGION|PLUMBLINE_MODEL_\w+)$/;

/**
 * The model providers that the environment configures. Their clients take longer to load than all else together: where
 * there are none, none is loaded.
 */
export async function providersOf(environment: Environment): Promise<Providers> {
  const named = Object.entries(environment).some(([name, value]) => NAMES_MODELS.test(name) && value?.trim());
  if (!named) return { anthropic: null, bedrock: null };
  return (await import('../../shared/models/open.ts')).openProviders(environment);
}

/** Runs roles by the models that the environment configures; each run's own `--model` and `--offline` decide. */
export async function openRoles(environment: Environment): Promise<RoleRunner> {
  return new ModelRunner(await providersOf(environment));
}
