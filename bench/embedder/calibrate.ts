/**
 * Measures where the seeds' thresholds lie on an embedder's raw cosine and prints them; with `--write` they are stored with
 * the model: in the static model's file, or, for a service, by its id in `shared/collate/embed/measured.json`, where its
 * adapter finds them. A service is asked for about 9,000 texts; its key or credentials are read as for a run.
 *
 * Usage: node bench/embedder/calibrate.ts <shared data> <model file | voyage | bedrock> [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openEmbedder } from '../../local/cloud/embedder.ts';
import { withCalibration } from '../../shared/collate/embed/model-file.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { type CalibrationSamples, measureThresholds } from './measure.ts';

interface Paper {
  readonly title: string;
  readonly abstract?: string | null;
  readonly topics?: readonly string[] | null;
}
type Pair = readonly [{ readonly title: string | null }, { readonly title: string | null }, 0 | 1];

const MEASURED = new URL('../../shared/collate/embed/measured.json', import.meta.url);

const [data, model, flag] = process.argv.slice(2);
if (data === undefined || model === undefined)
  throw new Error('usage: calibrate.ts <shared data> <model file | voyage | bedrock> [--write]');
const isService = model === 'voyage' || model === 'bedrock';
const embedder = isService
  ? await openEmbedder({ ...process.env, PLUMBLINE_EMBEDDER: model })
  : loadStaticEmbedder(model);

const thresholds = await measureThresholds(embedder, samples(data));
console.log(embedder.id);
for (const { name, point, figure } of thresholds)
  console.log(
    `${name} (${point.seed}): raw ${point.raw.toFixed(3)}, ${name === 'duplicates' ? 'F1' : 'error'} ${figure.toFixed(3)}`,
  );
if (flag === '--write') {
  const points = thresholds.map(({ point }) => point);
  if (isService) {
    const known = JSON.parse(readFileSync(MEASURED, 'utf8')) as Record<string, unknown>;
    writeFileSync(MEASURED, `${JSON.stringify({ ...known, [embedder.id]: points }, null, 2)}\n`);
  } else writeFileSync(model, withCalibration(new Uint8Array(readFileSync(model)), points));
}

function samples(folder: string): CalibrationSamples {
  const unzipped = (name: string) => gunzipSync(readFileSync(join(folder, name))).toString('utf8');
  const lines = (name: string) =>
    unzipped(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Paper);
  const { train, valid } = JSON.parse(unzipped('dedup/dblp-acm-pairs.json.gz')) as Record<'train' | 'valid', Pair[]>;
  return {
    duplicates: [...train, ...valid].map(([a, b, same]) => ({ a: a.title ?? '', b: b.title ?? '', same: same === 1 })),
    papers: lines('corpus/acl-978-abstracts.jsonl.gz')
      .map(({ title, abstract }) => ({ title, abstract: abstract ?? '' }))
      .filter(({ abstract }) => abstract.length > 200),
    topical: lines('corpus/arxiv-cs-topical.jsonl.gz')
      .map(({ title, topics }) => ({ title, topics: topics ?? [] }))
      .filter(({ topics }) => topics.length > 0),
  };
}
