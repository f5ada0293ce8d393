import { describe, expect, it } from 'vitest';
import { anchorQuote, prepareText } from '../../../shared/evidence/anchor.ts';

const status = (text: string, quote: string) => anchorQuote(text, quote).status;

describe('anchorQuote', () => {
  it('finds an exact quote and prefers the exact one of several places', () => {
    const text = 'A ﬁrst pass over data. A first pass over data.';
    expect(anchorQuote(text, 'A first pass over data.')).toEqual({ status: 'exact', start: 23, end: 46, reason: null });
  });

  it('maps a normalised match back to the original units', () => {
    const text = 'So the hypothe-\n  sis of “eﬃcient” caches holds.';
    const found = anchorQuote(text, 'the hypothesis of "efficient" caches');
    expect(found.status).toBe('normalised');
    expect(text.slice(found.start!, found.end!)).toBe('the hypothe-\n  sis of “eﬃcient” caches');
  });

  it.each([
    ['line-end hyphen kept in a compound', 'the state-of-\nthe-art method', 'state-of-the-art method'],
    ['line-end hyphen in the quote', 'the hypothesis holds here', 'the hypothe-\nsis holds here'],
    ['line-end hyphen of a suspended compound', 'both pre-\nand postprocessing', 'pre- and postprocessing'],
    ['number behind a line-end hyphen', 'as COVID-\n19 spread fast', 'COVID-19 spread fast'],
    ['typed dash', 'one -- or two -- of them', 'one — or two — of them'],
    ['minus sign as hyphen', 'a loss of −3.5 dB here', 'a loss of -3.5 dB'],
    ['en dash in a range', 'pages 10–20 of the book', 'pages 10-20 of the book'],
    ['mathematical letters', 'where 𝑥 and 𝑦 are bound', 'where x and y are bound'],
    ['decomposed accents', 'by Erdo\u030bs and Re\u0301nyi', 'by Erdős and Rényi'],
    ['decomposed Hangul', '한국어 문장입니다'.normalize('NFD'), '한국어 문장입니다'],
    ['subscript of a formula', 'the CO₂ emitted by servers', 'the CO2 emitted by servers'],
    ['directional controls', 'the \u202bfinal\u202c score of it', 'the final score of it'],
    ['Chinese across a line break', '我们提出了一种\n新的方法', '一种新的方法'],
    ['enclosing quotation marks', 'We present a new index here', '“We present a new index”'],
    ['space before punctuation', 'faster ( Lee , Kim ) today', 'faster (Lee, Kim) today'],
  ])('accepts %s', (_, text, quote) => {
    expect(status(text, quote)).toBe('normalised');
  });

  it.each([
    ['exponent written flat', 'in 10² steps of the loop', 'in 102 steps of the loop'],
    ['flat number raised', 'in 102 steps of the loop', 'in 10² steps of the loop'],
    ['fraction unfolded', 'takes 1½ hours per run', 'takes 11/2 hours per run'],
    ['circled number', 'see ①5 for details', 'see 15 for details'],
    ['subscript before a digit', 'log₂8 is three here', 'log28 is three here'],
    ['minus for a range', 'pages 10–20 of the book', 'pages 10−20 of the book'],
    ['sign cut off in front', 'drops by −3.5 dB in all', '3.5 dB in all'],
    ['comparator cut off in front', 'found p <0.05 in all runs', '0.05 in all runs'],
    ['decimal cut off behind', 'improves F1 by 3.5 points', 'improves F1 by 3'],
    ['percent sign cut off behind', 'improves recall by 3% here', 'improves recall by 3'],
    ['exponent cut off behind', 'grows with an area of n² here', 'grows with an area of n'],
    ['negative prefix cut off', 'on non-linear models only', 'linear models only'],
    ['negative prefix cut off at a line end', 'on non-\nlinear models only', 'linear models only'],
    ['contraction cut off', "that we can't reproduce", 'that we can'],
    ['version cut off', 'written in C++ and Rust', 'written in C'],
    ['hyphen inside a line', 'they re-sign all the keys', 'they resign all the keys'],
    ['hyphen that is not there', 'they resign all the keys', 'they re-sign all the keys'],
    ['digits joined over a line end', 'between 10-\n20 items each', 'between 1020 items each'],
    ['case', 'as the US reports to us', 'as the us reports to us'],
    ['flag with two hyphens', 'call it with --force today', 'call it with -force today'],
    ['elision', 'we find that caches, once warm, are fast', 'we find that caches … are fast'],
    ['thin space thousands joined', 'over 10\u202f000 runs of it', 'over 10000 runs of it'],
    ['Cyrillic letter', 'the same bound holds', 'the sаme bound holds'],
  ])('rejects %s', (_, text, quote) => {
    const found = anchorQuote(text, quote);
    expect(found).toMatchObject({ status: 'rejected', start: null, end: null });
    expect(found.reason).not.toBe('');
  });

  it('says why', () => {
    const text = 'Our cache does not lower the latency by more than 12 ms on any of the five traces.';
    const reason = (quote: string) => anchorQuote(text, quote).reason;
    expect(reason('lower the latency by more than 13 ms on any')).toContain('number differs');
    expect(reason('Our cache does lower the latency by more than 12 ms')).toContain('negation differs');
    expect(reason('on any of the')).toBeNull();
    expect(reason('the five')).toContain('too short');
    expect(reason('Quantum annealing of proteins')).toBe('not found in the text');
    expect(reason('   ')).toBe('empty quote');
  });

  it('begins no quote right behind a Chinese negation', () => {
    expect(status('该方法不能提高模型的准确率', '能提高模型的准确率')).toBe('rejected');
  });

  it('copes with repetitive text', () => {
    const prepared = prepareText('ab '.repeat(60_000));
    for (let i = 0; i < 20; i++) {
      expect(anchorQuote(prepared, `${'ab '.repeat(40)}c${i}`).status).toBe('rejected');
    }
  });
});
