import { isStopWord } from '../../text/stopwords.ts';
import { terms } from '../../text/tokenise.ts';
import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND } from '../reader/cues.ts';
import { isFurniture } from '../reader/phrases.ts';
import { outcomeOf } from './outcome.ts';

/** Two works that weigh the same thing differently without naming each other. */
export interface Disputed {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  readonly said: Candidate;
  readonly answer: Candidate;
  readonly score: number;
  /** What is weighed, in the words of the first. */
  readonly subject: string;
  readonly how: 'weight' | 'share';
}

/** A sentence that holds a common opinion for wrong. */
const AGAINST_OPINION =
  /\b(?:than (?:the )?(?:literature|research|theory|academic work|is (?:commonly|often|usually|widely) (?:thought|assumed|believed|claimed)) ?(?:suggests?|assumes?|claims?)?|contrary to (?:common|popular|conventional|widespread|the (?:common|usual|prevailing)) (?:belief|wisdom|assumption|opinion|claim)|(?:the|a) (?:usual|common|popular|widespread|prevailing) (?:claim|belief|assumption|opinion))\b/i;
/** `X rather than Y`: what most of it is, and what it is not. */
const NOT_THE_OTHER =
  /\b(?:rather than|and not|instead of) (?:the |a |an |by |from |to |in )?([\p{L}\p{N}+#-]+(?: \p{Ll}[\p{L}-]+)?)/u;
const MOSTLY = /\b(?:most(?:ly)?|mainly|dominant|dominates?|primarily|chiefly|predominantly|majority)\b/i;
/** Characters between the word of share and what has it. */
const FARTHEST = 80;

/** Pairs in which one paper disputes the weight of what another reports gains in, or puts the greater share elsewhere. */
export function disputes(papers: readonly ReadPaper[], topicTerms: ReadonlySet<string>): Disputed[] {
  const pool = papers.map((paper) => ({
    paper,
    found: candidates(paper.text).filter((c) => !BACKGROUND.test(c.text)),
  }));
  return pool.flatMap(({ paper, found }) =>
    found.flatMap((said) => {
      const others = pool.filter((other) => other.paper !== paper);
      return AGAINST_OPINION.test(said.text)
        ? overweighed(paper, said, others)
        : elsewhere(paper, said, others, topicTerms);
    }),
  );
}

type Pool = readonly { readonly paper: ReadPaper; readonly found: readonly Candidate[] }[];

function lastBefore(text: string, end: number): (RegExpMatchArray & { index: number }) | null {
  const all = [...text.slice(0, end).matchAll(new RegExp(MOSTLY.source, 'gi'))];
  return all.at(-1) ?? null;
}

/** From its word of share to the end of the clause: `mainly calls to C functions`. */
function clauseFrom(text: string, from: number): string {
  return /^[^,.;:]+/.exec(text.slice(from))![0].trim();
}

/** What common opinion makes too much of, against a paper that reports a gain in it. */
function overweighed(a: ReadPaper, said: Candidate, others: Pool): Disputed[] {
  const names = pairsOf(said.text);
  return others.flatMap(({ paper: b, found }) =>
    found.flatMap((answer) => {
      const theirs = pairsOf(answer.text);
      const shared = [...names].find(([key, name]) => theirs.has(key) && !isFurniture(name));
      if (shared === undefined || outcomeOf(answer.text) !== 'better' || answer.dependence > 0.3) return [];
      const number = (/\d/.test(answer.text) ? 0.08 : 0) - (answer.text.length > 260 ? 0.08 : 0);
      return [
        {
          a,
          b,
          said,
          answer,
          subject: shared[1],
          how: 'weight' as const,
          score: 0.6 + number - 0.2 * answer.dependence,
        },
      ];
    }),
  );
}

/** Neighbouring content words, by their stems: `write amplification`, which is no name to {@link phrases}. */
function pairsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, first, second] of text.matchAll(/(?<=^|[\s(])(?=(\p{Ll}{4,})\s(\p{Ll}{5,}))/gu)) {
    const stems = [first!, second!].flatMap((word) => (isStopWord(word) ? [] : terms(word)));
    if (stems.length === 2 && !/ing$/.test(first!)) found.set(stems.join(' '), `${first} ${second}`);
  }
  return found;
}

/** `mostly X rather than Y` against `mainly Y` on the same thing. */
function elsewhere(a: ReadPaper, said: Candidate, others: Pool, topicTerms: ReadonlySet<string>): Disputed[] {
  const other = NOT_THE_OTHER.exec(said.text);
  const most = other === null ? null : lastBefore(said.text, other.index);
  if (other === null || most === null || other.index - most.index > FARTHEST) return [];
  const word = other[1]!.split(' ')[0]!;
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\p{L}\p{N}])`,
    'u',
  );
  return others.flatMap(({ paper: b, found }) =>
    found.flatMap((answer) => {
      const at = named.exec(answer.text);
      const mostly = at === null ? null : lastBefore(answer.text, at.index);
      if (mostly === null || at === null || NOT_THE_OTHER.test(answer.text)) return [];
      if (at.index - mostly.index > FARTHEST) return [];
      const telling = [...said.terms].filter((t) => answer.terms.has(t) && !topicTerms.has(t) && !/^\d/.test(t));
      if (telling.length < 3) return [];
      return [
        {
          a,
          b,
          said,
          answer,
          subject: clauseFrom(answer.text, mostly.index),
          how: 'share' as const,
          score: 0.6 + 0.03 * Math.min(4, telling.length) - 0.2 * answer.dependence,
        },
      ];
    }),
  );
}
