import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEdges } from '../../../shared/collate/rank/edges.ts';
import { rankRecords } from '../../../shared/collate/rank/tool.ts';
import { letterEmbedder as embedder } from './fixed-embedder.ts';

const RECORDS = [
  { id: 'a', title: 'Cache eviction', abstract: 'Caches under load.' },
  { id: 'b', title: 'Cache coherence', abstract: 'Caches of many cores.' },
  { id: 'c', title: 'Consensus', abstract: 'Replicated logs.' },
];
const EDGES = [
  ['a', 'b'],
  ['c', 'b'],
];

describe('rankRecords', () => {
  it('gives one line a record; without edges the score is the similarity', async () => {
    const lines = await rankRecords(RECORDS, 'cache eviction', { embedder });
    expect(lines.map((line) => line.id)).toEqual(['a', 'b', 'c']);
    for (const line of lines) {
      expect(line.score).toBe(line.similarity);
      expect(line.centrality).toBeNull();
    }
  });

  it('mixes similarity and PageRank 6 to 4, both scaled inside the pool', async () => {
    const lines = await rankRecords(RECORDS, 'cache eviction', { embedder, edges: EDGES });
    for (const line of lines) expect(line.score).toBeCloseTo(0.6 * line.similarity + 0.4 * line.centrality!, 5);
    expect(lines.find((line) => line.id === 'b')?.centrality).toBe(1);
    expect(Math.min(...lines.map((line) => line.centrality!))).toBe(0);
    expect(Math.max(...lines.map((line) => line.similarity))).toBe(1);
  });

  it('limits candidates to the pool: importance cannot lift a record from beyond it', async () => {
    const records = Array.from({ length: 130 }, (_, i) => ({
      id: `r${String(i).padStart(3, '0')}`,
      title: i < 110 ? 'cache '.repeat(1 + (i % 7)) : 'logs',
    }));
    const edges = records.map((record) => [record.id, 'r129']);
    const lines = await rankRecords(records, 'cache', { embedder, edges });
    expect(lines).toHaveLength(130);
    expect(lines.findIndex((line) => line.id === 'r129')).toBeGreaterThanOrEqual(100);
    expect(lines.slice(100).every((line) => line.score === 0)).toBe(true);
  });

  it('does not depend on the order of records and edges', async () => {
    const records = [...RECORDS, { id: 'a', title: 'Another text' }, { id: 'd', title: '' }];
    const expected = await rankRecords(records, 'cache', { embedder, edges: EDGES });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(records, { minLength: 5 }),
        fc.shuffledSubarray(EDGES, { minLength: 2 }),
        async (shuffled, edges) => {
          expect(await rankRecords(shuffled, 'cache', { embedder, edges })).toEqual(expected);
        },
      ),
    );
  });

  it('leaves unusable input out and says so', async () => {
    const notes: string[] = [];
    const records = [null, 7, 'text', {}, { id: '' }, { id: 12, title: ['Cache', 3] }, ...RECORDS, RECORDS[0]];
    const edges = [['a', 'a'], ['a', 'nowhere'], ['b'], 5, { source: 'a', target: 'b' }, ['a', 'b']];

    const lines = await rankRecords(records, 'cache', { embedder, edges, onNote: (note) => notes.push(note) });

    expect(lines.map((line) => line.id).sort()).toEqual(['12', 'a', 'b', 'c']);
    expect(notes).toHaveLength(10);
    expect(notes.join('\n')).toMatch(
      /record 1 has no id.*id a occurs more than once.*2 edges cannot be read.*1 edges lead to no record.*1 edges join a record with itself.*1 edges are given more than once/s,
    );
  });

  it('ranks what has no text last, and says so; a title of 100,000 characters and mixed scripts are only long', async () => {
    const notes: string[] = [];
    const records = [
      { id: 'long', title: 'cache '.repeat(17_000) },
      { id: 'mixed', title: 'Кэш 缓存 cache ذاكرة' },
      { id: 'empty', title: '', year: Number.NaN, authors: [] },
    ];
    const lines = await rankRecords(records, 'cache 缓存', { embedder, onNote: (note) => notes.push(note) });
    expect(lines.map((line) => line.id)).toEqual(['mixed', 'long', 'empty']);
    expect(lines[2]).toEqual({ id: 'empty', score: 0, similarity: 0, centrality: null });
    expect(notes).toEqual(['1 records have neither title nor abstract, their similarity is 0: empty']);
  });

  it('takes no records, one record, and edges that say nothing', async () => {
    expect(await rankRecords([], 'cache', { embedder, edges: EDGES })).toEqual([]);
    expect(await rankRecords(RECORDS.slice(0, 1), 'cache', { embedder, edges: [] })).toEqual([
      { id: 'a', score: 0.6, similarity: 1, centrality: 0 },
    ]);
    expect(await rankRecords(RECORDS, 'cache', { embedder, top: 1 })).toHaveLength(1);
  });
});

describe('readEdges', () => {
  const links = [
    ['a', 'b'],
    ['a', 'c'],
  ];
  it.each([
    [
      'pairs',
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ],
    [
      'objects',
      [
        { source: 'a', target: 'b' },
        { citing: 'a', cited: 'c' },
      ],
    ],
    ['lists by id', { a: ['b', 'c'] }],
    ['a wrapped list', { edges: [['a', 'b'], { from: 'a', to: { id: 'c' } }] }],
  ])('reads %s', (_, raw) => {
    expect(readEdges(raw)).toEqual({ links, unreadable: 0 });
  });

  it('reads numbers as ids and counts what it cannot read', () => {
    expect(readEdges([[1, 2], [1], null, { source: 'a' }])).toEqual({ links: [['1', '2']], unreadable: 3 });
    expect(readEdges(undefined)).toEqual({ links: [], unreadable: 0 });
  });
});
