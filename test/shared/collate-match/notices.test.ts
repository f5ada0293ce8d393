import { describe, expect, it } from 'vitest';
import { dedup } from '../../../shared/collate/match/dedup.ts';
import { matchPair } from '../../../shared/collate/match/score.ts';

const TITLE = 'Adaptive cache partitioning for shared processors';
const AUTHORS = ['Maria Keller', 'Tomas Novak'];
const PAPER = { title: TITLE, authors: AUTHORS, year: 2012, venue: 'TC' };

describe('notices about a paper', () => {
  it.each([
    `Author Correction: ${TITLE}`,
    `Publisher's Correction: ${TITLE}`,
    `${TITLE}: correction`,
    `${TITLE} (Erratum)`,
    `${TITLE} [Corrigendum]`,
    `Corrections to "${TITLE}"`,
    `Authors' reply to Comment on ${TITLE}`,
    `Rejoinder: ${TITLE}`,
    `Comment on "${TITLE}"`,
    `Retraction: ${TITLE}`,
    `${TITLE} revisited`,
  ])('%s is not the paper', (title) => {
    expect(matchPair({ ...PAPER, title }, PAPER).match).toBe(false);
    expect(
      dedup([
        { id: 'n', ...PAPER, title },
        { id: 'p', ...PAPER },
      ]),
    ).toHaveLength(2);
  });

  it.each([`RETRACTED: ${TITLE}`, `${TITLE} (Retracted)`, `WITHDRAWN: ${TITLE}`, `Poster: ${TITLE}`])(
    '%s is the paper',
    (title) => {
      expect(matchPair({ ...PAPER, title }, PAPER).match).toBe(true);
    },
  );

  it('a title that ends in such a word is no notice', () => {
    const title = 'Neural models for grammatical error correction';
    expect(matchPair({ ...PAPER, title }, { ...PAPER, title: `${title}.` }).match).toBe(true);
  });
});

describe('titles in other scripts', () => {
  const PEOPLE = { authors: ['Иванов И. И.'], year: 2015 };
  it.each([
    [
      'Методы машинного обучения в задачах классификации текстов',
      'Методы машинного обучения в задачах классификации изображений',
    ],
    ['基于深度学习的图像识别方法研究', '基于深度学习的语音识别方法研究'],
    ['딥러닝을 이용한 영상 인식 방법', '딥러닝을 이용한 음성 인식 방법'],
  ])('%s and %s are two', (a, b) => {
    expect(matchPair({ ...PEOPLE, title: a }, { ...PEOPLE, title: b }).match).toBe(false);
    expect(matchPair({ ...PEOPLE, title: a }, { ...PEOPLE, title: `${a}。` }).match).toBe(true);
  });
});

describe('parts in other languages', () => {
  it.each([
    ['Sur la logique temporelle, première partie', 'Sur la logique temporelle, deuxième partie'],
    ['Zur Theorie der Automaten, Teil 1', 'Zur Theorie der Automaten, Teil 2'],
    ['Методы машинного обучения, часть 1', 'Методы машинного обучения, часть 2'],
  ])('%s and %s are two', (a, b) => {
    expect(matchPair({ ...PAPER, title: a }, { ...PAPER, title: b }).match).toBe(false);
  });
});
