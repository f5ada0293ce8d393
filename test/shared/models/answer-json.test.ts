import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerJson, NotJson } from '../../../shared/models/answer-json.ts';

const any = () => true;

describe('the JSON of an answer', () => {
  it.each([
    ['{"a":1}', 'alone'],
    ['  \n{"a":1}\n', 'with white space'],
    ['```json\n{"a":1}\n```', 'in a fence'],
    ['Here it is: {"a":1} Anything else?', 'between words'],
    ['{not json} but {"a":1}', 'after something that only looks like it'],
    ['{"a":1} {"b":2}', 'before another one'],
  ])('is found %s (%s)', (text) => {
    expect(answerJson(text, any)).toEqual({ a: 1 });
  });

  it('is the object that fits, not the first one', () => {
    const fits = (value: unknown) => typeof value === 'object' && value !== null && 'b' in value;
    expect(answerJson('{"a":1} then {"b":2}', fits)).toEqual({ b: 2 });
    expect(answerJson('{"a":1}', fits)).toEqual({ a: 1 });
  });

  it('is not a part of an answer that was never finished, unless that part is what was asked for', () => {
    const cut = '{"items":[{"a":1},{"a":2}]';
    expect(() => answerJson(cut, () => false)).toThrow(NotJson);
    expect(answerJson('an opening { and then {"a":1}', any)).toEqual({ a: 1 });
  });

  it.each(['', '   ', 'no braces', '{"a":1', '{"a":"unclosed}', '[1,2]'])('is missing in %j', (text) => {
    expect(() => answerJson(text, any)).toThrow(NotJson);
  });

  it('is ambiguous when a key stands twice in one object, at any depth', () => {
    expect(() => answerJson('{"a":1,"a":2}', any)).toThrow(/"a" stands twice/);
    expect(() => answerJson('{"x":[{"b":1,"c":{"b":2}},{"b":1,"b":3}]}', any)).toThrow(/"b" stands twice/);
    expect(() => answerJson('{"\\u0061":1,"a":2}', any)).toThrow(/"a" stands twice/);
    expect(answerJson('{"a":{"a":1},"b":[{"a":2},{"a":3}],"c":"a\\":"}', any)).toMatchObject({
      b: [{ a: 2 }, { a: 3 }],
    });
  });

  it('comes back whole whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('', 'Sure:\n', '```json\n'),
        (object, before) => {
          const value = { answer: object };
          const json = JSON.stringify(value);
          expect(answerJson(`${before}${json}\nThat is all.`, any)).toEqual(JSON.parse(json));
        },
      ),
    );
  });

  it('never hangs and never throws anything but NotJson', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ':', ',', 'a', ' ', '[', ']') }), (text) => {
        try {
          answerJson(text, any);
        } catch (error) {
          expect(error).toBeInstanceOf(NotJson);
        }
      }),
    );
  });
});
