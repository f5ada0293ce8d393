import * as z from 'zod';
import { waitFor } from '../../shared/stages/wait.ts';
import { StepInput, steps } from '../middleware/step.ts';

const WaitInput = StepInput.extend({ question: z.string(), token: z.string() });

/** Waits for an answer: leaves the task token on the question, or wakes the execution when it is answered already. */
export const handler = steps({
  wait: {
    role: 'questioner',
    stage: 0,
    input: WaitInput,
    id: () => null,
    stops: true,
    run: ({ question, token }, step) => waitFor(step, question, token),
  },
});
