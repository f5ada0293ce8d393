import { describe, expect, it } from 'vitest';
import { matchPair } from '../../../shared/collate/match/score.ts';
import { matchTool, recordOf } from '../../../shared/collate/match/tool.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';

const paper = { title: 'The layout of compressed indexes', authors: 'M Verne, LA Roth', year: '1996' };

describe('what a search page writes in front of a title', () => {
  it.each(['[PDF] ', '[HTML] ', '[BOOK][B] ', '[CITATION] ', '[C] '])('%s', (label) => {
    const found = { ...paper, title: `${label}${paper.title}`, venue: 'Proc. of ACM SIGMOD' };
    const listed = { ...paper, authors: 'Marie Verne, Leo A. Roth', venue: 'SIGMOD Conference' };
    expect(matchPair(found, listed).match).toBe(true);
  });
});

it('one title by the same people, many years apart, is two texts unless the venue says otherwise', () => {
  expect(matchPair(paper, { ...paper, year: '2011' }).match).toBe(false);
  expect(matchPair(paper, { ...paper, year: '1997' }).match).toBe(true);
  expect(matchPair({ ...paper, doi: '10.1000/a' }, { ...paper, doi: '10.1000/A', year: '2011' }).match).toBe(true);
});

it('what cannot be used is the user’s mistake', () => {
  expect(() => matchTool('nonsense')).toThrow(UsageError);
  expect(() => recordOf([1])).toThrow(UsageError);
  expect(() => recordOf('text')).toThrow(UsageError);
});
