import type { MethodologyReview, RubricMark } from '../../contracts/analysis.ts';
import type { MethodologyInput, ReadPaper } from '../inputs.ts';
import { marksOf, NOT_OWED, type PaperType, typeOf } from './rubric.ts';

type Strength = MethodologyReview['papers'][number]['strength'];

/** The methodology critic without a model: one rubric a paper, judged by what kind of paper it is. */
export function reviewMethodology(input: MethodologyInput): MethodologyReview {
  const papers = input.papers.map((paper) => {
    const type = typeOf(paper);
    const marks = marksOf(paper, type);
    const strength = strengthOf(marks, type, paper);
    return { id: paper.note.id, marks, strength, remark: remarkOn(marks, type, paper) };
  });
  return { papers, notes: notesOn(papers) };
}

/** An abstract alone never shows more than moderate evidence. */
function strengthOf(marks: readonly RubricMark[], type: PaperType, paper: ReadPaper): Strength {
  const owed = marks.filter((mark) => !NOT_OWED[type].includes(mark.criterion));
  const met = owed.filter((mark) => mark.met === 'yes').length;
  if (paper.note.retracted || paper.text.text.trim() === '') return 'weak';
  const core = ['baseline', 'data', 'measure'].every(
    (c) =>
      NOT_OWED[type].includes(c as RubricMark['criterion']) || marks.some((m) => m.criterion === c && m.met === 'yes'),
  );
  if (paper.text.access === 'abstract') return met >= 2 || type === 'theory' ? 'moderate' : 'weak';
  if (type === 'theory' || type === 'survey') return met >= 1 ? 'strong' : 'moderate';
  if (core && met >= 5) return 'strong';
  return met >= 3 ? 'moderate' : 'weak';
}

const SAYS: Readonly<Record<RubricMark['criterion'], string>> = {
  baseline: 'a baseline',
  data: 'named data',
  measure: 'a measure',
  variance: 'variance or significance',
  ablation: 'an ablation',
  artefact: 'a public artefact',
  threats: 'its own limits',
};

function remarkOn(marks: readonly RubricMark[], type: PaperType, paper: ReadPaper): string {
  if (paper.text.text.trim() === '') return 'Nothing could be read, so nothing can be judged.';
  const list = (met: RubricMark['met']) =>
    marks.filter((m) => m.met === met && !NOT_OWED[type].includes(m.criterion)).map((m) => SAYS[m.criterion]);
  const [has, lacks, open] = [list('yes'), list('no'), list('unknown')];
  const judged = {
    empirical: 'an experimental paper',
    system: 'a systems paper',
    theory: 'a theory paper',
    survey: 'a survey',
  }[type];
  const parts = [
    has.length > 0 ? `it gives ${has.join(', ')}` : 'it gives none of what the rubric asks for',
    ...(lacks.length > 0 ? [`${lacks.join(', ')} not found`] : []),
    ...(open.length > 0
      ? [`${open.join(', ')} unknown${paper.text.access === 'abstract' ? ' from the abstract' : ''}`]
      : []),
  ];
  return `Judged as ${judged}: ${parts.join('; ')}.`;
}

function notesOn(papers: MethodologyReview['papers']): string[] {
  if (papers.length < 2) return [];
  const notes: string[] = [];
  const met = (criterion: RubricMark['criterion']) =>
    papers.filter((p) => p.marks.some((m) => m.criterion === criterion && m.met === 'yes')).length;
  for (const criterion of ['baseline', 'variance', 'artefact'] as const) {
    const n = met(criterion);
    if (n < papers.length / 2) notes.push(`${n} of ${papers.length} papers show ${SAYS[criterion]}.`);
  }
  return notes;
}
