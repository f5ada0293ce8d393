import type { Anchor, PaperNote } from '../../contracts/note.ts';
import { isPreprint } from '../../contracts/preprint.ts';
import { terms } from '../../text/tokenise.ts';
import type { ReaderInput } from '../inputs.ts';
import type { RoleContext } from '../role.ts';
import { affinities, answeredBy, profiles } from './affinity.ts';
import { type Candidate, candidates } from './candidates.ts';
import { givesResult, tableCells } from './cells.ts';
import { concerns } from './concerns.ts';
import {
  BACKGROUND,
  CLAIM,
  cueScore,
  EVALUATION,
  LIMITATION,
  METHOD,
  NAMES_OTHERS,
  NUMBER_WITH_UNIT,
  OUTRIGHT,
  OVERCOMES,
  OWN,
  RELATED,
} from './cues.ts';
import type { SectionRole } from './section-role.ts';
import { centroid, dot } from './vectors.ts';

const MOST_CLAIMS = 8;
const MOST_OTHERS = 4;
/** Below it a sentence is not taken as an answer to any sub-question. */
const ANSWERS_FROM = 0.22;
/** Two sentences nearer than this say the same. */
const SAME_CONTENT = 0.6;

const CLAIM_PLACE: Readonly<Record<SectionRole, number>> = {
  abstract: 1.2,
  conclusion: 0.9,
  evaluation: 0.8,
  discussion: 0.6,
  introduction: 0.5,
  limitations: 0.2,
  method: 0.1,
  body: 0.2,
  related: -1,
  back: -9,
};

interface Judged extends Candidate {
  readonly vector: Float32Array;
  readonly relevance: number;
  readonly sq: string[];
  readonly central: number;
}

/** The extractive reader: every statement of the note is a whole sentence of the text with its offsets. */
export async function readPaper(input: ReaderInput, context: RoleContext): Promise<PaperNote> {
  const judged = await judge(input, context);
  const claims = pick(
    judged,
    claimScore,
    MOST_CLAIMS,
    1.5,
    input.nodes.map((node) => node.id),
  );
  const taken = new Set(claims);
  const fresh = (c: Judged) => !taken.has(c);
  const method = pick(judged, methodScore, MOST_OTHERS, 1.2);
  const evaluation = pick(judged, evaluationScore, MOST_OTHERS, 1.4);
  const limitations = pick(judged, limitationScore, MOST_OTHERS, 1.3);
  const related = pick(judged.filter(fresh), relatedScore, MOST_OTHERS, 1.4);
  const byText = (a: Judged, b: Judged) => a.start - b.start;
  return {
    ...header(input),
    reader: 'extractive',
    tldr: summary(judged, claims, terms(input.paper.title ?? input.text.title)),
    claims: [...claims]
      .sort(byText)
      .map((c, at) => ({ id: `c${at + 1}`, statement: null, anchor: anchor(c), sq: c.sq })),
    method: [...method].sort(byText).map(anchor),
    evaluation: [...evaluation].sort(byText).map(anchor),
    limitations: [...limitations].sort(byText).map(anchor),
    related_work: [...related].sort(byText).map(anchor),
    concerns: concerns(input, judged.length, {
      evaluation: evaluation.length,
      results: judged.filter((c) => givesResult(c) && isOwn(c)).length,
      limitations: limitations.length,
    }),
    table: tableCells({ method, evaluation, claims }),
    dropped_quotes: 0,
  };
}

/** The facts of a note that come from the record and the text, whoever reads. */
export function header(input: ReaderInput) {
  const { paper, text } = input;
  return {
    id: paper.id,
    ids: paper.ids,
    title: paper.title ?? text.title,
    authors: paper.authors,
    year: paper.year,
    venue: paper.venue,
    url: paper.url ?? text.url ?? '',
    access: text.access,
    text_sha256: text.sha256,
    sq: input.nodes.map((node) => node.id),
    preprint: isPreprint(paper),
    retracted: paper.retracted || paper.withdrawn,
  };
}

async function judge(input: ReaderInput, context: RoleContext): Promise<Judged[]> {
  const found = candidates(input.text);
  const questions = input.nodes.map((node) => node.question);
  const vectors = await context.embedder.embed([...questions, ...found.map((c) => c.text)]);
  const sides = profiles(
    input.nodes,
    questions.map((_, i) => vectors[i] ?? null),
  );
  const own = vectors.slice(questions.length);
  const heart = centroid(own.filter((_, i) => found[i]!.role === 'abstract' || found[i]!.role === 'conclusion'));
  const middle = heart.some((x) => x !== 0) ? heart : centroid(own);
  return found.map((c, i) => {
    const vector = own[i]!;
    const scores = affinities(c.text, c.terms, vector, sides);
    const sq = answeredBy(scores, ANSWERS_FROM);
    return {
      ...c,
      vector,
      sq,
      relevance: Math.max(0, ...scores.map((s) => s.score)),
      central: Math.max(0, dot(vector, middle)),
    };
  });
}

/** In an abstract every sentence is the paper's own unless it names others' work; elsewhere it must say so. */
function isOwn(c: Candidate): boolean {
  return OWN.test(c.text) || (c.role === 'abstract' && !NAMES_OTHERS.test(c.text));
}

function base(c: Judged): number {
  return (
    1.5 * c.relevance +
    0.5 * c.central -
    1.6 * c.dependence -
    (c.text.length > 300 ? 0.4 : 0) -
    (NAMES_OTHERS.test(c.text) ? 0.4 : 0)
  );
}

