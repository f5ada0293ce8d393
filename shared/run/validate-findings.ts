import * as z from 'zod';
import { cosine } from '../collate/embed/cosine.ts';
import { type Embedder, OFF_TOPIC_BELOW, TITLE_DIVERGES_BELOW } from '../collate/embed/port.ts';
import { Finding, FindingPaper } from '../contracts/finding.ts';
import { isRecordId } from './finding-ids.ts';

export type ProblemCode = 'unparseable' | 'empty' | 'bad_id' | 'short_abstracts' | 'off_topic' | 'suspect';

/** One failed check: what is wrong, and what the researcher is told when it is sent again. */
export interface Problem {
  readonly check: 1 | 2 | 3 | 4 | 5 | 6;
  readonly code: ProblemCode;
  readonly message: string;
  readonly reminder: string;
}

/** A page that was fetched to see whether a listed URL carries the listed title. */
export interface SpotCheck {
  readonly url: string;
  /** The title in the finding. */
  readonly title: string;
  /** The title, or the first words, of what the URL returned. */
  readonly content: string;
}

/** Calibrated similarity of two texts; null when one of them has no word the model knows. */
export type Similarity = (a: string, b: string) => number | null;

export interface Validation {
  /** The finding when its structure is right, whatever else is wrong with it. */
  readonly finding: Finding | null;
  /** Empty: the finding is good. Otherwise it is dispatched again once, then dropped. */
  readonly problems: readonly Problem[];
  /** Records whose abstract is missing or too short: enrich them, else mark them `abstract_missing`. */
  readonly short: readonly string[];
}

/** Characters of an abstract that can be evidence, from the seed. */
export const MIN_ABSTRACT = 50;

/** The finding's structure with ids as plain text, so that a bad id is told from a broken file. */
const Loose = Finding.extend({
  papers: z.array(FindingPaper.extend({ id: z.string(), ids: z.array(z.string()) })),
});
type Loose = z.infer<typeof Loose>;

/**
 * The seed's six checks of a finding.
 *
 * @param frontmatter what the file's YAML holds; null when it could not be parsed
 * @param similarity null when embeddings are down: checks 5 and 6 are then passed over
 * @param spotCheck null when no page was fetched (offline, or the channel is the library)
 */
export function validateFinding(
  frontmatter: unknown,
  similarity: Similarity | null,
  spotCheck: SpotCheck | null = null,
): Validation {
  const parsed = Loose.safeParse(frontmatter);
  if (!parsed.success) return { finding: null, problems: [unparseable(parsed.error)], short: [] };
  const loose = parsed.data;
  const short = loose.papers.filter(isShort).map((paper) => paper.id);
  const problems = [
    checkPresence(loose),
    checkIds(loose),
    checkAbstracts(loose, short),
    similarity && checkTopic(loose, similarity),
    similarity && spotCheck && checkPage(spotCheck, similarity),
  ].filter((problem): problem is Problem => problem !== null);
  const strict = Finding.safeParse(loose);
  return { finding: strict.success ? strict.data : null, problems, short };
}

/** The texts {@link validateFinding} compares, for {@link similarityOver}. */
export function textsCompared(
  finding: Pick<Finding, 'query_used' | 'papers' | 'posts'>,
  spot: SpotCheck | null,
): string[] {
  return [finding.query_used, ...titlesOf(finding), ...(spot ? [spot.title, spot.content] : [])];
}

/** Embeds `texts` once and compares them from then on. */
export async function similarityOver(embedder: Embedder, texts: readonly string[]): Promise<Similarity> {
  const unique = [...new Set(texts)];
  const vectors = new Map((await embedder.embed(unique)).map((vector, at) => [unique[at]!, vector]));
  return (a, b) => {
    const [left, right] = [vectors.get(a), vectors.get(b)];
    if (!left || !right) throw new RangeError('a text is compared that was not embedded');
    if (!left.some((x) => x !== 0) || !right.some((x) => x !== 0)) return null;
    return embedder.calibration.calibrate(cosine(left, right));
  };
}

