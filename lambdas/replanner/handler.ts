import { decideReplan } from '../../shared/stages/replan.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 6: the rule table. An open question leaves the step unclaimed, so that its answer is decided on. */
export const handler = steps({
  decide: {
    role: 'replanner',
    stage: 6,
    input: StepInput,
    id: () => null,
    stops: true,
    run: (_, step) => decideReplan(step),
  },
});
