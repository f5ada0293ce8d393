import { type Environment, openProviders } from '../../shared/models/open.ts';
import { ModelRunner } from '../../shared/models/runner.ts';
import type { RoleRunner } from '../../shared/runtime.ts';

/** Runs roles by the models that the environment configures; each run's own `--model` and `--offline` decide. */
export function openRoles(environment: Environment): RoleRunner {
  return new ModelRunner(openProviders(environment));
}
