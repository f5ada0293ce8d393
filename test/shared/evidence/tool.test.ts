import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { anchorTool, citeTool, knownIds, supportTool, type ToolLines } from '../../../shared/evidence/tool.ts';

const rows = (out: ToolLines) => out.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('anchorTool', () => {
  it('answers every line in order with exactly the promised fields', () => {
    const out = anchorTool(
      'Caches help servers.',
      '{"id":"q1","quote":"Caches help"}\n\n{"id":2,"quote":"Caches hurt"}\n"Caches help servers."\n',
    );
    expect(rows(out)).toEqual([
      { id: 'q1', status: 'exact', start: 0, end: 11, reason: null },
      { id: '2', status: 'rejected', start: null, end: null, reason: expect.any(String) },
      { id: '4', status: 'exact', start: 0, end: 20, reason: null },
    ]);
  });

  it.each([
    ['{"id":"q1"}', 'Line 1'],
    ['{"id":"q1","quote":"fine words"}\nnot json', 'Line 2'],
    ['[1,2]', 'Line 1'],
    ['{"id":{},"quote":"fine words"}', 'Line 1'],
  ])('names the line of bad input %j', (lines, where) => {
    expect(() => anchorTool('Text.', lines)).toThrow(UsageError);
    expect(() => anchorTool('Text.', lines)).toThrow(where);
  });
});

describe('supportTool', () => {
  it('scores every sentence and points into the text', () => {
    const text = 'Caches help web servers. Bread is baked in ovens.';
    const [row] = rows(supportTool(text, '{"id":"s1","sentence":"Web servers gain from caches."}'));
    expect(Object.keys(row!)).toEqual(['id', 'score', 'best']);
    const [best] = row!.best as { start: number; end: number }[];
    expect(text.slice(best!.start, best!.end)).toBe('Caches help web servers.');
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
  ])('reads known ids from %j', (json, expected) => {
    expect(knownIds(json)).toEqual(expected);
  });

  it.each(['', 'null', '[{}]', '["a"', '7'])('refuses %j', (json) => {
    expect(() => knownIds(json)).toThrow(UsageError);
  });
});
