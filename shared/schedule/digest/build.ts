import { fold } from '../../text/normalise.ts';
import { terms } from '../../text/tokenise.ts';
import type { Answer, AnswerChange, Digest, DigestPaper, Ground, Known, Snapshot, Tension } from './digest.ts';
import { type Named, sameWorks } from './same-works.ts';

/** New papers told of in one digest. */
const LISTED = 40;
/** Two wordings of one question, or of one claim, share at least this part of their terms. */
const ALIKE = 0.6;

type Head = Pick<Digest, 'schedule' | 'name' | 'number' | 'slug' | 'topic' | 'time' | 'status' | 'reason'>;

/**
 * What a run has found that earlier digests have not told: papers by canonical identity, answers that changed and why,
 * tensions between works that were not set against each other before.
 *
 * @returns the digest, and what is known after it
 */
export function buildDigest(head: Head, known: Known, now: Snapshot): { digest: Digest; known: Known } {
  const works = new Works([
    ...known.papers,
    ...now.papers,
    ...[...known.answers, ...now.answers, ...known.tensions, ...now.tensions].flatMap(({ grounds }) => grounds),
  ]);
  const told = new Set(known.papers.map((paper) => works.of(paper)));
  const fresh = firstOfEach(now.papers, works, told);
  const listed = fresh.slice(0, LISTED);
  const found = new Map(now.papers.map((paper) => [works.of(paper), paper]));
  const again = known.papers.filter((paper) => found.has(works.of(paper)));
  const retracted = again.filter((paper) => !paper.retracted && found.get(works.of(paper))!.retracted);
  const isNew = (ground: Ground) => !told.has(works.of(ground));
  const answers = now.answers
    .flatMap((answer) => changeOf(answer, known.answers, works, isNew))
    .map((change) => (head.number === 1 ? { ...change, why: [] } : change));
  const tensions = now.tensions.filter((tension) => !known.tensions.some((one) => sameTension(one, tension, works)));
  const digest: Digest = {
    ...head,
    papers: listed,
    more: fresh.length - listed.length,
    known: new Set(again.map((paper) => works.of(paper))).size,
    answers,
    tensions,
    retracted: retracted.map((paper) => ({ ...paper, retracted: true })),
  };
  return { digest, known: after(known, now, listed, tensions, retracted) };
}

/** Records of papers and grounds by the work they are. */
class Works {
  private readonly numbers: Map<Named, number>;

  constructor(records: readonly Named[]) {
    const numbers = sameWorks(records);
    this.numbers = new Map(records.map((record, at) => [record, numbers[at]!]));
  }

  of(record: Named): number {
    return this.numbers.get(record)!;
  }

  setOf(grounds: readonly Ground[]): Set<number> {
    return new Set(grounds.map((ground) => this.of(ground)));
  }
}

function firstOfEach(papers: readonly DigestPaper[], works: Works, told: ReadonlySet<number>): DigestPaper[] {
  const seen = new Set(told);
  return papers.filter((paper) => {
    const work = works.of(paper);
    if (seen.has(work)) return false;
    seen.add(work);
    return true;
  });
}

/** How an answer differs from the last one to its question; nothing when only its wording does. */
function changeOf(
  answer: Answer,
  before: readonly Answer[],
  works: Works,
  isNew: (ground: Ground) => boolean,
): AnswerChange[] {
  const { question, summary: after, reason } = answer;
  const last = closest(answer, before, (one) => one.question);
  if (!last) {
    if (after === null) return [];
    return [{ question, change: 'new', before: null, after, why: ['This question was not asked before.'] }];
  }
  if (after === null) {
    if (last.summary === null) return [];
    return [{ question, change: 'lost', before: last.summary, after, why: [reason ?? 'It could not be answered.'] }];
  }
  if (last.summary === null) {
    const why = ['It could not be answered before.', ...gained(answer.grounds, isNew)];
    return [{ question, change: 'changed', before: null, after, why }];
  }
  const [had, has] = [works.setOf(last.grounds), works.setOf(answer.grounds)];
  const more = firstOf(answer.grounds, works, (work) => !had.has(work));
  const less = firstOf(last.grounds, works, (work) => !has.has(work));
  if (more.length === 0 && less.length === 0) return [];
  const why = [...gained(more, isNew), ...less.map(({ title }) => `No longer rests on “${title}”.`)];
  return [{ question, change: 'changed', before: last.summary, after, why }];
}

function firstOf(grounds: readonly Ground[], works: Works, wanted: (work: number) => boolean): Ground[] {
  const kept = new Map<number, Ground>();
  for (const ground of grounds) {
    const work = works.of(ground);
    if (wanted(work) && !kept.has(work)) kept.set(work, ground);
  }
  return [...kept.values()];
}

function gained(grounds: readonly Ground[], isNew: (ground: Ground) => boolean): string[] {
  return grounds.map((ground) => `Now rests on “${ground.title}”${isNew(ground) ? ', which is new' : ''}.`);
}

/** Two tensions are one when they set the same works against each other about the same claim. */
function sameTension(a: Tension, b: Tension, works: Works): boolean {
  const [left, right] = [works.setOf(a.grounds), works.setOf(b.grounds)];
  return left.size === right.size && [...left].every((work) => right.has(work)) && alike(a.claim, b.claim) >= ALIKE;
}

function closest<T>(wanted: { question: string }, among: readonly T[], text: (one: T) => string): T | undefined {
  let best: { one: T; score: number } | undefined;
  for (const one of among) {
    const score = alike(wanted.question, text(one));
    if (score >= ALIKE && (best === undefined || score > best.score)) best = { one, score };
  }
  return best?.one;
}

/** Share of common terms, 0–1; 1 for texts that are equal but for case and white space. */
function alike(a: string, b: string): number {
  if (fold(a).trim() === fold(b).trim()) return 1;
  const [left, right] = [new Set(terms(a)), new Set(terms(b))];
  const common = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

/** Reported papers stay known for good; of the answers the last ones count, and one that was lost is kept as it was. */
function after(
  known: Known,
  now: Snapshot,
  listed: readonly DigestPaper[],
  tensions: readonly Tension[],
  retracted: readonly DigestPaper[],
): Known {
  const gone = new Set(retracted);
  const asked = now.answers.map((answer) => closest(answer, known.answers, (one) => one.question));
  return {
    papers: [...known.papers.map((paper) => (gone.has(paper) ? { ...paper, retracted: true } : paper)), ...listed],
    answers: [...known.answers.filter((answer) => !asked.includes(answer)), ...now.answers],
    tensions: [...known.tensions, ...tensions],
  };
}
