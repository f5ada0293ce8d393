import { expect, it } from 'vitest';
import { questionOf } from '../../../shared/agents/contradictions/question.ts';
import type { Contradiction, MissingPerspective } from '../../../shared/contracts/analysis.ts';
import { unasked } from '../../../shared/stages/replan.ts';

const wanted = (question: string): MissingPerspective => ({
  name: 'x',
  critical: true,
  why: 'y',
  question,
  kind: 'theoretical',
  depends_on: [],
});
const dispute = { id: 'C1', claim: 'Raft is to be preferred to Paxos' } as Contradiction;

it('asks no question again that an earlier revision asked, and finishes a revision that died half way', () => {
  const analyses = {
    domain: {
      clusters: [],
      missing_perspectives: [wanted('Who measures it?'), wanted('Who proves it?')],
      proposed_sub_questions: [],
      under_read: [],
      notes: [],
    },
    contradictions: { items: [dispute], notes: [] },
  };
  const nodes = [
    { question: 'who measures it', revision: 1 },
    { question: questionOf(dispute), revision: 1 },
    { question: 'Who proves it?', revision: 2 },
  ];
  const left = unasked(analyses, nodes, 2);
  expect(left.domain.missing_perspectives.map(({ question }) => question)).toEqual(['Who proves it?']);
  expect(left.contradictions.items).toEqual([]);
  expect(unasked(analyses, nodes, 1)).toEqual(analyses);
});
