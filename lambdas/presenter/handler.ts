import * as z from 'zod';
import { close, present } from '../../shared/stages/present.ts';
import { fail, stop } from '../../shared/stages/stop.ts';
import { StepInput, steps } from '../middleware/step.ts';

const Caught = StepInput.extend({ error: z.object({ Error: z.string(), Cause: z.string() }) });

/** Stage 8 and every end: exports and summary, an early stop, a failure, the terminal status. */
export const handler = steps({
  present: {
    role: 'presenter',
    stage: 8,
    input: StepInput,
    id: () => 'present',
    stops: false,
    run: (_, step) => present(step),
  },
  stop: {
    role: 'presenter',
    stage: 7,
    input: Caught,
    id: () => null,
    stops: false,
    run: ({ error }, step) => stop(step, error),
  },
  fail: {
    role: 'presenter',
    stage: 8,
    input: Caught,
    id: () => null,
    stops: false,
    run: ({ error }, step) => fail(step, error),
  },
  close: { role: 'presenter', stage: 8, input: StepInput, id: () => null, stops: false, run: (_, step) => close(step) },
});
