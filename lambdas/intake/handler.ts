import { askReading, begin, settleGoal } from '../../shared/stages/intake.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 0: where the attempt starts, which reading of the topic is meant, and the goal. */
export const handler = steps({
  begin: {
    role: 'intake',
    stage: 0,
    input: StepInput,
    // A later attempt repairs and takes up before anything else: once, whatever is delivered twice.
    id: ({ run }) => (run.attempt === 1 ? null : `begin.${run.attempt}`),
    stops: false,
    run: (_, step) => begin(step),
  },
  ask: {
    role: 'intake',
    stage: 0,
    input: StepInput,
    id: () => 'intake.ask',
    stops: true,
    run: (_, step) => askReading(step),
  },
  settle: {
    role: 'intake',
    stage: 0,
    input: StepInput,
    id: () => 'intake.goal',
    stops: true,
    run: (_, step) => settleGoal(step),
  },
});
