import * as z from 'zod';

/** A paper as a digest tells of it: enough to know it again. */
export const DigestPaper = z.object({
  id: z.string(),
  ids: z.array(z.string()),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().int().nullable(),
  venue: z.string().nullable(),
  url: z.string().nullable(),
  preprint: z.boolean(),
  retracted: z.boolean(),
  /** Sub-questions it informs, in words. */
  questions: z.array(z.string()),
});
export type DigestPaper = z.infer<typeof DigestPaper>;

/** What an answer or a tension rests on. */
export const Ground = z.object({ ids: z.array(z.string()), title: z.string() });
export type Ground = z.infer<typeof Ground>;

export const Answer = z.object({
  question: z.string(),
  /** null: it could not be answered. */
  summary: z.string().nullable(),
  /** Why it could not. */
  reason: z.string().nullable(),
  grounds: z.array(Ground),
});
export type Answer = z.infer<typeof Answer>;

export const Tension = z.object({
  claim: z.string(),
  explanation: z.string(),
  grounds: z.array(Ground),
});
export type Tension = z.infer<typeof Tension>;

/** What one run has found. */
export interface Snapshot {
  /** Best first. */
  readonly papers: readonly DigestPaper[];
  readonly answers: readonly Answer[];
  readonly tensions: readonly Tension[];
}

/** What earlier digests have reported; answers as they stood last. */
export const Known = z.object({
  papers: z.array(DigestPaper),
  answers: z.array(Answer),
  tensions: z.array(Tension),
});
export type Known = z.infer<typeof Known>;
export const NOTHING_KNOWN: Known = { papers: [], answers: [], tensions: [] };

export const AnswerChange = z.object({
  question: z.string(),
  /** `new`: not asked before. `lost`: answered before and not this time. */
  change: z.enum(['new', 'changed', 'lost']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  why: z.array(z.string()),
});
export type AnswerChange = z.infer<typeof AnswerChange>;

/** One digest of a schedule: only what is new. */
export const Digest = z.object({
  schedule: z.string(),
  name: z.string(),
  number: z.number().int().positive(),
  /** The run that brought it. */
  slug: z.string(),
  topic: z.string(),
  /** The scheduled time. */
  time: z.string(),
  status: z.enum(['complete', 'partial']),
  /** Why it is partial. */
  reason: z.string().nullable(),
  /** Papers that no earlier digest has reported, best first. */
  papers: z.array(DigestPaper),
  /** New papers beyond those listed; the next digest may tell of them. */
  more: z.number().int(),
  /** Papers found again. */
  known: z.number().int(),
  answers: z.array(AnswerChange),
  tensions: z.array(Tension),
  /** Papers reported before that were retracted since. */
  retracted: z.array(DigestPaper),
});
export type Digest = z.infer<typeof Digest>;

/** A line of the list of digests. */
export const DigestLine = Digest.pick({ number: true, slug: true, time: true, status: true, known: true }).extend({
  papers: z.number().int(),
  answers: z.number().int(),
  tensions: z.number().int(),
  retracted: z.number().int(),
});
export type DigestLine = z.infer<typeof DigestLine>;

export const DigestList = z.object({ digests: z.array(DigestLine), next: z.number().int().nullable() });
export type DigestList = z.infer<typeof DigestList>;

export function lineOf(digest: Digest): DigestLine {
  const { number, slug, time, status, known } = digest;
  return {
    number,
    slug,
    time,
    status,
    known,
    papers: digest.papers.length,
    answers: digest.answers.length,
    tensions: digest.tensions.length,
    retracted: digest.retracted.length,
  };
}

/** Whether there is anything to tell. */
export function hasNews(digest: Digest): boolean {
  return [digest.papers, digest.answers, digest.tensions, digest.retracted].some((list) => list.length > 0);
}
