import * as z from 'zod';
import { squeeze } from '../../text/normalise.ts';
import { AnswerRejected } from '../errors.ts';
import type { FindingInput, FindingSummary } from '../inputs.ts';
import { ownWords } from '../own-words.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { summariseFinding } from './extract.ts';
import { FINDING_INSTRUCTION, FINDING_SYSTEM } from './prompt.ts';
import { clamp } from './relevance.ts';

export const FindingWire = z.object({
  relevance: z.array(z.object({ id: z.string(), score: z.number() })),
  summary: z.string(),
  key_results: z.array(z.object({ text: z.string(), ids: z.array(z.string()) })),
});
export type FindingWire = z.infer<typeof FindingWire>;

const MOST_RESULTS = 6;
/** A record the model passed over is kept, below those it spoke of. */
const UNSCORED = 0.1;

export const findingRole: Role<FindingInput, FindingWire, FindingSummary> = {
  name: 'finding',
  tier: 'fast',
  wire: FindingWire,
  simpler: FindingWire.pick({ relevance: true, summary: true }),
  prompt(input) {
    return {
      system: FINDING_SYSTEM,
      documents: [
        taskBlock(input.goal, [
          `Sub-question ${input.node.id}: ${input.node.question}`,
          `Channel: ${input.source}. Query: ${input.query}`,
        ]),
        ...input.papers.map((paper, at) => block(paper.id, paper.title ?? paper.id, paper.abstract ?? '', at)),
        ...input.posts.map((post, at) => block(post.id, post.title, post.text, at)),
      ],
      instruction: FINDING_INSTRUCTION,
      maxTokens: 2500,
    };
  },
  accept(answer, input) {
    const ids = [...input.papers, ...input.posts].map((record) => record.id);
    const scores = new Map((answer.relevance ?? []).map(({ id, score }) => [id, Math.round(clamp(score) * 100) / 100]));
    const own = ownWords(input.papers, [
      ...input.papers.map((paper) => paper.abstract ?? ''),
      ...input.posts.map((post) => post.text),
    ]);
    const summary = squeeze(own(answer.summary ?? ''));
    if (summary === '')
      throw new AnswerRejected(
        'The summary is empty. Say in three to five sentences what was found and what is missing.',
      );
    const results = (answer.key_results ?? []).map(({ text, ids: cited }) => {
      return { text: squeeze(own(text)), ids: [...new Set(cited)].filter((id) => ids.includes(id)) };
    });
    return {
      relevance: ids.map((id) => ({ id, score: scores.get(id) ?? UNSCORED })),
      summary,
      // A result without a known record rests on nothing.
      key_results: results.filter((result) => result.text !== '' && result.ids.length > 0).slice(0, MOST_RESULTS),
    };
  },
  extract: summariseFinding,
};

/** Earlier records weigh more: channels return the best first. */
function block(id: string, title: string, text: string, at: number) {
  return { id, title, text, weight: 1 / (1 + at) };
}
