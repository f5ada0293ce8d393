import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../shared/text/sentences.ts';

const split = (text: string) => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['plain sentences', 'It works. It scales! Does it? Yes.', ['It works.', 'It scales!', 'Does it?', 'Yes.']],
    [
      'authors with et al.',
      'We follow Lee et al. (2020) and Wu et al. in this. It helps.',
      ['We follow Lee et al. (2020) and Wu et al. in this.', 'It helps.'],
    ],
    [
      'et al. at the end',
      'This was shown by Lee et al. We repeat it.',
      ['This was shown by Lee et al.', 'We repeat it.'],
    ],
    [
      'decimals and versions',
      'Accuracy rose to 0.92 in v2.1 of the tool. Then it fell.',
      ['Accuracy rose to 0.92 in v2.1 of the tool.', 'Then it fell.'],
    ],
    [
      'abbreviations',
      'Some ideas, e.g. caching, i.e. reuse, are in Fig. 3 and Eq. 4. Others are not.',
      ['Some ideas, e.g. caching, i.e. reuse, are in Fig. 3 and Eq. 4.', 'Others are not.'],
    ],
    [
      'initials',
      'The proof is due to J. R. Smith and D. E. Knuth. It is short.',
      ['The proof is due to J. R. Smith and D. E. Knuth.', 'It is short.'],
    ],
    [
      'a letter that ends a sentence',
      'We call the second one plan B. The first is plan A.',
      ['We call the second one plan B.', 'The first is plan A.'],
    ],
    [
      'countries',
      'The U.S. Census was used. Data from the U.S. They differ.',
      ['The U.S. Census was used.', 'Data from the U.S.', 'They differ.'],
    ],
    ['citation marks behind the stop', 'This is known.[3, 7] That is not.', ['This is known.[3, 7]', 'That is not.']],
    ['quotes and brackets', 'She said "it holds." (We agree.) Good.', ['She said "it holds."', '(We agree.)', 'Good.']],
    [
      'a lower-case name at the start',
      'It converges. k-means does not. mRNA is stable.',
      ['It converges.', 'k-means does not.', 'mRNA is stable.'],
    ],
    ['enumerations', '1. Read the paper. 2. Write it up.', ['1. Read the paper.', '2. Write it up.']],
    ['an ellipsis', 'It ran on... and on. Then... It stopped.', ['It ran on... and on.', 'Then...', 'It stopped.']],
    [
      'numbers with no.',
      'See no. 5 of the list. The answer is no. We stop.',
      ['See no. 5 of the list.', 'The answer is no.', 'We stop.'],
    ],
    ['full-width stops', '这是第一句。这是第二句。', ['这是第一句。', '这是第二句。']],
    [
      'letters lost to question marks',
      'Let ? = E ? k and ?i ? GEM(?) hold. Is it so ? We think so.',
      ['Let ? = E ? k and ?i ? GEM(?) hold.', 'Is it so ?', 'We think so.'],
    ],
    ['marks without words', 'It ends . . . Then it goes on.', ['It ends . . .', 'Then it goes on.']],
    ['no stop at all', 'A text without any end', ['A text without any end']],
    ['nothing', '  \n ', []],
  ])('splits %s', (_, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('cuts headings, lists and paragraphs although no full stop ends them', () => {
    const text =
      '1 Introduction\nWe study caches that\nStanford built. They work.\n\nRelated Work\nOthers exist.\n- first point\n- second point\nRESULTS\nAll good.';
    expect(split(text)).toEqual([
      '1 Introduction',
      'We study caches that\nStanford built.',
      'They work.',
      'Related Work',
      'Others exist.',
      '- first point',
      '- second point',
      'RESULTS',
      'All good.',
    ]);
  });

  it('gives offsets that cut the very sentence out of the text, in order and without overlap, for any text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('e.g. ', 'Fig. 2. ', '\n\n', 'A. B. ', '3.5 ', '? ', 'et al. ', '\n1. '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const sentence of sentences(text)) {
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(sentence.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, sentence.start).trim()).toBe('');
          end = sentence.end;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });

  it('ends on hostile text', () => {
    for (const unit of ['.', 'a.', 'A. ', '[1,', '\n', ' \n', '"', '(1) ', 'a'])
      sentences(unit.repeat(100_000 / unit.length));
  });
});
