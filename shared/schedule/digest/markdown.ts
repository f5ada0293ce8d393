import { link, md } from '../../present/escape.ts';
import { type AnswerChange, type Digest, type DigestPaper, hasNews, type Tension } from './digest.ts';

/** A digest as Markdown: what is new, and nothing else. */
export function digestMarkdown(digest: Digest): string {
  const parts = [`# ${md(digest.name)}: digest ${digest.number}`, headline(digest)];
  if (digest.status === 'partial') {
    parts.push(`The run ended early (${md(digest.reason ?? 'unknown')}); more may be new than is said here.`);
  }
  if (digest.retracted.length > 0) {
    parts.push('## Retracted since', list(digest.retracted.map((paper) => paperLine(paper))));
  }
  if (digest.papers.length > 0) parts.push('## New papers', list(digest.papers.map((paper) => paperLine(paper))));
  if (digest.more > 0) parts.push(`${digest.more} more new papers ranked lower; the run's own files have them.`);
  if (digest.answers.length > 0) parts.push(`## ${answersTitle(digest)}`, ...digest.answers.map(answerBlock));
  if (digest.tensions.length > 0) parts.push('## New tensions', list(digest.tensions.map(tensionLine)));
  parts.push(`Topic: ${md(digest.topic)}. Run: ${md(digest.slug)}. Scheduled for ${digest.time}.`);
  return `${parts.join('\n\n')}\n`;
}

/** What is new, in one sentence. */
export function headline(digest: Digest): string {
  if (!hasNews(digest)) {
    return `Nothing new since the last digest; ${count(digest.known, 'known paper')} turned up again.`;
  }
  const first = digest.number === 1;
  const parts = [
    count(digest.papers.length + digest.more, first ? 'paper' : 'new paper'),
    count(digest.answers.length, first ? 'answer' : 'changed answer'),
    count(digest.tensions.length, first ? 'tension' : 'new tension'),
    ...(digest.retracted.length > 0 ? [count(digest.retracted.length, 'retraction')] : []),
  ];
  if (first) return `The first digest: ${parts.join(', ')}. Later ones tell only what is new.`;
  return `${parts.join(', ')}; ${count(digest.known, 'known paper')} turned up again.`;
}

export const answersTitle = ({ number }: Digest): string => (number === 1 ? 'Answers' : 'Answers that changed');

/** The first sub-question that a paper informs, and how many more. */
export function purposeOf({ questions }: DigestPaper): string | null {
  if (questions[0] === undefined) return null;
  return questions.length === 1 ? questions[0] : `${questions[0]} (and ${questions.length - 1} more)`;
}

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** Authors of a paper, at most three. */
export function authorsOf({ authors }: DigestPaper): string {
  if (authors.length === 0) return 'Unknown authors';
  return authors.length > 3 ? `${authors[0]} et al.` : authors.join(', ');
}

/** What a reader should know of a paper beside its title. */
export function marksOf(paper: DigestPaper): string[] {
  return [...(paper.preprint ? ['preprint'] : []), ...(paper.retracted ? ['retracted'] : [])];
}

function paperLine(paper: DigestPaper): string {
  const where = [authorsOf(paper), String(paper.year ?? 'undated'), ...(paper.venue === null ? [] : [paper.venue])];
  const marks = marksOf(paper);
  const url = paper.url === null ? '' : ` ${link(paper.url)}`;
  const purpose = purposeOf(paper);
  const why = purpose === null ? '' : ` For: ${md(purpose)}`;
  return `**${md(paper.title)}** (${md(where.join(', '))}) ${md(paper.id)}${url}${marks.length > 0 ? ` — ${marks.join(', ')}` : ''}.${why}`;
}

function answerBlock(answer: AnswerChange): string {
  const lines = [`### ${md(answer.question)}`];
  if (answer.change === 'lost') lines.push('This could not be answered any more.');
  if (answer.after !== null) lines.push(md(answer.after));
  if (answer.why.length > 0) lines.push(list(answer.why.map(md)));
  if (answer.before !== null) lines.push(`Before: ${md(answer.before)}`);
  return lines.join('\n\n');
}

function tensionLine(tension: Tension): string {
  const between = tension.grounds.map(({ title }) => `“${md(title)}”`).join(' and ');
  return `**${md(tension.claim)}** Between ${between}. ${md(tension.explanation)}`;
}
