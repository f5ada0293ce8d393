import { describe, expect, it } from 'vitest';
import { ownWords } from '../../../shared/agents/own-words.ts';
import { REMOVED_MARK } from '../../../shared/evidence/cite.ts';

const M = REMOVED_MARK;
const WORKS = [
  {
    ids: ['doi:10.1000/a', 'arxiv:2401.00002'],
    title: 'Alder: credit-based queues',
    authors: ['Erdős, Pál', 'Jane van der Berg'],
    year: 2021,
    url: 'https://example.org/alder',
  },
];
const closed = (text: string, texts: readonly string[] = []) => ownWords(WORKS, texts)(text);

describe('works that a model names in its own words', () => {
  it.each([
    'Alder is faster, see doi:10.1000/a and https://doi.org/10.1000/A.',
    'Alder is faster (arXiv:2401.00002v3).',
    'The code is at https://example.org/alder.',
    'Erdos et al. (2020) measured it; (van der Berg and Erdős, 2022) did so again.',
    'It was tried on Switchboard (1997), in May (2019) and on 10.5 of 2021 machines.',
  ])('stay when they are of the run or no works: %s', (text) => expect(closed(text)).toBe(text));

  it.each([
    ['It is fast (doi:10.9999/x.1).', `It is fast ${M}.`],
    ['It is fast, see https://made.up/page, and small.', `It is fast, see, and small ${M}.`],
    ['It is fast (Nobody et al., 2020).', `It is fast ${M}.`],
    ['Nobody and Noone (2020) found so.', `Others found so ${M}.`],
    ['It is slower than Nobody and Noone, 2020.', `It is slower than others ${M}.`],
    ['It is fast (Nobody, 2020).', `It is fast ${M}.`],
    ['Erdős et al. (2009) found so.', `Others found so ${M}.`],
    ['It is fast [3].', `It is fast ${M}.`],
  ])('go when they are not: %s', (text, left) => {
    expect(closed(text)).toBe(left);
    expect(closed(left)).toBe(left);
  });

  it('stay when a text names them itself', () => {
    const text = 'It is faster than Nobody et al. (2020), https://made.up/page.';
    expect(closed(text, ['We compare with Nobody (2020), see https://made.up/page.'])).toBe(text);
  });

  it('are looked for in long texts made to be slow for patterns', () => {
    for (const text of ['A'.repeat(100_000), 'Aa and '.repeat(15_000).trim()]) expect(closed(text)).toBe(text);
    for (const tail of [' '.repeat(100_000), ', '.repeat(50_000)]) {
      expect(closed(`http://x.y ${tail}x`)).not.toContain('http');
    }
  });
});
