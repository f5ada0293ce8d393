import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aliases } from '../../../shared/collate/graph/aliases.ts';
import { buildCitationGraph, type FetchedReferences } from '../../../shared/collate/graph/build.ts';
import { communities } from '../../../shared/collate/graph/louvain.ts';
import type { Edge } from '../../../shared/collate/graph/order.ts';
import { pageranks } from '../../../shared/collate/graph/pagerank.ts';
import { CitationGraph } from '../../../shared/collate/graph/schema.ts';

const doi = (name: string | number) => `doi:10.1234/${name}`;
const paper = (name: string, cites: string[] = [], ids: string[] = []) => ({
  id: doi(name),
  ids: [doi(name), ...ids],
  title: `Title ${name}`,
  year: 2001,
  cites,
});

describe('buildCitationGraph', () => {
  it('keeps only citations inside the run at 0 hops and counts everything it leaves out', async () => {
    const graph = await buildCitationGraph(
      [paper('a', [doi('b'), doi('b'), doi('a'), doi('zz'), '', 'nowhere']), paper('b')],
      { hops: 0 },
    );

    expect(graph.edges).toEqual([[doi('a'), doi('b')]]);
    expect(graph.counts).toMatchObject({
      papers: 2,
      stubs: 0,
      edges: 1,
      duplicate_edges: 1,
      self_citations: 1,
      to_nowhere: 2,
      to_unknown: 1,
    });
    expect(graph.notes).toHaveLength(3);
    expect(CitationGraph.safeParse(graph).success).toBe(true);
  });

  it('resolves every spelling and every id of a paper to its canonical id', async () => {
    const graph = await buildCitationGraph(
      [paper('a', ['https://doi.org/10.1234/B', 'arXiv:2101.00001v3']), paper('b', [], ['arxiv:2101.00001'])],
      { hops: 0 },
    );
    expect(graph.edges).toEqual([[doi('a'), doi('b')]]);
    expect(graph.counts.duplicate_edges).toBe(1);
  });

  it('adds neighbours at 1 hop, theirs at 2, asks in batches, and tells what failed', async () => {
    const asked: string[][] = [];
    const world: Record<string, string[]> = { a: ['n1', 'n2'], b: ['n1'], n1: ['deep'], n2: [] };
    const references = async (ids: readonly string[]): Promise<FetchedReferences> => {
      asked.push([...ids]);
      return {
        edges: ids.flatMap((id) => (world[id.slice(12)] ?? []).map((to): Edge => [id, doi(to)])),
        nodes: [{ id: doi('n1'), title: 'Neighbour one', year: 1999 }],
        failed: ids.filter((id) => id.endsWith('b')),
        notes: [],
      };
    };
    const papers = [paper('b'), paper('a')];
    const one = await buildCitationGraph(papers, { hops: 1, references, batch: 1 });
    expect(asked).toEqual([[doi('a')], [doi('b')]]);
    expect(one.nodes.map((node) => [node.id, node.inRun, node.title])).toEqual([
      [doi('a'), true, 'Title a'],
      [doi('b'), true, 'Title b'],
      [doi('n1'), false, 'Neighbour one'],
      [doi('n2'), false, null],
    ]);
    expect(one.counts).toMatchObject({ fetched: 2, failed: 1, stubs: 2, edges: 3 });
    const two = await buildCitationGraph(papers, { hops: 2, references });
    expect(two.nodes.map((node) => node.id)).toContain(doi('deep'));
    expect(two.nodes.reduce((sum, node) => sum + node.pagerank, 0)).toBeCloseTo(1, 6);
  });

  it('keeps the neighbours with most links when capped, and says so', async () => {
    const graph = await buildCitationGraph([paper('a', [doi('x'), doi('y')]), paper('b', [doi('y')])], {
      hops: 1,
      maxStubs: 1,
    });
    expect(graph.nodes.map((node) => node.id)).toEqual([doi('a'), doi('b'), doi('y')]);
    expect(graph.counts).toMatchObject({ capped_nodes: 1, to_unknown: 1 });
    const few = await buildCitationGraph([paper('a', [doi('b'), doi('x')]), paper('b')], { hops: 1, maxEdges: 1 });
    expect(few.edges).toEqual([[doi('a'), doi('b')]]);
    expect(few.counts.capped_edges).toBe(1);
  });

  it('handles no papers, and a year that is no number', async () => {
    expect((await buildCitationGraph([], { hops: 2, references: async () => ({ edges: [] }) })).nodes).toEqual([]);
    const graph = await buildCitationGraph([{ ...paper('a'), year: Number.NaN }], { hops: 0 });
    expect(graph.nodes).toEqual([
      { id: doi('a'), title: 'Title a', year: null, inRun: true, pagerank: 1, community: 0 },
    ]);
  });

  it('does not depend on the order of papers and citations', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const papers = fc.uniqueArray(fc.record({ name, cites: fc.array(name, { maxLength: 5 }) }), {
      selector: (one) => one.name,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(papers, async (list) => {
        const build = (order: typeof list) =>
          buildCitationGraph(
            order.map((one) => paper(one.name, one.cites.map(doi))),
            { hops: 1 },
          );
        const backwards = [...list].reverse().map((one) => ({ ...one, cites: [...one.cites].reverse() }));
        expect(JSON.stringify(await build(backwards))).toBe(JSON.stringify(await build(list)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('pageranks', () => {
  it('gives the cited more than the citing, and agrees with the closed form for two nodes', () => {
    const ranks = pageranks(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['a', 'a'],
        ['a', 'gone'],
      ],
    );
    // b receives all of a; b's own mass is spread evenly: x_a = (1 - d)/2 + d·x_b/2, with d = 0.85.
    expect(ranks.get('a')).toBeCloseTo(0.5 / 1.425, 6);
    expect(ranks.get('b')! + ranks.get('a')!).toBeCloseTo(1, 8);
    expect(pageranks([], [])).toEqual(new Map());
  });
});

describe('communities', () => {
  it('finds two cliques joined by one edge, numbered by size', () => {
    const clique = (names: string[]) => names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b, 1] as const));
    const found = communities(
      ['a', 'b', 'c', 'x', 'y', 'z', 'w', 'alone'],
      [...clique(['a', 'b', 'c']), ...clique(['w', 'x', 'y', 'z']), ['a', 'x', 1]],
    );
    expect(Object.fromEntries(found)).toEqual({ w: 0, x: 0, y: 0, z: 0, a: 1, b: 1, c: 1, alone: 2 });
  });

  it('leaves nodes without edges alone', () => {
    expect([
      ...communities(
        ['b', 'a'],
        [
          ['a', 'a', 1],
          ['a', 'gone', 1],
        ],
      ),
    ]).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });
});

describe('Aliases', () => {
  it('knows members under ids that are in no scheme', () => {
    const aliases = new Aliases([{ id: doi('a'), ids: ['my-key', 'ACL:p03-1021'] }]);
    expect([
      aliases.resolve('my-key'),
      aliases.resolve('acl:P03-1021'),
      aliases.resolve(doi('new')),
      aliases.resolve('?'),
      aliases.resolve(undefined),
    ]).toEqual([doi('a'), doi('a'), doi('new'), null, null]);
  });
});
