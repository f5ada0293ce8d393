import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minMax, type PoolPaper, selectCandidates } from '../../../shared/collate/candidates.ts';
import { clusterPapers } from '../../../shared/collate/clusters.ts';
import { coverageOf, imbalance, splitQueries } from '../../../shared/collate/coverage.ts';
import { Aliases } from '../../../shared/collate/graph/aliases.ts';

const pooled = (name: string, similarity: number, centrality: number, facts: Partial<PoolPaper> = {}): PoolPaper => ({
  id: `doi:10.1234/${name}`,
  ids: [`doi:10.1234/${name}`],
  retracted: false,
  withdrawn: false,
  similarity,
  centrality,
  ...facts,
});
const names = (list: readonly { id: string }[]) => list.map(({ id }) => id.slice(12));

describe('selectCandidates', () => {
  it('weighs similarity 0.6 and centrality 0.4, each scaled to the pool', () => {
    const { candidates } = selectCandidates([pooled('a', 10, 0), pooled('b', 20, 5), pooled('c', 15, 10)], { top: 10 });
    expect(candidates.map(({ id, score }) => [id.slice(12), score])).toEqual([
      ['b', 0.8],
      ['c', 0.7],
      ['a', 0],
    ]);
  });

  it('puts pinned papers first in their order, keeps the barred out, and scales without them', () => {
    const pool = [
      pooled('a', 1, 0),
      pooled('b', 0.5, 0),
      pooled('c', 0, 0, { ids: ['arxiv:2101.00001'] }),
      pooled('gone', 9, 0, { retracted: true }),
      pooled('out', 9, 0),
      pooled('drawn', 9, 0, { withdrawn: true }),
      pooled('bare', 9, 0, { abstractMissing: true }),
    ];
    const { candidates, leftOut } = selectCandidates(pool, {
      top: 2,
      pinned: ['arXiv:2101.00001v2', '10.1234/GONE'],
      excluded: ['https://doi.org/10.1234/out'],
    });
    expect(names(candidates)).toEqual(['c', 'a']);
    expect(candidates[1]!.similarity).toBe(1);
    expect(leftOut.map(({ id, reason }) => [id.slice(12), reason])).toEqual([
      ['bare', 'abstract_missing'],
      ['drawn', 'withdrawn'],
      ['gone', 'retracted'],
      ['out', 'excluded'],
    ]);
  });

  it('gives 0 for a pool without range or with NaN, and orders ties by id', () => {
    const { candidates } = selectCandidates([pooled('b', Number.NaN, 2), pooled('a', Number.NaN, 2)], { top: 5 });
    expect(candidates.map(({ id, score }) => [id.slice(12), score])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    expect(minMax([])).toEqual([]);
    expect(selectCandidates([], { top: 5 })).toEqual({ candidates: [], leftOut: [] });
  });

  it('does not depend on the order of the pool', () => {
    const pool = fc.uniqueArray(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 2 }),
        s: fc.double({ noNaN: true, min: 0, max: 1 }),
        c: fc.double({ noNaN: true, min: 0, max: 1 }),
      }),
      { selector: (one) => one.name },
    );
    fc.assert(
      fc.property(pool, (list) => {
        const papers = list.map(({ name, s, c }) => pooled(name, s, c));
        expect(selectCandidates([...papers].reverse(), { top: 4 })).toEqual(selectCandidates(papers, { top: 4 }));
      }),
    );
  });
});

describe('coverage', () => {
  it('counts canonical papers and posts once, whatever their spelling', () => {
    const aliases = new Aliases([{ id: 'doi:10.1234/a', ids: ['arxiv:2101.00001'] }]);
    const coverage = coverageOf(
      ['SQ1', 'SQ2'],
      [
        { node: 'SQ1', papers: ['doi:10.1234/a', 'arXiv:2101.00001v2', 'doi:10.1234/b'], posts: ['hn:1'] },
        { node: 'SQ1', papers: ['doi:10.1234/b'], posts: ['hn:1', 'hn:2'] },
      ],
      aliases,
    );
    expect(coverage.SQ1).toEqual({ papers: 2, community: 2, total: 4, paperIds: ['doi:10.1234/a', 'doi:10.1234/b'] });
    expect(coverage.SQ2).toMatchObject({ papers: 0, community: 0, total: 0 });
  });

  it.each([
    [
      { SQ1: 6, SQ2: 1 },
      { under: 'SQ2', over: 'SQ1', spread: 5 },
    ],
    [{ SQ1: 5, SQ2: 1 }, null],
    [{ SQ1: 7, SQ2: 2 }, null],
    [
      { SQ1: 0, SQ2: 0, SQ3: 5 },
      { under: 'SQ1', over: 'SQ3', spread: 5 },
    ],
    [{}, null],
  ])('rebalance of %j is %j', (coverage, expected) => {
    expect(imbalance(Object.keys(coverage), coverage as Record<string, number>)).toEqual(expected);
  });

  it('splits a query by what tells two clusters apart', () => {
    const clusters = [
      { terms: ['caching', 'latency'], papers: ['b'] },
      { terms: ['privacy', 'latency'], papers: ['a', 'c'] },
    ];
    expect(splitQueries('edge inference', clusters)).toEqual(['edge inference privacy', 'edge inference caching']);
    expect(splitQueries('edge inference', clusters.slice(0, 1))).toEqual([]);
  });
});

describe('clusterPapers', () => {
  const papers = [
    'query optimizer join order',
    'join order of a query optimizer',
    'query optimizer cardinality and join order',
    'speech recognition acoustic model',
    'acoustic model for speech recognition',
    'streaming speech recognition acoustic model',
  ].map((title, at) => ({ id: `p${at}`, title, abstract: null }));

  it('groups by words, names the groups, and does not depend on order', () => {
    const clusters = clusterPapers(papers);
    expect(clusters.map((cluster) => cluster.papers)).toEqual([
      ['p0', 'p1', 'p2'],
      ['p3', 'p4', 'p5'],
    ]);
    expect(clusters[0]!.label).toMatch(/query|join/);
    expect(clusters[1]!.label).toMatch(/speech|acoustic/);
    expect(clusterPapers([...papers].reverse())).toEqual(clusters);
  });

  it('uses vectors and citations when given', () => {
    const axis = (x: number) => Float32Array.from([x, 1 - x]);
    const vectors = new Map(papers.map(({ id }, at) => [id, axis(at % 2)]));
    expect(clusterPapers(papers, { vectors }).map((cluster) => cluster.papers)).toEqual([
      ['p0', 'p2', 'p4'],
      ['p1', 'p3', 'p5'],
    ]);
    const edges = [
      ['p0', 'p5'],
      ['p0', 'nowhere'],
    ] as const;
    const bare = papers.map(({ id }) => ({ id, title: null, abstract: null }));
    expect(clusterPapers(bare, { edges })[0]!.papers).toEqual(['p0', 'p5']);
    expect(clusterPapers([])).toEqual([]);
  });
});
