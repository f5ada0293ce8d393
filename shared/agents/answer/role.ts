import * as z from 'zod';
import type { Evidence } from '../../contracts/plan.ts';
import { squeeze } from '../../text/normalise.ts';
import { AnswerRejected } from '../errors.ts';
import { isPlain } from '../finding/salience.ts';
import type { AnswerInput, AnswerResult } from '../inputs.ts';
import { ownWords } from '../own-words.ts';
import type { Role } from '../role.ts';
import { BRIEF_WEIGHT, taskBlock } from '../task-block.ts';
import { answerNode } from './extract.ts';
import { ANSWER_INSTRUCTION, ANSWER_SYSTEM } from './prompt.ts';
import { sourcesOf } from './sources.ts';

export const AnswerWire = z.object({
  summary: z.string(),
  evidence: z.array(z.object({ id: z.string(), quote: z.string() })),
});
export type AnswerWire = z.infer<typeof AnswerWire>;

const MOST_EVIDENCE = 8;

export const answerRole: Role<AnswerInput, AnswerWire, AnswerResult> = {
  name: 'answer',
  tier: 'fast',
  wire: AnswerWire,
  prompt(input) {
    const before = input.predecessors.map((answer) => {
      return `${answer.node} (${answer.question}): ${answer.summary}`;
    });
    const sources = sourcesOf(input).map((source) => {
      return { id: source.id, title: source.title, text: source.text, weight: source.relevance };
    });
    const earlier =
      before.length === 0
        ? []
        : [
            {
              id: 'answers-before',
              title: 'Answers this one builds on',
              text: before.join('\n'),
              weight: BRIEF_WEIGHT,
            },
          ];
    return {
      system: ANSWER_SYSTEM,
      documents: [
        taskBlock(input.goal, [`Sub-question ${input.node.id}: ${input.node.question}`]),
        ...earlier,
        ...sources,
      ],
      instruction: ANSWER_INSTRUCTION,
      maxTokens: 2000,
    };
  },
  accept(answer, input) {
    const known = new Map(sourcesOf(input).map((source) => [source.id, source]));
    const seen = new Set<string>();
    let dropped = 0;
    const evidence = (answer.evidence ?? []).flatMap(({ id, quote }): Evidence[] => {
      const source = known.get(id);
      const text = quote.trim();
      const key = `${id} ${text}`;
      const isVerbatim = text === '' || (source?.text.includes(text) === true && isPlain(text));
      if (!source || !isVerbatim || seen.has(key)) {
        dropped += 1;
        return [];
      }
      seen.add(key);
      return [{ id, title: source.title, url: source.url, quote: text === '' ? null : text }];
    });
    const own = ownWords(
      input.papers,
      [...known.values()].map((source) => source.text),
    );
    const summary = squeeze(own(answer.summary ?? ''));
    if (summary === '')
      throw new AnswerRejected('The summary is empty. Answer the sub-question in two to four sentences.');
    if (evidence.length === 0 && dropped > 0) {
      throw new AnswerRejected(
        `None of the ${dropped} evidence items can be used: ids must be among those given, and quotes copied character by character.`,
      );
    }
    return { summary, evidence: evidence.slice(0, MOST_EVIDENCE) };
  },
  extract: answerNode,
};
