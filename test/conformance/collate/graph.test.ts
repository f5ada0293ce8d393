import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildCitationGraph } from '../../../shared/collate/graph/build.ts';

const SHARED = process.env.PLUMBLINE_SHARED ?? '../shared';
const corpus = join(SHARED, 'data/corpus/acl-978-abstracts.jsonl.gz');
const missing = !existsSync(corpus);
if (missing) console.warn(`${corpus} is missing; set PLUMBLINE_SHARED. Skipped.`);

describe.skipIf(missing)('citation graph of the ACL corpus', () => {
  it('holds every link of the set, whichever way the papers are ordered', async () => {
    const lines = gunzipSync(readFileSync(corpus)).toString('utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const links = (row: Record<string, unknown>) => (row.references ?? row.cites ?? []) as string[];
    const spelled = (id: unknown) => (String(id).includes(':') ? String(id) : `acl:${String(id)}`);
    const papers = rows.map((row) => ({
      id: spelled(row.id),
      ids: [spelled(row.id)],
      title: String(row.title),
      year: Number(row.year),
      cites: links(row).map(spelled),
    }));
    const graph = await buildCitationGraph(papers, { hops: 0 });
    expect(graph.counts.papers).toBe(978);
    expect(
      graph.counts.edges + graph.counts.self_citations + graph.counts.duplicate_edges + graph.counts.to_unknown,
    ).toBe(papers.reduce((sum, paper) => sum + paper.cites.length, 0));
    expect(graph.counts.edges).toBeGreaterThan(1000);
    expect(graph.nodes.reduce((sum, node) => sum + node.pagerank, 0)).toBeCloseTo(1, 6);
    expect(JSON.stringify(await buildCitationGraph([...papers].reverse(), { hops: 0 }))).toBe(JSON.stringify(graph));
  });
});
