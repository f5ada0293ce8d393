import { describe, expect, it } from 'vitest';
import type { ReadPaper } from '../../../shared/agents/inputs.ts';
import { findCandidates } from '../../../shared/evidence/contradictions.ts';
import { readPaper } from './read-paper.ts';

const at = (papers: readonly ReadPaper[], side: { paper: string; start: number; end: number }) =>
  papers.find((paper) => paper.note.id === side.paper)!.text.text.slice(side.start, side.end);

const VALUES = [
  readPaper(
    'arxiv:2401.00001',
    'Adaptive eviction',
    'Adaptive eviction for proxy caches reaches a hit rate of 84.2% on the Wikipedia trace.',
  ),
  readPaper(
    'arxiv:2401.00002',
    'Eviction again',
    'On the Wikipedia trace, adaptive eviction for proxy caches has a hit rate of 61.5%.',
  ),
];

describe('findCandidates', () => {
  it('pairs different values of one measure about one subject', async () => {
    const [first] = await findCandidates(VALUES, null);
    expect(first).toMatchObject({ kind: 'values', a: { paper: 'arxiv:2401.00001' }, b: { paper: 'arxiv:2401.00002' } });
    expect(first!.cue).toContain('84.2 % / 61.5 %');
    expect(at(VALUES, first!.b)).toContain('61.5%');
  });

  it('is content with equal values', async () => {
    const same = [
      VALUES[0]!,
      readPaper(
        'arxiv:2401.00003',
        'Eviction again',
        'On the Wikipedia trace, adaptive eviction for proxy caches has a hit rate of 84.3%.',
      ),
    ];
    expect((await findCandidates(same, null)).filter((c) => c.kind === 'values')).toEqual([]);
  });

  it('pairs opposite conclusions', async () => {
    const papers = [
      readPaper(
        'lib:0000000001',
        'Pair programming',
        'We find that pair programming increases defect density in embedded firmware projects.',
      ),
      readPaper(
        'lib:0000000002',
        'Pairs',
        'We find that pair programming decreases defect density in embedded firmware projects.',
      ),
    ];
    expect((await findCandidates(papers, null))[0]).toMatchObject({ kind: 'conclusion' });
  });

  it('pairs a contrast with the paper it names', async () => {
    const papers = [
      readPaper(
        'lib:0000000001',
        'QuickFuzz: grammar fuzzing',
        'Grammar fuzzing with seed corpora finds more crashes than mutation.',
      ),
      readPaper(
        'lib:0000000002',
        'Mutation',
        'Contrary to QuickFuzz, our experiments with seed corpora show that mutation finds the deeper crashes.',
      ),
    ];
    const found = await findCandidates(papers, null);
    expect(found.map((c) => c.kind)).toContain('contrast');
    expect(found.find((c) => c.kind === 'contrast')!.cue).toBe('contrary to QuickFuzz');
  });

  it('finds nothing between papers about other things, and does not depend on their order', async () => {
    const papers = [
      readPaper('lib:0000000001', 'Compilers', 'Loop tiling improves the runtime of stencil kernels by 40% on ARM.'),
      readPaper(
        'lib:0000000002',
        'Surveys',
        'Interview participants reported lower satisfaction with remote meetings in 30% of the cases.',
      ),
    ];
    expect(await findCandidates(papers, null)).toEqual([]);
    expect(await findCandidates([...VALUES].reverse(), null)).toEqual(await findCandidates(VALUES, null));
  });
});
