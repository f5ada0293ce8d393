import { decideReplan } from '../../shared/stages/replan.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 6: the rule table. An open question leaves the step to be made again, so that its answer is decided on. */
export const handler = steps({
  decide: {
    role: 'replanner',
    stage: 6,
    input: StepInput,
    id: (_, at) => `replan.${at.round}`,
    stops: true,
    final: ({ next }) => next !== 'ask',
    run: (_, step) => decideReplan(step),
  },
});
