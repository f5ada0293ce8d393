import type * as z from 'zod';
import { CriticName } from '../../shared/contracts/enums.ts';
import { ANALYSIS } from '../../shared/stages/analysis-paths.ts';
import { critique } from '../../shared/stages/critique.ts';
import { StepInput, steps } from '../middleware/step.ts';

const CriticInput = StepInput.extend({ critic: CriticName });

/** Stage 5: one of the three critics. */
export const handler = steps({
  critique: {
    role: 'critic',
    stage: 5,
    input: CriticInput,
    id: ({ critic }, at) => `critique.${at.round}.${critic}`,
    stops: true,
    intact: (input, { run }) => run.exists(ANALYSIS[(input as z.infer<typeof CriticInput>).critic]),
    run: ({ critic }, step) => critique(step, critic),
  },
});
