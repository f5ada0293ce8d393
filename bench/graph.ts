import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clusterPapers } from '../shared/collate/clusters.ts';
import { buildCitationGraph } from '../shared/collate/graph/build.ts';
import { rng } from './dedup/rng.ts';
import type { BenchRow } from './row.ts';

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Papers that cite earlier ones, the older the likelier: heavy-tailed, as citations are. */
function citing(papers: number, each: number) {
  const random = rng(3);
  const id = (at: number) => `doi:10.1234/${at}`;
  return Array.from({ length: papers }, (_, at) => ({
    id: id(at),
    ids: [id(at)],
    title: null,
    year: 2000,
    cites: Array.from({ length: each }, () => id(Math.floor(random.next() * random.next() * papers))),
  }));
}

/** Share of pairs of papers in one cluster that share a topic, and of one topic's pairs found together, as F1 in per cent. */
function topicF1(
  topics: ReadonlyMap<string, readonly string[]>,
  clusters: readonly { readonly papers: readonly string[] }[],
): number {
  const of = new Map(clusters.flatMap(({ papers }, at) => papers.map((id) => [id, at] as const)));
  const ids = [...topics.keys()];
  let together = 0;
  let alike = 0;
  let both = 0;
  for (let a = 0; a < ids.length; a++) {
    const own = new Set(topics.get(ids[a]!)!);
    for (let b = a + 1; b < ids.length; b++) {
      const same = topics.get(ids[b]!)!.some((topic) => own.has(topic));
      const grouped = of.get(ids[a]!) === of.get(ids[b]!);
      if (same) alike++;
      if (grouped) together++;
      if (same && grouped) both++;
    }
  }
  return round((200 * both) / Math.max(1, together + alike), 1);
}

/** Cost of 100,000 edges (build, PageRank, communities) in processor time, and clusters against known topics. */
export async function graphRows(shared: string): Promise<BenchRow[]> {
  const papers = citing(20_000, 5);
  await buildCitationGraph(papers.slice(0, 500), { hops: 0 });
  const before = process.cpuUsage();
  const graph = await buildCitationGraph(papers, { hops: 0 });
  const { user, system } = process.cpuUsage(before);
  const rows: BenchRow[] = [
    {
      set: `${graph.counts.edges} edges`,
      metric: 'seconds',
      ours: round((user + system) / 1e6, 2),
      baseline: null,
      target: 3,
    },
  ];
  const path = join(shared, 'data/corpus/arxiv-cs-topical.jsonl.gz');
  if (!existsSync(path)) return rows;
  const corpus = gunzipSync(readFileSync(path))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; title: string; abstract: string; topics: string[] });
  const clusters = clusterPapers(corpus.map(({ id, title, abstract }) => ({ id, title, abstract })));
  rows.push({
    set: 'arXiv CS, 15 topics',
    metric: 'cluster F1 %',
    ours: topicF1(new Map(corpus.map(({ id, topics }) => [id, topics])), clusters),
    baseline: null,
    target: null,
  });
  return rows;
}
