import type { Contradiction } from '../../contracts/analysis.ts';
import { people } from '../../present/names.ts';
import type { ReadPaper } from '../inputs.ts';
import type { Candidate } from '../reader/candidates.ts';
import { midSentence } from '../reader/phrases.ts';
import type { Disputed } from './disputed.ts';
import type { Stance } from './stance.ts';

/** Two sentences that pull apart, before they are put into words. */
export interface Entry {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  readonly said: Candidate;
  readonly answer: Candidate;
  readonly score: number;
  readonly kind: Contradiction['kind'];
  readonly stance: Stance | 'values' | 'loss' | 'none' | 'reversed' | Disputed['how'];
  readonly ofKind: string | null;
  /** What both weigh, when the pair was found by it. */
  readonly subject?: string;
}

/** The claim at stake and what each side does with it. Nothing is said here that the two sentences do not show. */
export function words(
  entry: Entry,
  a: string,
  b: string,
  subject: string | null,
  systems: ReadonlyMap<string, string>,
): [string, string] {
  const [A, B] = [short(entry.a, systems), short(entry.b, systems)];
  const about = subject === null ? '' : ` on ${subject}`;
  const inA = (plural: string, singular: string) => (entry.a.note.authors.length === 1 ? singular : plural);
  const inB = (plural: string, singular: string) => (entry.b.note.authors.length === 1 ? singular : plural);
  const kind = entry.ofKind === null ? null : plain(entry.ofKind);
  // `recurrent models, the approach of Wolf (2019),` within a sentence
  const other = (end: string) =>
    kind === null ? `${thing(entry.b, b, systems)}${end}` : `${kind}, the approach of ${b}${end === '' ? ',' : end}`;
  switch (entry.stance) {
    case 'disagrees': {
      const made = systems.get(entry.b.note.id);
      const claimed =
        kind === null
          ? `${b} ${inB('claim', 'claims')}${made === undefined ? '' : ` for ${made}`}`
          : `is claimed for ${kind}, the approach of ${b}`;
      return [
        `${claims(B)} hold up against what ${A.who} ${inA('report', 'reports')}`,
        `${a} ${inA('dispute', 'disputes')} what ${claimed}.`,
      ];
    }
    case 'tested':
      return [
        `${claims(A)} hold up against what ${B.who} later ${inB('report', 'reports')}`,
        `${a} ${inA('name', 'names')} a limit of ${systems.get(entry.a.note.id) ?? `${inA('their', 'the author’s')} own approach`} that ${b} later ${inB('put', 'puts')} to the test.`,
      ];
    case 'outperforms':
      return [
        `${A.what} does better than ${B.what}${about}`,
        `In a comparison of ${inA('their', 'the author’s')} own, ${a} ${inA('come', 'comes')} out ahead of ${other(';')} the ranking rests on that side alone.`,
      ];
    case 'falls_short':
      return [
        `${B.what} stays ahead of ${A.what}${about}`,
        `In a comparison of ${inA('their', 'the author’s')} own, ${a} ${inA('come', 'comes')} out behind ${other('.')}`,
      ];
    case 'limits':
      return [
        `${kind ?? B.what} ${kind !== null && /[^s]s$/.test(kind) ? 'have' : 'has'} the limit that ${A.who} ${inA('name', 'names')}`,
        `${a} ${inA('name', 'names')} a limit of ${other('')} which the passage of ${B.who} does not grant.`,
      ];
    case 'values':
      return [
        `the figure of ${A.who}${subject === null ? '' : ` for ${subject}`} holds rather than that of ${B.who}`,
        `${a} and ${b} give different figures for what looks like the same measure and data.`,
      ];
    case 'weight':
      return [
        `${subject} matters as much in use as the work of ${B.who} assumes`,
        `${a} ${inA('hold', 'holds')} that ${subject} is given too much weight; ${b} ${inB('report', 'reports')} a gain in exactly that.`,
      ];
    case 'share':
      return [
        `it is ${subject}, as ${B.who} ${inB('find', 'finds')}, or not, as ${A.who} ${inA('do', 'does')}`,
        `${a} ${inA('find', 'finds')} the greater share elsewhere than ${b}, for whom it is ${subject}; the two counted different things or counted differently.`,
      ];
    case 'reversed':
      return [
        `what ${A.who} ${inA('rank', 'ranks')} first does better than what ${B.who} ${inB('rank', 'ranks')} first${about}`,
        `${a} and ${b} rank the same two kinds of approach the other way round.`,
      ];
    case 'loss':
    case 'none':
      return [
        `the gain that ${A.who} ${inA('report', 'reports')}${subject === null ? '' : ` for ${subject}`} holds in general`,
        `${a} ${inA('report', 'reports')} a gain where ${b} ${inB('report', 'reports')} ${entry.stance === 'loss' ? 'a loss or a cost' : 'none'}.`,
      ];
    default:
      return [
        `${A.what} is to be preferred to ${B.what}`,
        `${a} ${inA('set', 'sets')} ${systems.get(entry.a.note.id) ?? `${inA('their', 'the author’s')} design`} against ${other(':')} which of the two fits depends on what a setting asks for.`,
      ];
  }
}

/** `Reformer` and its authors; a work without a system of its own is known by them alone. */
function short(paper: ReadPaper, systems: ReadonlyMap<string, string>): { who: string; what: string } {
  const who = people(paper.note.authors, paper.note.title);
  return { who, what: systems.get(paper.note.id) ?? `the approach of ${who}` };
}

function claims({ who, what }: { who: string; what: string }): string {
  return what.startsWith('the approach') ? `the claims of ${who}` : `the claims made for ${what}`;
}

/** `Reformer of Kitaev et al. (2020)`, or the work of its authors. */
function thing(paper: ReadPaper, name: string, systems: ReadonlyMap<string, string>): string {
  const system = systems.get(paper.note.id);
  return system === undefined ? `the work of ${name}` : `${system} of ${name}`;
}

function plain(text: string): string {
  return midSentence(text.replace(/\s+/g, ' '));
}

/** `Kitaev et al. (2020)`. */
export function label(paper: ReadPaper): string {
  const who = people(paper.note.authors, paper.note.title);
  return paper.note.year === null ? who : `${who} (${paper.note.year})`;
}
