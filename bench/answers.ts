import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { EmbeddedCloud } from '../local/cloud/cloud.ts';
import { RunRequest } from '../shared/contracts/run.ts';
import { type Sentence, Synthesis } from '../shared/contracts/synthesis.ts';
import { MemoryBlobs, MemoryTable } from '../shared/store/memory.ts';
import { starterRecords } from '../test/local/library/records.ts';
import { CLOCK, SILENT } from '../test/support/pipeline.ts';
import type { BenchRow } from './row.ts';

/**
 * What someone who knows the field expects of a synthesis from the starter library: key works by approach, whole topics of
 * the library that are on the subject (`field`), works of them that are not (`off`) and works elsewhere that are (`also`).
 */
const Expected = z.strictObject({
  half: z.enum(['dev', 'test']),
  topic: z.string(),
  shape: z.string(),
  field: z.array(z.string()),
  off: z.array(z.string()),
  also: z.array(z.string()),
  groups: z.array(z.strictObject({ name: z.string(), works: z.array(z.string()).min(1) })),
});
type Expected = z.infer<typeof Expected>;

interface Measured {
  readonly expected: Expected;
  /** Key works that stage 3 kept, of all. */
  readonly found: number;
  /** Key works cited in the answer or a section, of all. */
  readonly recall: number;
  /** Cited works that are on the subject, of all cited. */
  readonly precision: number;
  /** The share of an approach's key works that one section brings together, the best section of each, on average. */
  readonly together: number;
  readonly perSection: readonly number[];
  readonly missed: readonly string[];
  readonly stray: readonly string[];
}

const decoder = new TextDecoder();

/** Recall and precision of the works cited by the writer without a model, one row a measure, on each half of the topics. */
export async function answerRows(): Promise<BenchRow[]> {
  return rowsOf(await measure(readExpected()));
}

function rowsOf(measured: readonly Measured[]): BenchRow[] {
  return [...new Set(measured.map(({ expected }) => expected.half))].flatMap((half) => {
    const own = measured.filter(({ expected }) => expected.half === half);
    const mean = (value: (one: Measured) => number) =>
      Math.round((own.reduce((sum, one) => sum + value(one), 0) / own.length) * 1000) / 1000;
    const row = (metric: string, ours: number): BenchRow => ({
      set: `answers, ${half} half (${own.length} topics)`,
      metric,
      ours,
      baseline: null,
      target: null,
    });
    return [
      row(
        'key works found',
        mean((one) => one.found),
      ),
      row(
        'key works cited (recall)',
        mean((one) => one.recall),
      ),
      row(
        'cited works on the subject',
        mean((one) => one.precision),
      ),
      row(
        "an approach's works in one section",
        mean((one) => one.together),
      ),
      row(
        'works cited a section',
        mean((one) => average(one.perSection)),
      ),
    ];
  });
}

function readExpected(): Expected[] {
  return z.array(Expected).parse(JSON.parse(readFileSync(new URL('./answers/topics.json', import.meta.url), 'utf8')));
}

async function measure(topics: readonly Expected[]): Promise<Measured[]> {
  const stores = { table: new MemoryTable(), blobs: new MemoryBlobs() };
  const cloud = await EmbeddedCloud.open({ ...stores, clock: CLOCK, log: SILENT });
  const fieldOf = new Map(
    starterRecords().flatMap((r) => [r.id, ...(r.ids ?? [])].map((id) => [id, r.topic] as const)),
  );
  const measured: Measured[] = [];
  for (const expected of topics) {
    const { slug } = await cloud.service.create(
      RunRequest.parse({ topic: expected.topic, offline: true, noInput: true }),
    );
    await cloud.ended(slug);
    const read = async (name: string) =>
      JSON.parse(decoder.decode((await stores.blobs.get(`runs/${slug}/${name}`))!)) as unknown;
    const synthesis = Synthesis.parse(await read('synthesis.json'));
    const records = z
      .array(z.object({ record: z.object({ ids: z.array(z.string()) }) }))
      .parse(await read('records.json'));
    measured.push(compare(expected, synthesis, new Set(records.flatMap(({ record }) => record.ids)), fieldOf));
  }
  return measured;
}

function compare(
  expected: Expected,
  synthesis: Synthesis,
  found: ReadonlySet<string>,
  fieldOf: ReadonlyMap<string, string>,
): Measured {
  const sections = synthesis.sections.map((section) => citedIn(section.paragraphs.flat()));
  const cited = new Set([...citedIn(synthesis.answer), ...sections.flatMap((ids) => [...ids])]);
  const key = expected.groups.flatMap((group) => group.works);
  const known = new Set([...key, ...expected.also]);
  const isOn = (id: string) =>
    known.has(id) || (expected.field.includes(fieldOf.get(id) ?? '') && !expected.off.includes(id));
  return {
    expected,
    found: share(key, (id) => found.has(id)),
    recall: share(key, (id) => cited.has(id)),
    precision: share([...cited], isOn),
    together: average(
      expected.groups.map(({ works }) => Math.max(0, ...sections.map((ids) => share(works, (id) => ids.has(id))))),
    ),
    perSection: sections.map((ids) => ids.size),
    missed: key.filter((id) => !cited.has(id)).map((id) => (found.has(id) ? id : `${id} (not found)`)),
    stray: [...cited].filter((id) => !isOn(id)),
  };
}

function citedIn(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap((sentence) => sentence.cites));
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length;
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}

// Alone it tells topic by topic what was missed, of the half that may be looked at.
if (import.meta.main) {
  const two = (value: number) => value.toFixed(2);
  const measured = await measure(readExpected().filter(({ half }) => half === 'dev'));
  for (const one of measured) {
    console.log(
      `${one.expected.topic}\n  found ${two(one.found)}  cited ${two(one.recall)}  on the subject ${two(one.precision)}  together ${two(one.together)}  works a section ${one.perSection.join(' ')}`,
    );
    console.log(`  missed ${one.missed.join(' ')}\n  stray ${one.stray.join(' ')}`);
  }
  for (const { metric, ours } of rowsOf(measured)) console.log(`${metric.padEnd(36)} ${ours}`);
}
