import type { Source } from '../../shared/contracts/enums.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import { estimatorOf, type RunEstimate } from '../../shared/models/estimate.ts';
import { type Environment, openProviders } from '../../shared/models/open.ts';
import { ModelRunner } from '../../shared/models/runner.ts';
import type { RoleRunner } from '../../shared/runtime.ts';

/** Runs roles by the models that the environment configures; each run's own `--model` and `--offline` decide. */
export function openRoles(environment: Environment): RoleRunner {
  return new ModelRunner(openProviders(environment));
}

/**
 * Works out what a run would use with the models that the environment configures.
 * @param channels live channels that are configured
 */
export function openEstimator(
  environment: Environment,
  channels: readonly Source[] = [],
): (request: RunRequest) => RunEstimate {
  return estimatorOf(openProviders(environment), channels);
}
