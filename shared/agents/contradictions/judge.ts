import type { Contradiction, Contradictions } from '../../contracts/analysis.ts';
import { people } from '../../present/names.ts';
import { terms } from '../../text/tokenise.ts';
import type { ContradictionInput, ReadPaper } from '../inputs.ts';
import type { Candidate } from '../reader/candidates.ts';
import { midSentence, phrases, sharedPhrase } from '../reader/phrases.ts';
import { anchorOf, type Contrast, contrasts, type Stance } from './contrast.ts';
import { type Opposite, opposites } from './opposites.ts';
import { outcomeOf } from './outcome.ts';
import { judgePairs, type Pair } from './prefiltered.ts';

const MOST = 8;
const MOST_OF_ONE_PAPER = 3;
/** Precision before recall: what scores lower is not shown. */
const WORTH_SHOWING = 0.45;

interface Entry {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  readonly said: Candidate;
  readonly answer: Candidate;
  readonly score: number;
  readonly kind: Contradiction['kind'];
  readonly stance: Stance | 'values' | 'opposite';
  readonly ofKind: string | null;
}

/** The contradiction critic without a model: pairs of the prefilter looked at again, and papers that name one another. */
export function judgeContradictions(input: ContradictionInput): Contradictions {
  const topic = new Set(terms(input.goal.topic));
  const topicPhrases = new Set(phrases(input.goal.topic).map((p) => p.key));
  const entries: Entry[] = [
    ...judgePairs(input.papers, input.candidates, topic, input.goal.topic).map(fromPair),
    ...contrasts(input.papers, input.goal.topic).map(fromContrast),
    ...opposites(input.papers, topic, topicPhrases).map(fromOpposite),
  ];
  const chosen = choose(entries);
  const items = chosen.map((entry, at) => describe(entry, at + 1, input, topicPhrases));
  const notes: string[] = [];
  if (input.papers.length < 2) notes.push('Fewer than two papers were read, so nothing can contradict.');
  else if (items.length === 0)
    notes.push(
      `No two of the ${input.papers.length} papers read were found to contradict each other or to set themselves against each other by name.`,
    );
  return { items, notes };
}

function fromPair(pair: Pair): Entry {
  if (pair.kind === 'values') return { ...pair, stance: 'values', ofKind: null };
  // The side that reports the gain stands first.
  if (outcomeOf(pair.said.text) === 'better') return { ...pair, stance: 'opposite', ofKind: null };
  return { ...pair, a: pair.b, b: pair.a, said: pair.answer, answer: pair.said, stance: 'opposite', ofKind: null };
}

function fromOpposite(pair: Opposite): Entry {
  return { ...pair, kind: 'conclusion', stance: 'opposite', ofKind: null };
}

function fromContrast(contrast: Contrast): Entry {
  return { ...contrast, kind: contrast.stance === 'disagrees' ? 'conclusion' : 'contrast' };
}

/** Best first, one entry a pair of papers, none whose sentence was used already. */
function choose(entries: readonly Entry[]): Entry[] {
  const ranked = [...entries]
    .filter((entry) => entry.score >= WORTH_SHOWING)
    .sort((x, y) => y.score - x.score || compare(pairKey(x), pairKey(y)) || x.said.start - y.said.start);
  const pairs = new Set<string>();
  const uses = new Map<string, number>();
  const quoted = new Set<string>();
  const chosen: Entry[] = [];
  for (const entry of ranked) {
    const ids = [entry.a.note.id, entry.b.note.id];
    const quote = `${ids[0]}:${entry.said.start}`;
    if (chosen.length === MOST || pairs.has(pairKey(entry)) || quoted.has(quote)) continue;
    if (ids.some((id) => (uses.get(id) ?? 0) >= MOST_OF_ONE_PAPER)) continue;
    pairs.add(pairKey(entry));
    quoted.add(quote);
    for (const id of ids) uses.set(id, (uses.get(id) ?? 0) + 1);
    chosen.push(entry);
  }
  return chosen;
}

function describe(
  entry: Entry,
  n: number,
  input: ContradictionInput,
  topicPhrases: ReadonlySet<string>,
): Contradiction {
  const a = label(entry.a);
  const b = label(entry.b);
  const subject = subjectOf(entry, input, topicPhrases);
  const [claim, explanation] = words(entry, a, b, subject);
  const sq = new Set([...entry.a.note.sq].filter((id) => entry.b.note.sq.includes(id)));
  return {
    id: `C${n}`,
    kind: entry.kind,
    claim,
    a: { paper: entry.a.note.id, anchor: anchorOf(entry.said) },
    b: { paper: entry.b.note.id, anchor: anchorOf(entry.answer) },
    explanation,
    conditions: conditions(entry, a, b),
    under_evidenced:
      !IS_CHOICE.has(entry.stance) &&
      (isThin(entry.a, entry.said, entry.b, input.papers) || isThin(entry.b, entry.answer, entry.a, input.papers)),
    sq: input.plan.nodes.map((node) => node.id).filter((id) => sq.has(id)),
  };
}

/** What both sentences are about: a name they share, else a telling word; null when it is no more than the topic. */
function subjectOf(entry: Entry, input: ContradictionInput, topicPhrases: ReadonlySet<string>): string | null {
  const { said, answer, a, b } = entry;
  const phrase =
    sharedPhrase(said.text, answer.text, topicPhrases) ??
    sharedPhrase(said.text, `${b.note.title}. ${b.note.tldr}`, topicPhrases) ??
    sharedWord(said.text, answer, new Set(terms(input.goal.topic))) ??
    sharedPhrase(said.text, a.note.title, topicPhrases);
  return phrase === null ? null : midSentence(phrase);
}

