/**
 * Measures where the seeds' thresholds lie on the static model's raw cosine, prints them, and with `--write` stores them
 * in the model file. None of the pairs was trained on, and none has ranking judgements; the topics' titles themselves are
 * among the training papers.
 *
 * - 0.92, duplicates: titles of the DBLP-ACM training and validation pairs, best F1.
 * - 0.60, a title and the content it is shown with: titles of ACL papers against their own and others' abstracts.
 * - 0.55, a query and a title that answers it: topic names against titles of papers of this and of other topics.
 *
 * Usage: node bench/embedder/calibrate.ts <shared data> <model file> [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cosine } from '../../shared/collate/embed/cosine.ts';
import { withCalibration } from '../../shared/collate/embed/model-file.ts';
import { DUPLICATE_AT, OFF_TOPIC_BELOW, TITLE_DIVERGES_BELOW } from '../../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { balancedPoint, bestF1Point } from './thresholds.ts';

interface Paper {
  readonly title: string;
  readonly abstract?: string | null;
  readonly topics?: readonly string[] | null;
}
type Pair = readonly [{ readonly title: string | null }, { readonly title: string | null }, 0 | 1];

const [data, model, flag] = process.argv.slice(2);
if (data === undefined || model === undefined)
  throw new Error('usage: calibrate.ts <shared data> <model file> [--write]');
const embedder = loadStaticEmbedder(model);
const similarity = (a: string, b: string) => cosine(embedder.embedOne(a), embedder.embedOne(b));

const duplicates = duplicatePoint();
const content = contentPoint();
const topic = topicPoint();
console.log(`duplicates (${DUPLICATE_AT}): raw ${duplicates.at.toFixed(3)}, F1 ${duplicates.f1.toFixed(3)}`);
console.log(
  `title and content (${TITLE_DIVERGES_BELOW}): raw ${content.at.toFixed(3)}, error ${content.error.toFixed(3)}`,
);
console.log(`query and title (${OFF_TOPIC_BELOW}): raw ${topic.at.toFixed(3)}, error ${topic.error.toFixed(3)}`);
if (flag === '--write') {
  const rounded = (at: number) => Math.round(at * 1000) / 1000;
  const points = [
    { raw: rounded(topic.at), seed: OFF_TOPIC_BELOW },
    { raw: rounded(content.at), seed: TITLE_DIVERGES_BELOW },
    { raw: rounded(duplicates.at), seed: DUPLICATE_AT },
  ];
  writeFileSync(model, withCalibration(new Uint8Array(readFileSync(model)), points));
}

function duplicatePoint() {
  const sets = JSON.parse(unzipped('dedup/dblp-acm-pairs.json.gz')) as Record<'train' | 'valid', Pair[]>;
  const pairs = [...sets.train, ...sets.valid];
  return bestF1Point(
    pairs.map(([a, b, same]) => ({ value: similarity(a.title ?? '', b.title ?? ''), same: same === 1 })),
  );
}

function contentPoint() {
  const papers = lines('corpus/acl-978-abstracts.jsonl.gz').filter((paper) => (paper.abstract ?? '').length > 200);
  const titles = papers.map((paper) => embedder.embedOne(paper.title));
  const abstracts = papers.map((paper) => embedder.embedOne(paper.abstract ?? ''));
  const own = papers.map((_, i) => cosine(titles[i]!, abstracts[i]!));
  const others = papers.flatMap((_, i) =>
    [1, 2, 3, 5, 8].map((step) => cosine(titles[i]!, abstracts[(i + step) % papers.length]!)),
  );
  return balancedPoint(own, others);
}

function topicPoint() {
  const papers = lines('corpus/arxiv-cs-topical.jsonl.gz').filter((paper) => (paper.topics ?? []).length > 0);
  const topics = [...new Set(papers.flatMap((paper) => paper.topics ?? []))].sort();
  const titles = papers.map((paper) => embedder.embedOne(paper.title));
  const [belong, others]: [number[], number[]] = [[], []];
  for (const topic of topics) {
    const query = embedder.embedOne(topic);
    for (const [i, paper] of papers.entries()) {
      (paper.topics?.includes(topic) ? belong : others).push(cosine(query, titles[i]!));
    }
  }
  return balancedPoint(belong, others);
}

function lines(name: string): Paper[] {
  return unzipped(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Paper);
}

function unzipped(name: string): string {
  return gunzipSync(readFileSync(join(data!, name))).toString('utf8');
}
