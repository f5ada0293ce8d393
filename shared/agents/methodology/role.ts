import * as z from 'zod';
import type { MethodologyReview, RubricMark } from '../../contracts/analysis.ts';
import { anchorQuote } from '../../evidence/anchor.ts';
import { AnswerRejected } from '../errors.ts';
import type { MethodologyInput, ReadPaper } from '../inputs.ts';
import { wordsOnPapers } from '../own-words.ts';
import { noteBlock } from '../reader/note-block.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { METHODOLOGY_INSTRUCTION, METHODOLOGY_SYSTEM } from './prompt.ts';
import { reviewMethodology } from './review.ts';
import { CRITERIA } from './rubric.ts';

export const MethodologyWire = z.object({
  papers: z.array(
    z.object({
      id: z.string(),
      marks: z.array(
        z.object({
          criterion: z.enum(['baseline', 'data', 'measure', 'variance', 'ablation', 'artefact', 'threats']),
          met: z.enum(['yes', 'no', 'unknown']),
          quote: z.string().nullable(),
        }),
      ),
      strength: z.enum(['strong', 'moderate', 'weak']),
      remark: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type MethodologyWire = z.infer<typeof MethodologyWire>;

export const methodologyRole: Role<MethodologyInput, MethodologyWire, MethodologyReview> = {
  name: 'methodology',
  tier: 'best',
  wire: MethodologyWire,
  prompt: (input) => ({
    system: METHODOLOGY_SYSTEM,
    documents: [
      taskBlock(input.goal, []),
      ...input.papers.map((paper, at) => noteBlock(paper, 1 - at / (input.papers.length + 1))),
    ],
    instruction: METHODOLOGY_INSTRUCTION,
    maxTokens: 8000,
  }),
  accept(answer, input) {
    const byId = new Map((answer.papers ?? []).map((paper) => [paper.id.trim(), paper]));
    const twin = new Map(reviewMethodology(input).papers.map((paper) => [paper.id, paper]));
    const own = wordsOnPapers(input.papers);
    let judged = 0;
    const papers = input.papers.map((paper) => {
      const given = [paper.note.id, ...paper.note.ids].map((id) => byId.get(id)).find((p) => p !== undefined);
      if (given === undefined) return twin.get(paper.note.id)!;
      judged++;
      const marks = CRITERIA.map((criterion) =>
        markOf(
          given.marks.find((m) => m.criterion === criterion),
          criterion,
          paper,
        ),
      );
      return { id: paper.note.id, marks, strength: given.strength, remark: own(given.remark) };
    });
    if (judged === 0 && input.papers.length > 0) {
      throw new AnswerRejected(
        'No paper of the answer has an id that was given: review each paper under the id in its block.',
      );
    }
    return { papers, notes: (answer.notes ?? []).map(own).filter((note) => note !== '') };
  },
  extract: reviewMethodology,
};

/** A criterion counts as met only with a passage of the paper. */
function markOf(
  given: MethodologyWire['papers'][number]['marks'][number] | undefined,
  criterion: RubricMark['criterion'],
  paper: ReadPaper,
): RubricMark {
  if (given === undefined || given.met !== 'yes') return { criterion, met: given?.met ?? 'unknown', anchor: null };
  const found = given.quote === null ? null : anchorQuote(paper.text.text, given.quote);
  if (found?.start == null || found.end == null) return { criterion, met: 'unknown', anchor: null };
  const { start, end } = found;
  const section = paper.text.sections.find((s) => s.start <= start && end <= s.end)?.title ?? null;
  return { criterion, met: 'yes', anchor: { quote: paper.text.text.slice(start, end), start, end, section } };
}
