import { findingIntact, research } from '../../shared/stages/discover.ts';
import { ItemInput, steps } from '../middleware/step.ts';

/** Stage 2: one source asked for one sub-question. */
export const handler = steps({
  research: {
    role: 'researcher',
    stage: 2,
    input: ItemInput,
    id: ({ item }) => item.id,
    stops: true,
    intact: ({ item }, step) => findingIntact(step, item.id),
    run: ({ item }, step) => research(step, item.id),
  },
});
