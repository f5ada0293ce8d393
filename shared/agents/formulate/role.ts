import * as z from 'zod';
import { AnswerRejected } from '../errors.ts';
import type { FormulatedQuery, FormulateInput } from '../inputs.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { isFunctionWord, wordsOf } from '../understand/words.ts';
import { formulate, MOST_WORDS } from './extract.ts';
import { FORMULATE_INSTRUCTION, FORMULATE_SYSTEM } from './prompt.ts';

export const FormulateWire = z.object({ query: z.string() });
export type FormulateWire = z.infer<typeof FormulateWire>;

export const formulateRole: Role<FormulateInput, FormulateWire, FormulatedQuery> = {
  name: 'formulate',
  tier: 'fast',
  wire: FormulateWire,
  prompt(input) {
    const before = input.predecessors.map((answer) => ({
      id: answer.node,
      title: answer.question,
      text: [answer.summary, ...answer.evidence.map((evidence) => evidence.title)].join('\n'),
      weight: 0.5,
    }));
    return {
      system: FORMULATE_SYSTEM,
      documents: [
        taskBlock(input.goal, [`Sub-question ${input.node.id}: ${input.node.question}`, `Channel: ${input.source}`]),
        ...before,
      ],
      instruction: FORMULATE_INSTRUCTION,
      maxTokens: 300,
    };
  },
  accept(answer) {
    const words = wordsOf(answer.query ?? '').filter((word) => !/^(?:AND|OR|NOT)$/.test(word));
    const kept: string[] = [];
    let content = 0;
    for (const word of words) {
      if (!isFunctionWord(word)) content += 1;
      if (content > MOST_WORDS) break;
      kept.push(word);
    }
    if (content === 0)
      throw new AnswerRejected('The query has no word to search for. Name what a relevant title would contain.');
    return { query: kept.join(' ') };
  },
  extract: formulate,
};
