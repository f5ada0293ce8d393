import { commitPlan, makePlan } from '../../shared/stages/plan.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 1: the topic as a graph of sub-questions, and its confirmation. */
export const handler = steps({
  plan: {
    role: 'planner',
    stage: 1,
    input: StepInput,
    id: () => 'plan',
    stops: true,
    run: (_, step) => makePlan(step),
  },
  commit: {
    role: 'planner',
    stage: 1,
    input: StepInput,
    id: () => 'plan.commit',
    stops: true,
    run: (_, step) => commitPlan(step),
  },
});
