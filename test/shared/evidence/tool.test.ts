import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { anchorTool, citeTool, knownIds, supportTool } from '../../../shared/evidence/tool.ts';

describe('anchorTool', () => {
  const answer = anchorTool('Caches help servers.');

  it('answers with exactly the promised fields', () => {
    const values = [
      { id: 'q1', quote: 'Caches help' },
      { id: 2, quote: 'Caches hurt' },
      'Caches help servers.',
      { quote: 'help servers', more: 1 },
    ];
    expect(values.map((value, at) => answer(value, at + 1))).toEqual([
      { id: 'q1', status: 'exact', start: 0, end: 11, reason: null },
      { id: '2', status: 'rejected', start: null, end: null, reason: expect.any(String) },
      { id: '3', status: 'exact', start: 0, end: 20, reason: null },
      { id: '4', status: 'exact', start: 7, end: 19, reason: null },
    ]);
  });

  it.each([[{ id: 'q1' }], [[1, 2]], [null], [7], [{ id: {}, quote: 'fine words' }], [{ id: 'q1', quote: 7 }]])(
    'refuses %j',
    (value) => expect(() => answer(value, 1)).toThrow(UsageError),
  );
});

describe('supportTool', () => {
  it('scores every sentence and points into the text', () => {
    const text = 'Caches help web servers. Bread is baked in ovens.';
    const row = supportTool(text)({ id: 's1', sentence: 'Web servers gain from caches.' }, 1);
    expect(Object.keys(row)).toEqual(['id', 'score', 'best']);
    expect(text.slice(row.best[0]!.start, row.best[0]!.end)).toBe('Caches help web servers.');
  });
});

describe('citeTool', () => {
  it('gives the repaired draft and its report', () => {
    expect(citeTool('["Smith2021"]', 'A [Smith21]. B [X9].\n')).toEqual({
      draft: 'A [Smith2021]. B [citation removed].\n',
      report: '{"removed":["X9"],"repaired":{"Smith21":"Smith2021"},"kept":0}',
    });
  });

  it.each([
    ['["a1", 2]', ['a1', '2']],
    ['[{"id":"a1","title":"A"},{"key":"b2"}]', ['a1', 'b2']],
    ['[{"id":"doi:10.1/x","ids":["doi:10.1/x","arxiv:2401.00001"]}]', ['doi:10.1/x', 'arxiv:2401.00001']],
    ['{"a1":{"title":"A"},"b2":"B"}', ['a1', 'b2']],
    ['{"ids":["a1"]}', ['a1']],
    ['{"id":"a1"}\n{"id":"b2"}\n', ['a1', 'b2']],
    ['{"id":"a1"}\r\n\r\n{"id":"b2","year":NaN}\r\n', ['a1', 'b2']],
    ['"a1"\n"b2"', ['a1', 'b2']],
    ['{"id":"a1","title":"A"}\n', ['a1']],
  ])('reads known ids from %j', (json, expected) => {
    expect(knownIds(json)).toEqual(expected);
  });

  it('names the line that is no JSON', () => {
    expect(() => knownIds('{"id":"a1"}\n{"id":\n')).toThrow(/^Line 2 /);
  });

  it.each(['', 'null', '[{}]', '["a"', '7'])('refuses %j', (json) => {
    expect(() => knownIds(json)).toThrow(UsageError);
  });
});
