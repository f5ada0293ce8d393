import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { judgeContradictions } from '../shared/agents/contradictions/judge.ts';
import { readPaper } from '../shared/agents/reader/extract.ts';
import { loadStaticEmbedder } from '../shared/collate/embed/static.ts';
import { findCandidates } from '../shared/evidence/contradictions.ts';
import { starterRecords } from '../test/local/library/records.ts';
import { GOAL, NODES, planOf, recordOf, textOf, type Work } from '../test/shared/agents-late/library.ts';
import type { BenchRow } from './row.ts';

/** A paper and the first 12 hex digits of the SHA-256 of a sentence of it, white space made single. */
const Side = z.tuple([z.string(), z.string().regex(/^[0-9a-f]{12}$/)]);
/** `tension`: the two pull apart on one matter, which the same words in `matter` name wherever it shows. */
const Pair = z.strictObject({ a: Side, b: Side, label: z.enum(['tension', 'none']), matter: z.string().nullable() });
const Topic = z.strictObject({
  half: z.enum(['dev', 'test']),
  corpus: z.enum(['acl', 'starter']),
  topic: z.string(),
  /** Papers whose text is read, and papers known by their abstract. */
  read: z.array(z.string()),
  known: z.array(z.string()),
  pairs: z.array(Pair),
});
export type Topic = z.infer<typeof Topic>;

interface Line {
  readonly id: string;
  readonly title: string;
  readonly authors: string[];
  readonly year: number;
  readonly abstract?: string;
  readonly references?: string[];
  readonly sections?: { readonly title: string; readonly text: string }[];
}

export function labelledTopics(): Topic[] {
  const path = new URL('./contradictions/labels.json', import.meta.url);
  return z.array(Topic).parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** The works of both corpora by id. */
export function worksByCorpus(data: string): Readonly<Record<Topic['corpus'], ReadonlyMap<string, Work>>> {
  const file = join(data, 'corpus', 'acl-978-full.jsonl.gz');
  const lines = existsSync(file)
    ? gunzipSync(readFileSync(file))
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : [];
  return {
    acl: new Map(
      lines.map((line) => [
        line.id,
        {
          ...line,
          abstract: line.abstract ?? '',
          cites: line.references ?? [],
          sections: (line.sections ?? []).map((s) => [s.title, s.text] as const),
        },
      ]),
    ),
    starter: new Map(
      starterRecords().flatMap((record) =>
        [record.id, ...(record.ids ?? [])].map((id) => [id, { ...record, id, cites: record.references }] as const),
      ),
    ),
  };
}

/** The tensions found for a topic, each side as paper and hash of its passage. */
export async function tensionsOf(topic: Topic, works: ReadonlyMap<string, Work>) {
  const embedder = loadStaticEmbedder();
  const goal = { ...GOAL, topic: topic.topic };
  const read = topic.read.flatMap((id) => works.get(id) ?? []);
  const papers = await Promise.all(
    read.map(async (work) => {
      const text = textOf(work);
      return { text, note: await readPaper({ goal, paper: recordOf(work), text, nodes: NODES }, { embedder }) };
    }),
  );
  const records = [...read, ...topic.known.flatMap((id) => works.get(id) ?? [])].map(recordOf);
  const candidates = await findCandidates(papers, embedder);
  const { items } = judgeContradictions({ goal, plan: planOf(), papers, candidates, records });
  return items.map((item) => ({
    ...item,
    sides: [item.a, item.b].map((s) => [s.paper, hashOf(s.anchor.quote)] as const),
  }));
}

/** Shown tensions that are true, and labelled matters that are shown, by half and corpus. */
export async function contradictionRows(data: string): Promise<BenchRow[]> {
  const works = worksByCorpus(data);
  const rows: BenchRow[] = [];
  const topics = labelledTopics();
  for (const half of ['dev', 'test'] as const) {
    for (const corpus of ['acl', 'starter'] as const) {
      if (works[corpus].size === 0) continue;
      let shown = 0;
      let right = 0;
      let unlabelled = 0;
      let found = 0;
      let matters = 0;
      const chosen = topics.filter((topic) => topic.half === half && topic.corpus === corpus);
      for (const topic of chosen) {
        const labels = new Map(topic.pairs.map((pair) => [keyOf([pair.a, pair.b]), pair]));
        const hits = (await tensionsOf(topic, works[corpus])).map(({ sides }) => labels.get(keyOf(sides)) ?? null);
        shown += hits.length;
        right += hits.filter((hit) => hit?.label === 'tension').length;
        unlabelled += hits.filter((hit) => hit === null).length;
        const wanted = new Set(topic.pairs.flatMap((pair) => (pair.label === 'tension' ? [pair.matter] : [])));
        const seen = new Set(hits.flatMap((hit) => (hit?.label === 'tension' ? [hit.matter] : [])));
        matters += wanted.size;
        found += [...wanted].filter((matter) => seen.has(matter)).length;
      }
      const set = `tensions, ${corpus}, ${half} (${chosen.length} topics)`;
      const row = (metric: string, ours: number) => ({ set, metric, ours, baseline: null, target: null });
      rows.push(row(`precision (of ${shown} shown)`, right / Math.max(1, shown)));
      rows.push(row(`recall (of ${matters} matters)`, found / Math.max(1, matters)));
      rows.push(row('shown without a label, counted wrong', unlabelled));
    }
  }
  return rows;
}

export function hashOf(passage: string): string {
  return createHash('sha256').update(passage.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 12);
}

function keyOf(sides: readonly (readonly [string, string])[]): string {
  return sides
    .map((side) => side.join(' '))
    .sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
    .join(' ');
}
