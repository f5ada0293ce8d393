import * as z from 'zod';
import { Shape, Subfield } from '../../contracts/enums.ts';
import { squeeze } from '../../text/normalise.ts';
import { AnswerRejected } from '../errors.ts';
import type { UnderstandInput, Understanding } from '../inputs.ts';
import type { Role } from '../role.ts';
import { understand } from './extract.ts';
import { UNDERSTAND_INSTRUCTION, UNDERSTAND_SYSTEM } from './prompt.ts';

export const UnderstandWire = z.object({
  restatement: z.string(),
  shape: Shape,
  subfield: Subfield,
  subjects: z.array(z.string()),
  axes: z.array(z.string()),
  language: z.string(),
});
export type UnderstandWire = z.infer<typeof UnderstandWire>;

const MOST_SUBJECTS = 5;
const MOST_AXES = 6;
const LONGEST = 400;

export const understandRole: Role<UnderstandInput, UnderstandWire, Understanding> = {
  name: 'understand',
  tier: 'fast',
  wire: UnderstandWire,
  simpler: UnderstandWire.pick({ shape: true, subfield: true }),
  prompt(input) {
    const reading = input.reading === null ? '' : `\nThe user chose this reading of the topic: ${input.reading}.`;
    return {
      system: UNDERSTAND_SYSTEM,
      documents: [{ id: 'topic', title: 'Topic', text: input.topic, weight: 1 }],
      instruction: `${UNDERSTAND_INSTRUCTION}${reading}`,
      maxTokens: 1000,
    };
  },
  accept(answer, input) {
    const own = understand(input);
    const shape = answer.shape ?? own.shape;
    const subjects = listOf(answer.subjects ?? own.subjects, MOST_SUBJECTS);
    if (shape === 'comparative' && subjects.length === 1) {
      throw new AnswerRejected(
        `A comparison needs at least two subjects, "${subjects[0]}" is one. Name them or choose another shape.`,
      );
    }
    const restatement = squeeze(answer.restatement ?? '');
    const language = (answer.language ?? '').trim().toLowerCase().split('-')[0]!;
    return {
      restatement: restatement === '' || restatement.length > LONGEST ? own.restatement : restatement,
      shape,
      subfield: answer.subfield ?? own.subfield,
      subjects: shape === 'comparative' ? subjects : [],
      axes: shape === 'comparative' ? listOf(answer.axes ?? own.axes, MOST_AXES) : [],
      language: /^[a-z]{2,3}$/.test(language) ? language : own.language,
    };
  },
  extract: understand,
};

function listOf(items: readonly string[], most: number): string[] {
  const clean = items.map(squeeze).filter((item) => item !== '' && item.length <= 80);
  return clean
    .filter((item, at) => clean.findIndex((other) => other.toLowerCase() === item.toLowerCase()) === at)
    .slice(0, most);
}
