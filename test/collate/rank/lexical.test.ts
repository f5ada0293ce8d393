import { describe, expect, it } from 'vitest';
import { Bm25Index } from '../../../shared/collate/rank/bm25.ts';
import { GramIndex, gramsOf } from '../../../shared/collate/rank/grams.ts';
import { LexicalIndex } from '../../../shared/collate/rank/lexical.ts';
import { addPhraseScores } from '../../../shared/collate/rank/phrases.ts';

function indexOf(texts: readonly string[]) {
  const index = new Bm25Index();
  for (const [i, abstract] of texts.entries()) index.add(String(i), { abstract });
  return index;
}

describe('phrases', () => {
  it('score documents that hold the pair side by side, and no others', () => {
    const index = indexOf([
      'neural machine translation',
      'translation of a machine',
      'machine learning, then translation',
    ]);
    const scores = new Float64Array(3);

    addPhraseScores(index, ['machin', 'translat'], 1, scores);

    expect(scores[0]).toBeGreaterThan(0);
    expect([scores[1], scores[2]]).toEqual([0, 0]);
  });

  it('are not made of overlapping pairs of signs, which stand together wherever the longer word does', () => {
    const index = indexOf(['图像识别方法', '图像 识别']);
    const scores = new Float64Array(2);
    addPhraseScores(index, ['图像', '像识', '识别'], 1, scores);
    expect([...scores]).toEqual([0, 0]);
  });

  it('do not reach from one field into the next', () => {
    const index = new Bm25Index();
    index.add('a', { title: 'machine', abstract: 'translation' });
    const scores = new Float64Array(1);
    addPhraseScores(index, ['machin', 'translat'], 1, scores);
    expect(scores[0]).toBe(0);
  });
});

describe('n-grams', () => {
  it('mark the ends of a term and keep short ones whole', () => {
    expect(gramsOf('cache')).toEqual(['#cach', 'cache', 'ache#']);
    expect(gramsOf('ir')).toEqual(['#ir#']);
  });

  it('find words that only look alike', () => {
    const index = indexOf(['immunodeficient mice', 'relational databases']);
    const scores = new Float64Array(2);

    new GramIndex(index).addScores(['immunodefici'], 1, scores);

    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[1]).toBe(0);
  });
});

describe('LexicalIndex', () => {
  it('prefers the phrase where the words alone are equal', () => {
    const lexical = new LexicalIndex(indexOf(['support vector machines', 'machines support a vector']));
    const words = lexical.wordScores('support vector machines');
    const scores = lexical.scores('support vector machines');
    expect(words[0]).toBeCloseTo(words[1]!, 10);
    expect(scores[0]).toBeGreaterThan(scores[1]!);
  });
});
