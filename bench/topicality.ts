import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { tellingWords } from '../shared/agents/formulate/extract.ts';
import { type Described, type Topicality, topicalityOf } from '../shared/agents/topicality.ts';
import { parseComparison } from '../shared/agents/understand/comparison.ts';
import { loadStaticEmbedder } from '../shared/collate/embed/static.ts';
import { HybridIndex } from '../shared/collate/rank/hybrid.ts';
import { starterRecords } from '../test/local/library/records.ts';
import type { BenchRow } from './row.ts';

/** A topic, a library, and whether someone who knows the library says that three works of it are about the topic. */
const Expected = z.strictObject({
  half: z.enum(['dev', 'test']),
  library: z.string(),
  topic: z.string(),
  covered: z.boolean(),
});
type Expected = z.infer<typeof Expected>;

/** Works that the searches of a run bring together. */
const POOL = 40;

interface Judged extends Expected {
  readonly found: Topicality;
}

function libraries(data: string): Record<string, () => Described[]> {
  const lines = (name: string) =>
    gunzipSync(readFileSync(join(data, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { id: string; title: string; abstract?: string; text?: string });
  const texts = (name: string) => () =>
    lines(name).map(({ id, title, abstract, text }) => ({ id, title, abstract: abstract ?? text ?? '' }));
  return {
    starter: () => starterRecords(),
    acl: texts('corpus/acl-978-abstracts.jsonl.gz'),
    arxiv: texts('corpus/arxiv-cs-topical.jsonl.gz'),
    cacm: texts('ranking/cacm.corpus.jsonl.gz'),
    scitldr: texts('ranking/scitldr.corpus.jsonl.gz'),
  };
}

async function judge(data: string): Promise<Judged[]> {
  const topics = z
    .array(Expected)
    .parse(JSON.parse(readFileSync(new URL('./topicality/topics.json', import.meta.url), 'utf8')));
  const embedder = loadStaticEmbedder();
  const judged: Judged[] = [];
  for (const [library, load] of Object.entries(libraries(data))) {
    const works = load();
    const docs = works.map(({ title, abstract }, at) => ({
      id: String(at),
      title: title ?? '',
      abstract: abstract ?? '',
    }));
    const index = new HybridIndex(docs, embedder);
    for (const expected of topics.filter((one) => one.library === library)) {
      const subjects = [...(parseComparison(expected.topic)?.subjects ?? [])];
      const goal = { topic: expected.topic, reading: null, subjects };
      const hits = await index.rankPool(tellingWords(goal).search, 4 * POOL, POOL);
      const pool = hits.map(({ id }) => works[Number(id)]!);
      judged.push({ ...expected, found: await topicalityOf(goal, pool, { embedder }) });
    }
  }
  return judged;
}

/** Of the topics that a library covers, how many are told so; of the others, how many are told not to be, one row each. */
export async function topicalityRows(data: string): Promise<BenchRow[]> {
  return rowsOf(await judge(data));
}

function rowsOf(judged: readonly Judged[]): BenchRow[] {
  return (['dev', 'test'] as const).flatMap((half) => {
    const share = (metric: string, covered: boolean, holds: (one: Judged) => boolean): BenchRow => {
      const own = judged.filter((one) => one.half === half && one.covered === covered);
      const ours = Math.round((own.filter(holds).length / own.length) * 1000) / 1000;
      return { set: `topics of five libraries, ${half} half`, metric, ours, baseline: null, target: null };
    };
    return [
      share('covered, opened as an answer', true, ({ found }) => found.verdict === 'covered'),
      share('covered, not called uncovered', true, ({ found }) => found.verdict !== 'none'),
      share('not covered, said first', false, ({ found }) => found.verdict !== 'covered'),
      share('not covered, nothing made of chance matches', false, ({ found }) => found.verdict === 'none'),
    ];
  });
}

// Alone it tells topic by topic, of the half that may be looked at.
if (import.meta.main) {
  const judged = await judge(join(process.env.PLUMBLINE_SHARED ?? '../shared', 'data'));
  for (const { half, library, topic, covered, found } of [...judged].sort((a, b) => a.found.score - b.found.score)) {
    if (half !== 'dev') continue;
    const missing = found.missing.length === 0 ? '' : `  without ${found.missing.join(', ')}`;
    console.log(
      `${covered ? '+' : '-'} ${found.score.toFixed(2)} ${found.verdict.padEnd(7)} ${library}: ${topic}${missing}`,
    );
  }
  for (const { set, metric, ours } of rowsOf(judged)) console.log(`${set.padEnd(36)} ${metric.padEnd(48)} ${ours}`);
}
