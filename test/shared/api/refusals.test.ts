import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonBody } from '../../../shared/api/body.ts';
import { TooLarge, UnsupportedMedia } from '../../../shared/api/errors.ts';
import { NewRun } from '../../../shared/api/requests.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { refusal } from '../../../shared/contracts/issue.ts';

/** What a caller is told of a value that the schema refuses; null when it is taken. */
function told(schema: z.ZodType, value: unknown): string | null {
  const found = schema.safeParse(value);
  return found.success ? null : refusal(schema, value, found.error);
}

describe('a refused field', () => {
  it.each([
    [{}, 'topic is missing; it must be text, for example "efficient attention for long sequences"'],
    [{ topic: 'raft', budget: 'ten' }, 'budget is "ten"; it must be a whole number, for example 400000'],
    [{ topic: 'raft', budget: 5 }, 'budget is 5; it must be at least 1000, for example 400000'],
    [{ topic: 'raft', budget: 1500.5 }, 'budget is 1500.5; it must be a whole number, for example 400000'],
    [{ topic: 'raft', depth: 'huge' }, 'depth is "huge"; it must be one of quick, standard, deep'],
    [
      { topic: 'raft', timeHorizon: '2019-2020' },
      'timeHorizon is "2019-2020"; it must be an object, for example {"from":2020,"to":2020}',
    ],
    [
      { topic: 'raft', timeHorizon: { from: 2019 } },
      'timeHorizon.to is missing; it must be a whole number, for example 2020',
    ],
    [{ topic: 'raft', seedPapers: ['a', 7] }, 'seedPapers[1] is 7; it must be text, for example "arxiv:2307.08691"'],
    [{ topic: 'raft', seedPapers: 'a' }, 'seedPapers is "a"; it must be a list, for example ["arxiv:2307.08691"]'],
    [
      { topic: 'raft', library: 'My Books' },
      'library is "My Books"; it must be the id of an indexed library, for example "starter"',
    ],
    [{ topic: 'raft', offline: 'yes' }, 'offline is "yes"; it must be true or false'],
    [
      { topic: 'raft', answers: { foo: 'x' } },
      '"foo" is no field of answers; there are ambiguity, confirm_plan, direction',
    ],
    [{ topic: '', depth: 1 }, /^topic is ""; it must be at least 1 characters, .* \(1 more field is wrong\)$/],
    [[], /^it is \[\]; it must be an object, for example \{"topic":/],
    [{ topic: 'x'.repeat(3000) }, /^topic is "x{59}…; it must be at most 2000 characters/],
  ])('%j', (body, expected) => {
    if (typeof expected === 'string') expect(told(NewRun, body)).toBe(expected);
    else expect(told(NewRun, body)).toMatch(expected);
  });

  it('is named, whatever stands in it, with nothing of the parser’s own words', () => {
    for (const { id, query, body } of ROUTES) {
      for (const schema of [query, body]) {
        if (!(schema instanceof z.ZodObject)) continue;
        for (const name of Object.keys(schema.shape as object)) {
          for (const wrong of [Number.NaN, '', '\u0000', 'no such thing', -1, [], [0], { x: 1 }]) {
            const error = told(schema.partial(), { [name]: wrong });
            if (error === null) continue;
            expect(error, `${id}.${name}`).toMatch(name === 'request' ? /\bfield of request\b|^request/ : name);
            expect(error, `${id}.${name}`).not.toMatch(
              /received|Invalid|expected|Too (?:small|big)|undefined|of another form/,
            );
          }
        }
      }
    }
  });
});

describe('a body', () => {
  const bytes = Buffer.from('{"topic":"raft"}');
  const json = (type: string | undefined, encoding?: string) => jsonBody(bytes, { type, encoding });

  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; x=1',
  ])('of type %s is read', (type) => expect(json(type, 'identity')).toEqual({ topic: 'raft' }));

  it.each([
    undefined,
    '',
    'text/plain',
    'application/problem+json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
  ])('of type %s is refused', (type) => expect(() => json(type)).toThrow(UnsupportedMedia));

  it.each(['gzip', 'br', 'deflate, gzip'])('encoded as %s is refused', (encoding) => {
    expect(() => json('application/json', encoding)).toThrow(UnsupportedMedia);
  });

  it('that is too large, no UTF-8 or no JSON is refused', () => {
    const of = (body: Uint8Array) => jsonBody(body, { type: 'application/json', encoding: undefined });
    expect(() => of(new Uint8Array(300_000))).toThrow(TooLarge);
    expect(() => of(Buffer.from('\ufeff{}', 'utf16le'))).toThrow(UsageError);
    expect(() => of(Buffer.from('{'))).toThrow(UsageError);
    expect(of(Buffer.from('\ufeff{}'))).toEqual({});
  });
});
