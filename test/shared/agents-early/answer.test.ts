import { describe, expect, test } from 'vitest';
import { answerNode } from '../../../shared/agents/answer/extract.ts';
import { answerRole } from '../../../shared/agents/answer/role.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import type { AnswerInput } from '../../../shared/agents/inputs.ts';
import { Evidence } from '../../../shared/contracts/plan.ts';
import { sentences } from '../../../shared/text/sentences.ts';
import { HASH_EMBEDDER } from './hash-embedder.ts';
import { answered, goalOf, nodeOf, paper } from './support.ts';

const TILING = paper(
  'arxiv:2205.14135',
  'Tiled exact attention',
  'Attention is slow on long sequences. We show that tiling reduces memory traffic by 40 % for attention on long sequences.',
);
const LINEAR = paper(
  'arxiv:2006.16236',
  'Linear attention',
  'Kernel feature maps make attention linear in the sequence length. However, linear attention loses accuracy on recall tasks with long sequences.',
  { authors: ['Vale, Ada'], year: null },
);
const RETRACTED = paper(
  'arxiv:2001.00001',
  'Withdrawn attention',
  'We show that attention on long sequences costs nothing at all, ever.',
  { retracted: true },
);
const POST = {
  id: 'hn:1',
  title: 'Attention in practice',
  url: 'https://news.example.org/1',
  author: 'kim',
  date: '2024-01-01',
  site: 'hn',
  score: 10,
  text: 'We run tiled attention in production on long sequences and it is twice as fast.',
  relevance_self_score: 0.7,
};

function input(change: Partial<AnswerInput> = {}): AnswerInput {
  return {
    goal: goalOf('efficient attention for long sequences'),
    node: nodeOf('How does tiling reduce the memory traffic of attention?'),
    papers: [TILING, LINEAR],
    posts: [],
    predecessors: [],
    ...change,
  };
}
const answer = (change: Partial<AnswerInput> = {}) => answerNode(input(change), { embedder: HASH_EMBEDDER });

describe('the extractive answer', () => {
  test('rests on verbatim sentences, one a source, best first, with title and address', async () => {
    const { evidence } = await answer();
    expect(evidence[0]).toEqual({
      id: TILING.id,
      title: 'Tiled exact attention',
      url: 'https://example.org/2205.14135',
      quote: 'We show that tiling reduces memory traffic by 40 % for attention on long sequences.',
    });
    expect(evidence.map((item) => item.id)).toEqual([TILING.id, LINEAR.id]);
    for (const item of evidence) expect([TILING, LINEAR].find((p) => p.id === item.id)!.abstract).toContain(item.quote);
  });

  test('says in two to four sentences who says what', async () => {
    const { summary } = await answer();
    expect(summary).toContain('Vale et al. (2021) state: "We show that tiling');
    expect(summary).toMatch(/^On SQ1, 2 of 2 sources/);
    const outside = summary.replace(/"[^"]*"/g, 'Q.');
    expect(sentences(outside).length).toBeLessThanOrEqual(4);
  });

  test('a retracted paper is no evidence', async () => {
    expect((await answer({ papers: [RETRACTED] })).evidence).toEqual([]);
  });

  test('posts count, and are named as posts', async () => {
    const { evidence, summary } = await answer({ papers: [], posts: [POST] });
    expect(evidence.map((item) => item.id)).toEqual(['hn:1']);
    expect(summary).toContain('Kim on hn says:');
  });

  test('does not say again what an answer before has said', async () => {
    const known = answered('SQ2', ['Tiled exact attention']);
    const said = {
      ...known,
      evidence: [
        { id: TILING.id, title: 'Tiled exact attention', url: TILING.url!, quote: TILING.abstract!.slice(37) },
      ],
    };
    const { evidence, summary } = await answer({ predecessors: [said] });
    expect(evidence[0]!.quote).not.toBe(said.evidence[0]!.quote);
    expect(summary).toContain('beside what SQ2 established');
  });

  test('a paper without an abstract only points at the answer', async () => {
    const bare = paper('doi:10.1/x', 'Bare', '', { abstract: null, abstract_missing: true, url: null, doi: '10.1/x' });
    const { evidence, summary } = await answer({ papers: [bare] });
    expect(evidence).toEqual([{ id: 'doi:10.1/x', title: 'Bare', url: 'https://doi.org/10.1/x', quote: null }]);
    expect(summary).toContain('None of the 1 sources');
  });

  test('a user’s record without any address is still named', async () => {
    const own = paper('lib:0123456789', 'Own notes', TILING.abstract!, { url: null });
    expect((await answer({ papers: [own] })).evidence[0]!.url).toBe('urn:plumbline:lib:0123456789');
  });

  test('nothing found is said as such', async () => {
    expect(await answer({ papers: [] })).toEqual({
      summary: 'No source was found for this sub-question. It stays open until other sources are searched.',
      evidence: [],
    });
  });

  test('far-off papers are left out', async () => {
    const far = paper('arxiv:1909.00001', 'Apples', 'Robots pick apples in orchards at dawn and sort them by colour.', {
      relevance_self_score: 0.05,
    });
    expect((await answer({ papers: [TILING, far] })).evidence.map((item) => item.id)).toEqual([TILING.id]);
  });

  test('fits the contract and is the same in any order of the papers', async () => {
    const one = await answer({ papers: [TILING, LINEAR], posts: [POST] });
    const other = await answer({ papers: [LINEAR, TILING], posts: [POST] });
    expect(other).toEqual(one);
    for (const item of one.evidence) expect(Evidence.parse(item)).toEqual(item);
  });
});

describe('a model’s answer', () => {
  const quote = 'We show that tiling reduces memory traffic by 40 % for attention on long sequences.';

  test('keeps quotes that are verbatim and ids that are known', () => {
    const result = answerRole.accept(
      {
        summary: 'Tiling helps.',
        evidence: [
          { id: TILING.id, quote },
          { id: TILING.id, quote: quote.replace('40', '60') },
          { id: 'arxiv:0000.00000', quote: '' },
          { id: LINEAR.id, quote: ' ' },
          { id: LINEAR.id, quote },
        ],
      },
      input(),
    );
    expect(result.evidence.map((item) => [item.id, item.quote])).toEqual([
      [TILING.id, quote],
      [LINEAR.id, null],
    ]);
  });

  test('with invented evidence only is rejected with the reason', () => {
    expect(() =>
      answerRole.accept({ summary: 'S.', evidence: [{ id: TILING.id, quote: 'Invented.' }] }, input()),
    ).toThrow(/character by character/);
    expect(() => answerRole.accept({ summary: '', evidence: [] }, input())).toThrow(AnswerRejected);
  });

  test('may say that nothing answers', () => {
    expect(answerRole.accept({ summary: 'Open.', evidence: [] }, input())).toEqual({ summary: 'Open.', evidence: [] });
  });

  test('is asked for with the answers before and the sources in document blocks', () => {
    const prompt = answerRole.prompt(input({ predecessors: [answered('SQ2', ['T'])] }));
    expect(prompt.documents.map((block) => block.id)).toEqual(['task', 'answers-before', TILING.id, LINEAR.id]);
    expect(prompt.system + prompt.instruction).not.toContain('tiling reduces memory traffic by 40');
  });
});
