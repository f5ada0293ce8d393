import { expect, it } from 'vitest';
import { remembered } from '../../../shared/stages/remembered.ts';

it('parses a file once as long as it is remembered, and again when its text has changed', () => {
  const parsed: string[] = [];
  const parse = remembered(2, (file, path) => {
    parsed.push(`${path} ${file}`);
    if (file === 'torn') throw new SyntaxError(path);
    return { file };
  });
  const first = parse('a', 'one.md');
  expect(parse('a', 'two.md')).toBe(first);
  expect(parse('b', 'one.md')).toEqual({ file: 'b' });
  expect(parse('c', 'one.md')).toEqual({ file: 'c' });
  // The third has taken the place of the first.
  expect(parse('a', 'one.md')).not.toBe(first);
  for (const _ of [1, 2]) expect(() => parse('torn', 'one.md')).toThrow(SyntaxError);
  expect(parsed).toEqual(['one.md a', 'one.md b', 'one.md c', 'one.md a', 'one.md torn', 'one.md torn']);
});
