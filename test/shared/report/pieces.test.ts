import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitationGraph } from '../../../shared/collate/graph/schema.ts';
import { layoutCitations } from '../../../shared/present/report/citation-layout.ts';
import { fragmentOf, sourcePlace } from '../../../shared/present/report/fragment.ts';

describe('links to the place in a source', () => {
  it('name a short quote whole and a long one by its ends, with every sign that means something escaped', () => {
    expect(fragmentOf('a well-known, old & tried way')).toBe('a%20well%2Dknown%2C%20old%20%26%20tried%20way');
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    expect(fragmentOf(long)).toBe('one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen');
  });

  it('lead to the sentence only where the page can show it', () => {
    const page = { origin: 'arxiv-html', url: 'https://arxiv.org/html/2101.00001' };
    expect(sourcePlace('https://arxiv.org/abs/2101.00001', 'q', page, false)).toEqual({
      href: 'https://arxiv.org/html/2101.00001#:~:text=q',
      exact: true,
    });
    expect(sourcePlace('https://e.org/p', 'q', { origin: 'pdf', url: 'https://e.org/p.pdf' }, false)).toEqual({
      href: 'https://e.org/p.pdf',
      exact: false,
    });
    expect(sourcePlace('https://e.org/p', 'q', null, true)).toEqual({ href: 'https://e.org/p', exact: false });
    expect(sourcePlace('javascript:alert(1)', 'q', null, false)).toBeNull();
    expect(sourcePlace(null, 'q', null, false)).toBeNull();
  });

  it('are valid addresses for any quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), (quote) => {
        const { href } = sourcePlace('https://e.org/p', quote, null, false)!;
        expect(URL.canParse(href)).toBe(true);
        expect(href).toMatch(/^https:\/\/e\.org\/p#:~:text=[\w%.~!*'(),-]*$/);
      }),
    );
  });
});

const graphs = fc
  .array(
    fc.record({
      year: fc.option(fc.integer({ min: 1970, max: 2026 })),
      pagerank: fc.double({ min: 0, max: 1, noNaN: true }),
      inRun: fc.boolean(),
    }),
    { minLength: 1, maxLength: 70 },
  )
  .chain((rows) =>
    fc
      .array(fc.tuple(fc.nat(rows.length - 1), fc.nat(rows.length - 1)), { maxLength: 150 })
      .map((pairs): CitationGraph => {
        const nodes = rows.map((row, at) => ({
          id: `lib:${String(at).padStart(10, '0')}`,
          title: null,
          community: 0,
          ...row,
        }));
        const counts = {
          papers: 0,
          stubs: 0,
          edges: 0,
          self_citations: 0,
          to_nowhere: 0,
          to_unknown: 0,
          duplicate_edges: 0,
          capped_nodes: 0,
          capped_edges: 0,
          fetched: 0,
          failed: 0,
        };
        return {
          nodes,
          edges: pairs.filter(([a, b]) => a !== b).map(([a, b]) => [nodes[a]!.id, nodes[b]!.id]),
          counts,
          notes: [],
        };
      }),
  );

describe('the picture of the citations', () => {
  it('places every work once, inside the picture, apart from the others, older ones to the left', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const layout = layoutCitations(graph, 48);
        const inRun = graph.nodes.filter((node) => node.inRun);
        expect(layout.nodes).toHaveLength(Math.min(48, inRun.length));
        expect(new Set(layout.nodes.map((node) => `${node.x} ${node.y}`)).size).toBe(layout.nodes.length);
        const year = new Map(inRun.map((node) => [node.id, node.year]));
        for (const a of layout.nodes) {
          expect(a.x > 0 && a.x < layout.width && a.y > 0 && a.y < layout.height && Number.isFinite(a.r)).toBe(true);
          for (const b of layout.nodes) {
            const [ya, yb] = [year.get(a.id), year.get(b.id)];
            if (ya != null && yb != null && ya < yb) expect(a.x).toBeLessThanOrEqual(b.x);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('does not depend on the order of nodes and edges', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const turned = { ...graph, nodes: [...graph.nodes].reverse() };
        expect(layoutCitations(turned, 48).nodes).toEqual(layoutCitations(graph, 48).nodes);
      }),
      { numRuns: 40 },
    );
  });
});
