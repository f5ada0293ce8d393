import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, plainPunctuation, squeeze } from '../../shared/text/normalise.ts';
import { stem } from '../../shared/text/stem.ts';
import { isStopWord } from '../../shared/text/stopwords.ts';
import { terms, tokens } from '../../shared/text/tokenise.ts';

describe('tokens', () => {
  it.each([
    ['case, accents and ligatures', 'Erdős ﬁnds Gödel', ['erdos', 'finds', 'godel']],
    ['letters that do not decompose', 'Łukasz Straße Øystein', ['lukasz', 'strasse', 'oystein']],
    ['names with signs', 'C++, C# and .NET with Node.js', ['c++', 'c#', 'and', '.net', 'with', 'node.js']],
    ['compounds of words', 'graph-based state-of-the-art', ['graph', 'based', 'state', 'of', 'the', 'art']],
    ['compounds that are names', 'k-means, GPT-4 and t‑SNE', ['k-means', 'gpt-4', 'and', 't-sne']],
    ['ranges', '10-20 pages', ['10', '20', 'pages']],
    ['numbers', '1,000 runs at 3.5', ['1000', 'runs', 'at', '3.5']],
    ['apostrophes', "the model's weights don't", ['the', 'model', 'weights', "don't"]],
    ['scripts without spaces', '深層学習 with BERT', ['深層', '層学', '学習', 'with', 'bert']],
    ['Greek and Cyrillic', 'TNF-α белок', ['tnf-α', 'белок']],
    ['vowel signs', 'हिन्दी', ['हिन्दी']],
    ['nothing', ' ,.;- ', []],
  ])('reads %s', (_, text, expected) => {
    expect(tokens(text)).toEqual(expected.map((token) => token.normalize('NFC')));
  });

  it('gives folded, non-empty tokens for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const token of tokens(text)) {
          expect(token).not.toBe('');
          expect(token).not.toMatch(/\s/);
        }
      }),
    );
  });

  it('ends on hostile text', () => {
    for (const unit of ['a', 'a-', '1,', "a'", 'a.', '.n', 'é']) tokens(unit.repeat(100_000 / unit.length));
  });
});

describe('terms', () => {
  it('leaves function words out and joins the forms of a word', () => {
    expect(terms('the clustering of clusters')).toEqual(['cluster', 'cluster']);
  });

  it('joins the spellings of a compound name', () => {
    expect(terms('k-means')).toEqual(terms('kmeans'));
    expect(terms('GPT-4')).toEqual(terms('GPT4'));
  });
});

describe('words', () => {
  it('knows function words from others', () => {
    expect(['of', 'whether', 'network'].map(isStopWord)).toEqual([true, true, false]);
  });

  it('stems plain words only', () => {
    expect(['networks', 'gpt4s', 'c++', 'is'].map(stem)).toEqual(['network', 'gpt4s', 'c++', 'is']);
  });
});

describe('normalising', () => {
  it('folds twice as once', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
  });

  it('squeezes white space and plain punctuation', () => {
    expect(squeeze(' a\u00a0\n b ')).toBe('a b');
    expect(plainPunctuation('“it’s” – so…')).toBe('"it\'s" - so...');
  });
});
