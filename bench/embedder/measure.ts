import type { CalibrationPoint } from '../../shared/collate/embed/calibration.ts';
import { cosine } from '../../shared/collate/embed/cosine.ts';
import { DUPLICATE_AT, type Embedder, OFF_TOPIC_BELOW, TITLE_DIVERGES_BELOW } from '../../shared/collate/embed/port.ts';
import { balancedPoint, bestF1Point } from './thresholds.ts';

/** What the three thresholds are measured on. None of it was trained on, and none has ranking judgements. */
export interface CalibrationSamples {
  /** Pairs of titles that name one paper or two. */
  readonly duplicates: readonly { readonly a: string; readonly b: string; readonly same: boolean }[];
  /** Papers whose title stands over their own abstract, and over others'. */
  readonly papers: readonly { readonly title: string; readonly abstract: string }[];
  /** Titles with the topics they belong to; the topics' names are the queries. */
  readonly topical: readonly { readonly title: string; readonly topics: readonly string[] }[];
}

/** A threshold as measured: its place on the raw cosine, and how well it separates. */
export interface Threshold {
  readonly name: string;
  readonly point: CalibrationPoint;
  /** Best F1 of duplicates, equal error of the others. */
  readonly figure: number;
}

/** Abstracts of other papers that a title is held against. */
const OTHERS = [1, 2, 3, 5, 8];

/**
 * Where the seeds' thresholds lie on the raw cosine of an embedder, by rising value. Every text is asked for once.
 *
 * - 0.92, duplicates: the middle of the range with the best F1 over pairs of titles.
 * - 0.60, a title and the content it is shown with: equal error, own abstract against others'.
 * - 0.55, a query and a title that answers it: equal error, a topic's name against titles of this and of other topics.
 *
 * @throws RangeError when the points do not rise: the samples cannot calibrate this model
 */
export async function measureThresholds(embedder: Embedder, samples: CalibrationSamples): Promise<Threshold[]> {
  const similarity = await similarityOf(embedder, [
    ...samples.duplicates.flatMap(({ a, b }) => [a, b]),
    ...samples.papers.flatMap(({ title, abstract }) => [title, abstract]),
    ...samples.topical.flatMap(({ title, topics }) => [title, ...topics]),
  ]);
  const duplicates = bestF1Point(samples.duplicates.map(({ a, b, same }) => ({ value: similarity(a, b), same })));
  const content = balancedPoint(...contentPairs(samples.papers, similarity));
  const topic = balancedPoint(...topicPairs(samples.topical, similarity));
  const rounded = (at: number) => Math.round(at * 1000) / 1000;
  const found = [
    { name: 'query and title', point: { raw: rounded(topic.at), seed: OFF_TOPIC_BELOW }, figure: topic.error },
    {
      name: 'title and content',
      point: { raw: rounded(content.at), seed: TITLE_DIVERGES_BELOW },
      figure: content.error,
    },
    { name: 'duplicates', point: { raw: rounded(duplicates.at), seed: DUPLICATE_AT }, figure: duplicates.f1 },
  ];
  for (const [at, { name, point }] of found.entries()) {
    const below = at === 0 ? -1 : found[at - 1]!.point.raw;
    if (point.raw <= below || point.raw >= 1)
      throw new RangeError(
        `${embedder.id}: ${name} was measured at ${point.raw}, which does not rise above ${below}: it cannot be calibrated on these samples`,
      );
  }
  return found;
}

type Similarity = (a: string, b: string) => number;

async function similarityOf(embedder: Embedder, texts: readonly string[]): Promise<Similarity> {
  const distinct = [...new Set(texts)];
  const vectors = await embedder.embed(distinct);
  const byText = new Map(distinct.map((text, at) => [text, vectors[at]!]));
  return (a, b) => cosine(byText.get(a)!, byText.get(b)!);
}

function contentPairs(papers: CalibrationSamples['papers'], similarity: Similarity): [number[], number[]] {
  const own = papers.map(({ title, abstract }) => similarity(title, abstract));
  const others = papers.flatMap(({ title }, at) =>
    OTHERS.filter((step) => step % papers.length !== 0).map((step) =>
      similarity(title, papers[(at + step) % papers.length]!.abstract),
    ),
  );
  return [own, others];
}

function topicPairs(papers: CalibrationSamples['topical'], similarity: Similarity): [number[], number[]] {
  const topics = [...new Set(papers.flatMap((paper) => paper.topics))].sort();
  const [belong, others]: [number[], number[]] = [[], []];
  for (const topic of topics) {
    for (const { title, topics: own } of papers) (own.includes(topic) ? belong : others).push(similarity(topic, title));
  }
  return [belong, others];
}
