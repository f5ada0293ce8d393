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
  const approach =
    kind === null ? thing(entry.b, b, systems) : `${kind}, the kind of approach that ${b} ${inB('follow', 'follows')}`;
  switch (entry.stance) {
    case 'disagrees':
      return [
        `${claims(B)} stand against what ${A.who} ${inA('report', 'reports')}`,
        `${a} ${inA('contradict', 'contradicts')} what is claimed for ${approach}; beside it stands what ${B.who} ${inB('report', 'reports')} on the matter.`,
      ];
    case 'tested':
      return [
        `${claims(A)} stand against what ${B.who} later ${inB('report', 'reports')}`,
        `${thing(entry.a, a, systems, true)} met with a limit that ${b} ${inB('put', 'puts')} to the test; beside it stands what ${B.who} ${inB('report', 'reports')}.`,
      ];
    case 'outperforms':
      return [
        `${A.what} does better than ${B.what}${about}`,
        `${a} ${inA('report', 'reports')} an advantage over ${approach}${kind === null ? '' : ','} in a comparison of ${inA('their', 'the author’s')} own, so the ranking rests on one side; what ${B.who} ${inB('claim', 'claims')} stands beside it.`,
      ];
    case 'falls_short':
      return [
        `${B.what} stays ahead of ${A.what}${about}`,
        `${a} ${inA('report', 'reports')} a comparison in which ${approach}${kind === null ? '' : ','} comes out ahead; what ${B.who} ${inB('claim', 'claims')} for it stands beside it.`,
      ];
    case 'limits':
      return [
        `${kind ?? B.what} ${kind !== null && /[^s]s$/.test(kind) ? 'have' : 'has'} the limit that ${A.who} ${inA('name', 'names')}`,
        `${a} ${inA('name', 'names')} a limit of ${approach}${kind === null ? '' : ','} that the words of ${B.who} do not grant.`,
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
        `${a} ${inA('set', 'sets')} another design against ${approach}; the two trade different things, and one has to be picked for a given setting.`,
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
function thing(paper: ReadPaper, name: string, systems: ReadonlyMap<string, string>, first = false): string {
  const system = systems.get(paper.note.id);
  return system === undefined ? `${first ? 'The' : 'the'} work of ${name}` : `${system} of ${name}`;
}

function plain(text: string): string {
  return midSentence(text.replace(/\s+/g, ' '));
}

/** `Kitaev et al. (2020)`. */
export function label(paper: ReadPaper): string {
  const who = people(paper.note.authors, paper.note.title);
  return paper.note.year === null ? who : `${who} (${paper.note.year})`;
}
