import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cut, widthOf, wrap, wrapWords } from '../../../local/cli/width.ts';

it('counts columns, not characters', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('漢字')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
});

it('never makes a line wider than it may be', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', '漢', '-') }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 10, max: 60 }), (parts, width) => {
      expect(widthOf(cut(parts.join(' '), width))).toBeLessThanOrEqual(width);
      for (const line of wrap(parts, '   ', width, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 60 },
  );
});

it('breaks text between words, under its own number, and keeps every word', () => {
  const text = '  1. a finding that takes more than one line of a narrow terminal';
  const lines = wrapWords(text, 30).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {5}\S/);
  expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
});
