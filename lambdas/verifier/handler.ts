import { verifyDraft } from '../../shared/stages/verify.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 7: every citation, quote and tension of a draft is checked. */
export const handler = steps({
  verify: {
    role: 'verifier',
    stage: 7,
    input: StepInput,
    id: (_, at) => `verify.${at.draft}`,
    stops: false,
    run: (_, step) => verifyDraft(step),
  },
});
