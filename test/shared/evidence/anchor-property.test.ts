import { describe, expect, it } from 'vitest';
import { anchorQuote, prepareText } from '../../../shared/evidence/anchor.ts';
import { madeSentences } from './made-sentences.ts';
import { falseQuotes, trueQuotes } from './quote-trials.ts';

const SENTENCES = madeSentences(400, 11);

describe('anchorQuote over generated quotes', () => {
  it('accepts true quotes however they are typeset, at the place they come from', () => {
    const { tried, missed } = trueQuotes(SENTENCES, 1500, 5);
    expect(tried).toBeGreaterThanOrEqual(1500);
    expect(missed.slice(0, 5)).toEqual([]);
  });

  it('rejects every change of number, unit, negation, comparator, name, word or boundary', () => {
    const { tried, accepted, perMutation } = falseQuotes(SENTENCES, 1500, 7);
    expect(tried).toBeGreaterThanOrEqual(1500);
    expect(accepted.slice(0, 5)).toEqual([]);
    expect(Object.entries(perMutation).filter(([, count]) => count < 5)).toEqual([]);
  });

  it('returns offsets whose slice is the quote itself when exact', () => {
    const text = SENTENCES.join(' ');
    const prepared = prepareText(text);
    for (const sentence of SENTENCES) {
      const found = anchorQuote(prepared, sentence);
      expect(found.status).toBe('exact');
      expect(text.slice(found.start!, found.end!)).toBe(sentence);
    }
  });
});
