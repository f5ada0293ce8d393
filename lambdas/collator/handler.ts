import { collate } from '../../shared/stages/collate.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** Stage 3: duplicates, citation graph, coverage, candidates, rebalance. */
export const handler = steps({
  collate: {
    role: 'collator',
    stage: 3,
    input: StepInput,
    id: (_, at) => `collate.${at.round}.${at.pass + 1}`,
    stops: true,
    run: (_, step) => collate(step),
  },
});