/** The longest word of `text` that stands in the other sentence too and is not the topic's. */
function sharedWord(text: string, other: Candidate, topic: ReadonlySet<string>): string | null {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}-])\p{Ll}{5,}(?![\p{L}\p{N}-])/gu)]
    .map((m) => m[0])
    .filter((word) => {
      const [term] = terms(word);
      return (
        term !== undefined &&
        other.terms.has(term) &&
        !topic.has(term) &&
        phrases(`${word} index`).length > 0 &&
        !/(?:ed|ing|ive|ly|est)$|^(?:faster|slower|better|higher|lower|larger|smaller|longer|shorter|greater|fewer|stronger|weaker|cheaper|while|since|about|large|using|percent|billions?|millions?|systems?|models?|several|different|number|order|results?|approach(?:es)?|methods?|papers?)$/.test(
          word,
        )
      );
    })
    .sort((x, y) => y.length - x.length || compare(x, y));
  return found[0] ?? null;
}

/** A difference in design or a stated limit is not settled by more evidence of the same kind. */
const IS_CHOICE: ReadonlySet<Entry['stance']> = new Set(['differs', 'limits']);

/** The claim at stake and what each side does with it. Nothing is said here that the two sentences do not show. */
function words(entry: Entry, a: string, b: string, subject: string | null): [string, string] {
  const [A, B] = [people(entry.a.note.authors, entry.a.note.title), people(entry.b.note.authors, entry.b.note.title)];
  const does = (paper: ReadPaper, plural: string, singular: string) =>
    paper.note.authors.length === 1 ? singular : plural;
  const about = subject === null ? '' : ` on ${subject}`;
  const inA = (plural: string, singular: string) => does(entry.a, plural, singular);
  const inB = (plural: string, singular: string) => does(entry.b, plural, singular);
  const approach =
    entry.ofKind === null
      ? `the approach of ${b}`
      : `${plain(entry.ofKind)}, the kind of approach that ${b} ${inB('follow', 'follows')},`;
  switch (entry.stance) {
    case 'disagrees':
      return [
        `${A} ${inA('are', 'is')} right${subject === null ? '' : ` about ${subject}`} and ${B} ${inB('are', 'is')} not`,
        `${a} ${inA('reject', 'rejects')} what is attributed to ${b}; the nearest statement of ${B} stands beside it.`,
      ];
    case 'outperforms':
      return [
        `${A} ${inA('do', 'does')} better than ${B}${about}`,
        `${a} ${inA('report', 'reports')} an advantage over ${approach.replace(/,$/, '')} in a comparison of ${inA('their', 'the author’s')} own, while ${B} ${inB('make', 'makes')} the case under other conditions, so the ranking rests on one side.`,
      ];
    case 'falls_short':
      return [
        `${B} ${inB('stay', 'stays')} ahead of ${A}${about}`,
        `${a} ${inA('report', 'reports')} a comparison in which ${approach.replace(/,$/, '')} comes out ahead; what ${B} ${inB('claim', 'claims')} for it stands beside it.`,
      ];
    case 'limits':
      return [
        `${entry.ofKind === null ? `the approach of ${B}` : plain(entry.ofKind)} ${entry.ofKind !== null && /[^s]s$/.test(entry.ofKind) ? 'have' : 'has'} the limit that ${A} ${inA('name', 'names')}`,
        `${a} ${inA('name', 'names')} a limit of ${approach.replace(/,$/, '')}; ${B} ${inB('describe', 'describes')} the approach by what it does.`,
      ];
    case 'values':
      return [
        `the figure of ${A}${subject === null ? '' : ` for ${subject}`} holds rather than that of ${B}`,
        `${a} and ${b} give different figures for what looks like the same measure and data.`,
      ];
    case 'opposite':
      return [
        `the gain that ${A} ${inA('report', 'reports')}${subject === null ? '' : ` for ${subject}`} holds in general`,
        `${a} ${inA('report', 'reports')} a gain where ${b} ${inB('report', 'reports')} a loss or a cost; the two were not measured under the same conditions, so which one holds depends on them.`,
      ];
    default:
      return [
        `${subject === null ? '' : `on ${subject} `}the way of ${A} is to be preferred to that of ${B}`,
        `${a} ${inA('set', 'sets')} another design against ${approach.replace(/,$/, '')}: the two choose differently here, and one has to be picked for a given setting.`,
      ];
  }
}

function plain(text: string): string {
  return midSentence(text.replace(/\s+/g, ' '));
}

/** The data of both sides, when both name them and they differ. */
function conditions(entry: Entry, a: string, b: string): string | null {
  const [left, right] = [entry.a.note.table.data, entry.b.note.table.data];
  if (left === null || right === null || left.text.toLowerCase() === right.text.toLowerCase()) return null;
  return `${a} on ${left.text}, ${b} on ${right.text}`;
}

/** One side stands on an abstract or an unevaluated paper alone: no number in its sentence, no other read paper saying the same. */
function isThin(side: ReadPaper, said: Candidate, other: ReadPaper, all: readonly ReadPaper[]): boolean {
  const weak = side.note.access === 'abstract' || side.note.evaluation.length === 0;
  if (!weak || /\d/.test(said.text)) return false;
  return !all.some(
    (paper) =>
      paper !== side &&
      paper !== other &&
      paper.note.claims.some((claim) => {
        const bag = new Set(terms(claim.anchor.quote));
        const shared = [...said.terms].filter((term) => bag.has(term)).length;
        return shared >= 4 && shared / said.terms.size >= 0.4;
      }),
  );
}

function label(paper: ReadPaper): string {
  const who = people(paper.note.authors, paper.note.title);
  return paper.note.year === null ? who : `${who} (${paper.note.year})`;
}

function pairKey(entry: Entry): string {
  return [entry.a.note.id, entry.b.note.id].sort(compare).join(' ');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
