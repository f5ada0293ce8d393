import { expect, it } from 'vitest';
import { areOpposed } from '../../../shared/evidence/polarity.ts';

it.each([
  ['Memory use grew with the clients.', 'Memory use shrank with the clients.'],
  ['Prices rose during the test.', 'Prices fell during the test.'],
  ['The scheduler is aware of locality.', 'The scheduler is unaware of locality.'],
  ['The parts are related.', 'The parts are unrelated.'],
  ['A outperforms B.', 'A is worse than B.'],
  ['The answers were correct.', 'The answers were incorrect.'],
])('%s against %s', (a, b) => {
  expect(areOpposed(a, b)).toBe(true);
  expect(areOpposed(b, a)).toBe(true);
  expect(areOpposed(a, a)).toBe(false);
});

it.each([
  ['The scheduler is unaware of locality.', 'The scheduler is not aware of locality.'],
  ['It is able to recover.', 'It can recover.'],
  ['We form an opinion.', 'We give a uniform opinion.'],
])('%s agrees with %s', (a, b) => expect(areOpposed(a, b)).toBe(false));
