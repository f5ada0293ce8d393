import { expect, it } from 'vitest';
import { anchorQuote } from '../../../shared/evidence/anchor.ts';

it.each([
  ['it was <0.05 in all tests', 'it was < 0.05 in all tests'],
  ['it was < 0.05 in all tests', 'it was <0.05 in all tests'],
  ['with n = 5 cases in the tests', 'with n=5 cases in the tests'],
  ['of 3 ± 0.5 points in the tests', 'of 3±0.5 points in the tests'],
])('spaces at a comparator mean nothing: %s', (text, quote) => {
  expect(anchorQuote(text, quote).status).toBe('normalised');
});

it.each([
  ['it was < 0.05 in all tests', 'it was >0.05 in all tests'],
  ['it was < 0.05 in all tests', 'it was <= 0.05 in all tests'],
  ['it was < -5 in all tests', 'it was <5 in all tests'],
  ['of 3 ± 0.5 points in the tests', 'of 3 0.5 points in the tests'],
])('the comparator itself does: %s', (text, quote) => {
  expect(anchorQuote(text, quote).status).toBe('rejected');
});
