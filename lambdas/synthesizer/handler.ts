import { writeDigest, writeSynthesis } from '../../shared/stages/write.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 7: the one writer; quick runs get a digest. */
export const handler = steps({
  write: {
    role: 'synthesizer',
    stage: 7,
    input: StepInput,
    id: (_, at) => `write.${at.draft + 1}`,
    stops: false,
    run: (_, step) => writeSynthesis(step),
  },
  digest: {
    role: 'synthesizer',
    stage: 7,
    input: StepInput,
    id: () => 'digest',
    stops: false,
    run: (_, step) => writeDigest(step),
  },
});
