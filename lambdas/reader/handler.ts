import { noteIntact, readPaper } from '../../shared/stages/read.ts';
import { ItemInput, steps } from '../middleware/step.ts';

/** Stage 4: one paper, read in depth. */
export const handler = steps({
  read: {
    role: 'reader',
    stage: 4,
    input: ItemInput,
    id: ({ item }) => `read.${item.id}`,
    stops: true,
    intact: ({ item }, step) => noteIntact(step, item.id),
    run: ({ item }, step) => readPaper(step, item.id),
  },
});
