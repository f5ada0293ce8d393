import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { starterPath } from '../../../local/library/starter.ts';
import { comparable, withoutGenre } from '../../../shared/collate/match/normalise.ts';
import { readReference } from '../../../shared/collate/match/reference.ts';
import { matchPair } from '../../../shared/collate/match/score.ts';

const TITLE = 'adaptive cache partitioning for shared processors';
const PAPER = { title: TITLE, authors: ['Maria Keller', 'Tomas Novak'], year: 2012, venue: 'ISCA' };
const STYLES = [
  'M. Keller and T. Novak. Adaptive cache partitioning for shared processors. In Proc. 39th ISCA, pages 12-23, 2012.',
  '[7] Keller, M., & Novak, T. (2012). Adaptive cache partitioning for shared processors. ISCA, pp. 12-23.',
  'Keller, M., Novak, T.: Adaptive cache partitioning for shared processors. In: ISCA 2012, pp. 12–23. IEEE (2012)',
  '[KN12] M. Keller, T. Novak, “Adaptive cache partitioning for shared processors,” in ISCA, 2012.',
  'Keller M, Novak T. Adaptive cache partitioning for shared processors. ISCA 2012; 12-23.',
  'Adaptive cache partitioning for shared processors. In Proceedings of ISCA, 2012.',
];

describe('a whole reference in the title', () => {
  it.each(STYLES)('%s', (line) => {
    expect(readReference(withoutGenre(comparable(line)))?.title).toBe(TITLE);
    expect(matchPair({ title: line }, PAPER).match).toBe(true);
    for (const other of STYLES.slice(0, 5)) expect(matchPair({ title: line }, { title: other }).match).toBe(true);
  });

  it('another reference to the same people is another paper', () => {
    const other =
      'Keller, M., Novak, T.: Predictive prefetching in many-core memories. In: ISCA 2012, pp. 41–50. IEEE (2012)';
    for (const line of STYLES) expect(matchPair({ title: line }, { title: other }).match).toBe(false);
  });

  it('leaves titles alone, whatever stands in them', () => {
    const plain = [
      'Paging Dr. Watson: a dialogue system for clinics',
      '"Is anything else wrong?": politeness in support chats',
      'Cat, Rat, Dog: on the alignment of judgments',
      'V.I.P.: preference distillation for video',
      'Raft. An understandable consensus algorithm',
      'Query engines vs. stores: a comparison',
    ];
    for (const title of plain) expect(readReference(comparable(title)), title).toBeNull();
    for (const file of readdirSync(starterPath()).filter((name) => name.endsWith('.jsonl'))) {
      for (const line of readFileSync(join(starterPath(), file), 'utf8').trim().split('\n')) {
        const { title } = JSON.parse(line) as { title: string };
        expect(readReference(comparable(title)), title).toBeNull();
      }
    }
  });
});

describe('a record scraped off a page', () => {
  it.each([
    { title: '[PDF] Adaptive cache partitioning for shared processors | Semantic Scholar' },
    { title: 'Adaptive cache partitioning for shared processors - Cited by 120 - Related articles - All 5 versions' },
    {
      title: 'Adaptive cache partitioning for shared processors - ACM Digital Library',
      authors: 'by Maria Keller1, Tomas Novak2',
    },
    {
      title: '<b>Adaptive</b>&nbsp;cache partitioning for shared processors',
      authors: 'Maria Keller &lt;mk@example.org&gt;, Tomas Novak, PhD',
    },
    {
      title: 'Adaptive cache parti- tioning for shared pro- cessors',
      authors: 'Authors: M. Keller, T. Novak - University of Athens',
    },
    {
      title: 'Adaptive cachepartitioning for shared processors',
      authors: 'Maria Keller; Tomas Novak; View all authors',
    },
  ])('$title', (record) => {
    expect(matchPair(record, PAPER).match).toBe(true);
  });

  it.each([
    [['Иванов И. И.'], ['I. I. Ivanov']],
    [['王伟'], ['Wei Wang']],
    [['The Cache Collaboration'], ['Maria Keller', 'Tomas Novak']],
  ])('names %j do not contradict %j', (a, b) => {
    expect(matchPair({ ...PAPER, authors: a }, { ...PAPER, authors: b }).match).toBe(true);
  });

  it('names of another script that are others do not agree either', () => {
    const score = (authors: string[]) =>
      matchPair({ title: TITLE, authors }, { title: TITLE, authors: ['Ivan Petrov'] }).score;
    expect(score(['Иван Петров'])).toBeGreaterThan(score(['Анна Смирнова']));
  });
});
