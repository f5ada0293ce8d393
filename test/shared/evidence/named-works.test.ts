import { describe, expect, it } from 'vitest';
import { REMOVED_MARK } from '../../../shared/evidence/cite.ts';
import { type KnownWork, namedWorks } from '../../../shared/evidence/verify/named-works.ts';

const WORKS: readonly KnownWork[] = [
  {
    id: 'doi:10.1000/a',
    ids: ['doi:10.1000/a', 'arxiv:2401.00002'],
    title: 'Alder: credit-based queues',
    authors: ['Erdős, Pál', 'Jane van der Berg'],
    year: 2021,
    url: 'https://example.org/alder',
  },
];
const closed = (text: string, texts: readonly string[] = []) => namedWorks(text, WORKS, texts);

describe('works that a sentence names', () => {
  it.each([
    'Alder is faster, see doi:10.1000/a and https://doi.org/10.1000/A.',
    'Alder is faster (arXiv:2401.00002v3).',
    'The code is at https://example.org/alder.',
    'Erdos et al. (2020) measured it; (van der Berg and Erdős, 2022) did so again.',
    'It was tried on Switchboard (1997), in May (2019) and on 10.5 of 2021 machines.',
  ])('stay when they are of the run or no works: %s', (text) => {
    expect(closed(text)).toEqual({ text, unknown: [] });
  });

  it.each([
    ['It is fast (doi:10.9999/x.1).', 'It is fast.'],
    ['It is fast, see https://made.up/page, and small.', 'It is fast, see, and small.'],
    ['It is fast (Nobody et al., 2020).', `It is fast (${REMOVED_MARK}).`],
    ['Nobody and Noone (2020) found so.', `${REMOVED_MARK} found so.`],
    ['It is fast (Nobody, 2020).', `It is fast (${REMOVED_MARK}).`],
    ['Erdős et al. (2009) found so.', `${REMOVED_MARK} found so.`],
  ])('go when they are not: %s', (text, left) => {
    const { text: shown, unknown } = closed(text);
    expect(shown).toBe(left);
    expect(unknown).toHaveLength(1);
    expect(closed(shown)).toEqual({ text: shown, unknown: [] });
  });

  it('are looked for in long texts made to be slow for patterns', () => {
    for (const text of ['A'.repeat(200_000), 'Aa and '.repeat(30_000)]) expect(closed(text).unknown).toEqual([]);
    for (const tail of [' '.repeat(200_000), ', '.repeat(100_000)]) {
      expect(closed(`http://x.y ${tail}x`).unknown).toEqual(['http://x.y']);
    }
  });

  it('stay when a cited text names them itself', () => {
    const text = 'It is faster than Nobody et al. (2020), https://made.up/page.';
    expect(closed(text, ['We compare with Nobody (2020), see https://made.up/page.'])).toEqual({ text, unknown: [] });
  });
});