/**
 * The title that stands for all: the one with the highest mean similarity to the others. Ties go to the first in
 * character order, so that the order of the results does not matter.
 */
export function medoidTitle(titles: readonly string[], similarity: Similarity): string | null {
  const sorted = [...new Set(titles)].sort();
  let best: { title: string; mean: number } | null = null;
  for (const title of sorted) {
    const others = titles.filter((other) => other !== title);
    const sum = others.reduce((total, other) => total + (similarity(title, other) ?? 0), 0);
    const mean = others.length > 0 ? sum / others.length : 0;
    if (best === null || mean > best.mean) best = { title, mean };
  }
  return best?.title ?? null;
}

function titlesOf(finding: Pick<Finding, 'papers' | 'posts'>): string[] {
  const titles = [...finding.papers, ...finding.posts].map((item) => item.title?.trim() ?? '');
  return titles.filter((title) => title !== '');
}

function isShort(paper: Loose['papers'][number]): boolean {
  return (paper.abstract?.trim().length ?? 0) < MIN_ABSTRACT;
}

function unparseable(error: z.ZodError): Problem {
  const issue = error.issues[0];
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return {
    check: 1,
    code: 'unparseable',
    message: `The frontmatter is not a finding${where}: ${issue?.message ?? 'unknown'}.`,
    reminder: `Answer in the exact finding format; the last answer broke it${where}.`,
  };
}

function checkPresence(finding: Loose): Problem | null {
  if (finding.status !== 'ok' || finding.papers.length > 0 || finding.posts.length > 0) return null;
  return {
    check: 2,
    code: 'empty',
    message: 'The status is ok, but there is neither a paper nor a post.',
    reminder: 'List what was found, or say with the status that nothing was found. Try broader words.',
  };
}

function checkIds(finding: Loose): Problem | null {
  const bad = finding.papers.flatMap((paper) => [paper.id, ...paper.ids]).filter((id) => !isRecordId(id));
  if (bad.length === 0) return null;
  const listed = [...new Set(bad)].slice(0, 5).join(', ');
  return {
    check: 3,
    code: 'bad_id',
    message: `Ids of no known form: ${listed}.`,
    reminder: `Give every paper an id of the form arxiv:NNNN.NNNNN, doi:10.…, url:https://… or pwc:…; these were not: ${listed}.`,
  };
}

/** Checked per record; the finding fails only when nothing usable is left. */
function checkAbstracts(finding: Loose, short: readonly string[]): Problem | null {
  const none = finding.papers.length > 0 && short.length === finding.papers.length && finding.posts.length === 0;
  if (!none) return null;
  return {
    check: 4,
    code: 'short_abstracts',
    message: `All ${short.length} abstracts are missing or shorter than ${MIN_ABSTRACT} characters.`,
    reminder: `Bring records with abstracts of at least ${MIN_ABSTRACT} characters.`,
  };
}

function checkTopic(finding: Loose, similarity: Similarity): Problem | null {
  const medoid = medoidTitle(titlesOf(finding), similarity);
  if (medoid === null) return null;
  const value = similarity(finding.query_used, medoid);
  // Negated, so that a NaN from a broken vector does not pass; null means the language is not the model's.
  if (value === null || value >= OFF_TOPIC_BELOW) return null;
  return {
    check: 5,
    code: 'off_topic',
    message: `The results are about something else than was asked: most of all about "${medoid}".`,
    reminder: `Stay with the query "${finding.query_used}"; the last results were about "${medoid}".`,
  };
}

function checkPage(spot: SpotCheck, similarity: Similarity): Problem | null {
  const value = similarity(spot.title, spot.content);
  if (value === null || value >= TITLE_DIVERGES_BELOW) return null;
  return {
    check: 6,
    code: 'suspect',
    message: `${spot.url} does not carry "${spot.title}": its text is about something else.`,
    reminder: `List only pages that exist with the title they carry; ${spot.url} was not "${spot.title}".`,
  };
}
