import { answerNode } from '../../shared/stages/answer.ts';
import { ItemInput, steps } from '../middleware/step.ts';

/** Stage 2: the answer of one node, given the answers it depends on. */
export const handler = steps({
  answer: {
    role: 'answerer',
    stage: 2,
    input: ItemInput,
    id: ({ item }) => `answer.${item.id}`,
    stops: true,
    run: ({ item }, step) => answerNode(step, item.id),
  },
});