function claimScore(c: Judged): number {
  if (!isOwn(c)) return Number.NEGATIVE_INFINITY;
  const number = NUMBER_WITH_UNIT.test(c.text) || givesResult(c) ? 1 : 0;
  return base(c) + cueScore(c.text, CLAIM) + CLAIM_PLACE[c.role] + number - (BACKGROUND.test(c.text) ? 1.2 : 0);
}

function methodScore(c: Judged): number {
  if (!isOwn(c)) return Number.NEGATIVE_INFINITY;
  const place = { method: 0.6, body: 0.3, abstract: 0.7, introduction: 0.3 }[c.role as string] ?? -0.5;
  return base(c) + cueScore(c.text, METHOD) + place - (givesResult(c) ? 0.8 : 0);
}

function evaluationScore(c: Judged): number {
  const inside =
    c.role === 'evaluation' ||
    c.role === 'abstract' ||
    c.role === 'discussion' ||
    c.role === 'conclusion' ||
    c.role === 'body';
  if (!inside || (NAMES_OTHERS.test(c.text) && !OWN.test(c.text))) return Number.NEGATIVE_INFINITY;
  const cues = cueScore(c.text, EVALUATION);
  const floor = c.role === 'abstract' || c.role === 'body' ? 1.2 : 0.8;
  if (cues < floor) return Number.NEGATIVE_INFINITY;
  return base(c) + cues + (c.role === 'evaluation' ? 0.5 : 0) + (givesResult(c) ? 1 : 0);
}

function limitationScore(c: Judged): number {
  const cues = cueScore(c.text, LIMITATION);
  if (cues < 0.7 || OVERCOMES.test(c.text) || (NAMES_OTHERS.test(c.text) && c.role !== 'limitations'))
    return Number.NEGATIVE_INFINITY;
  if (c.role === 'limitations') return base(c) + cues + 1;
  if (c.role === 'related' || c.role === 'introduction' || c.role === 'method') return Number.NEGATIVE_INFINITY;
  // The opening of an abstract says what others cannot do; its end says what the paper cannot.
  if (c.role === 'abstract' && (c.place < 0.5 || BACKGROUND.test(c.text))) return Number.NEGATIVE_INFINITY;
  if (c.role !== 'abstract' && !OWN.test(c.text)) return Number.NEGATIVE_INFINITY;
  if ((c.role === 'body' || c.role === 'evaluation') && !OUTRIGHT.test(c.text)) return Number.NEGATIVE_INFINITY;
  if (cueScore(c.text, CLAIM) > cues && !/limitation|drawback|future|cannot|not\b/i.test(c.text))
    return Number.NEGATIVE_INFINITY;
  return base(c) + cues + (c.role === 'conclusion' || c.role === 'discussion' ? 0.3 : 0);
}

function relatedScore(c: Judged): number {
  const names = NAMES_OTHERS.test(c.text);
  const cues = cueScore(c.text, RELATED);
  // What earlier work cannot do is said where a paper sets out, without a word about itself.
  const lacking =
    (c.role === 'abstract' || c.role === 'introduction') && !OWN.test(c.text) && c.place < 0.7
      ? cueScore(c.text, LIMITATION)
      : 0;
  if (lacking >= 1) return base(c) + lacking + 0.6;
  if (cues < 1 || !(names || c.role === 'related' || c.role === 'abstract')) return Number.NEGATIVE_INFINITY;
  return base(c) + cues + (names ? 0.8 : 0) + (c.role === 'related' ? 0.5 : 0);
}

/** Best first, none too near to one already taken; the best for each node comes in when it reaches the floor. */
function pick(
  from: readonly Judged[],
  score: (c: Judged) => number,
  most: number,
  floor: number,
  nodes: readonly string[] = [],
): Judged[] {
  const ranked = from
    .map((c) => ({ c, score: score(c) }))
    .filter((entry) => entry.score >= floor)
    .sort((a, b) => b.score - a.score || a.c.start - b.c.start);
  const taken: Judged[] = [];
  const take = (c: Judged) => {
    if (taken.length < most && !taken.includes(c) && taken.every((t) => overlap(t, c) < SAME_CONTENT)) taken.push(c);
  };
  for (const node of nodes) {
    const best = ranked.find((entry) => entry.c.sq.includes(node));
    if (best !== undefined) take(best.c);
  }
  for (const { c } of ranked) take(c);
  return taken;
}

function overlap(a: Candidate, b: Candidate): number {
  let shared = 0;
  for (const term of a.terms) if (b.terms.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}

/** What the paper does in its own words, and its best result when that is another sentence. */
function summary(judged: readonly Judged[], claims: readonly Judged[], title: readonly string[]): string {
  if (judged.length === 0) return '';
  const named = (c: Judged) => title.filter((term) => c.terms.has(term)).length / Math.max(1, title.length);
  const what = pick(
    judged,
    (c) => (isOwn(c) ? methodScore(c) + claimScore(c) + 2 * named(c) : Number.NEGATIVE_INFINITY),
    1,
    -5,
  )[0];
  const result = claims.find((c) => c !== what && givesResult(c));
  return [what, result]
    .filter((c) => c !== undefined)
    .map((c) => c.text.replace(/\s+/g, ' '))
    .join(' ');
}

function anchor(c: Candidate): Anchor {
  return { quote: c.text, start: c.start, end: c.end, section: c.section };
}
