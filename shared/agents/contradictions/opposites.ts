import { terms } from '../../text/tokenise.ts';
import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND, NAMES_OTHERS, OWN } from '../reader/cues.ts';
import { dependence } from '../reader/quotable.ts';
import { type Finding, findingsOf } from './findings.ts';

/** Two papers that report opposite outcomes of one thing, or rank two things the other way round. */
export interface Opposite {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  /** The side that reports the gain. */
  readonly said: Candidate;
  /** The side that reports a loss or no gain. */
  readonly answer: Candidate;
  readonly how: 'loss' | 'none' | 'reversed';
  readonly score: number;
  /** A name that both have, when that is what joins them. */
  readonly subject?: string;
}

interface Reported extends Finding {
  readonly paper: ReadPaper;
  readonly candidate: Candidate;
  /** Telling words of what the outcome is put down to. */
  readonly about: ReadonlySet<string>;
  readonly against: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Words of every evaluation: sharing them makes no common subject. */
const EVERYWHERE = new Set(
  `improv perform result increas decreas higher lower better wors best show report experi compar approach method model system us using signific score data set
test number baselin figur valu case larg small high low addit add includ differ obtain achiev gain appli provid make find found feature featur train
algorithm techniqu task evalu work paper present propos standard origin new type kind effect given allow consist further thi that these those
translat accuraci qualiti qualit precis recal bleu section tabl us averag overal signific corpu corpora sentenc word document
system state art exist previou recent research build built produc yield first second number amount
f-measur measur score error rate recall time lead led over under both all each more most less than with when`.split(
    /\s+/,
  ),
);
/** A word to which more than this share of the works put an outcome down is what all of them are about. */
const COMMON_SHARE = 0.35;
/** Share of the lighter side's weight that both must have. */
const LEAST_COVERED = 0.4;
/** A rare word tells no more than this: it may be rare by chance. */
const MOST_TELLING = 1.5;

/** Pairs of findings of two papers that point apart on what both put them down to, in the same respect. */
export function opposites(papers: readonly ReadPaper[], topic: ReadonlySet<string>): Opposite[] {
  const all = papers.flatMap(reported);
  const weight = weights(all, topic);
  const gains = all.filter(({ effect }) => effect === 'gain');
  const rest = all.filter(({ effect }) => effect !== 'gain');
  const apart = gains.flatMap((gain) =>
    rest.flatMap((other) => {
      if (gain.paper === other.paper) return [];
      if (gain.respect !== null && other.respect !== null && gain.respect !== other.respect) return [];
      const strength = sameThing(gain, other, weight);
      if (strength === 0) return [];
      if (gain.against.size > 0 && other.against.size > 0 && likeness(gain.against, other.against, weight, 1) === 0)
        return [];
      const score = 0.45 + 0.3 * strength - 0.1 * (gain.candidate.dependence + other.candidate.dependence);
      return [
        {
          a: gain.paper,
          b: other.paper,
          said: gain.candidate,
          answer: other.candidate,
          how: other.effect as 'loss' | 'none',
          score,
          ...subjectOf(gain, other),
        },
      ];
    }),
  );
  return [...apart, ...reversed(all, weight)];
}

/** A clause that ranks one kind of thing above another. */
interface Rank {
  readonly from: Reported;
  readonly winner: ReadonlySet<string>;
  readonly loser: ReadonlySet<string>;
}

/** Pairs of papers of which one ranks X above Y and the other Y above X. */
function reversed(all: readonly Reported[], weight: (term: string) => number): Opposite[] {
  const ranks = all.flatMap((finding) => rankOf(finding) ?? []);
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
    [...a]
      .filter((term) => b.has(term))
      .reduce((sum, term) => sum + Math.max(weight(term), term.endsWith('based') ? 0.5 : 0), 0);
  return ranks.flatMap((x, at) =>
    ranks.slice(at + 1).flatMap((y) => {
      if (x.from.paper === y.from.paper) return [];
      if (x.from.respect !== null && y.from.respect !== null && x.from.respect !== y.from.respect) return [];
      const least = Math.min(meet(x.winner, y.loser), meet(x.loser, y.winner));
      if (least < 0.5 || meet(x.winner, y.winner) > 0 || meet(x.loser, y.loser) > 0) return [];
      const score = 0.6 + 0.1 * Math.min(2, least) - 0.1 * (x.from.candidate.dependence + y.from.candidate.dependence);
      const [first, second] = order(x.from, y.from);
      return [
        {
          a: first.paper,
          b: second.paper,
          said: first.candidate,
          answer: second.candidate,
          how: 'reversed' as const,
          score,
        },
      ];
    }),
  );
}

/** Whether of two sentences one reports a gain and the other a loss, or none, of what both put it down to. */
export function areApart(a: string, b: string): boolean {
  const [x, y] = [findingsOf(a), findingsOf(b)];
  return x.some((one) =>
    y.some(
      (two) =>
        (one.effect === 'gain') !== (two.effect === 'gain') &&
        (one.respect === null || two.respect === null || one.respect === two.respect) &&
        likeness(content(one.factor), content(two.factor), () => 1) > 0,
    ),
  );
}

/** The earlier work first. */
function order(x: Reported, y: Reported): [Reported, Reported] {
  const [a, b] = [x.paper.note, y.paper.note];
  const isFirst = (a.year ?? 9999) < (b.year ?? 9999) || (a.year === b.year && a.id < b.id);
  return isFirst ? [x, y] : [y, x];
}

function rankOf(finding: Reported): Rank | null {
  if (finding.over === null || finding.effect === 'none') return null;
  const over = kinds(finding.over);
  const subject = kinds(finding.subject);
  const own =
    finding.effect === 'gain' && (SELF.test(finding.subject) || subject.size === 0)
      ? kinds(ownWords(finding.paper))
      : new Set<string>();
  const one = new Set([...subject, ...own].filter((term) => !over.has(term)));
  const other = new Set([...over].filter((term) => !subject.has(term)));
  if (one.size === 0 || other.size === 0) return null;
  return finding.effect === 'gain'
    ? { from: finding, winner: one, loser: other }
    : { from: finding, winner: other, loser: one };
}

const SELF = /^\W*(?:we|our|ours|this|the|it)\b|\b(?:our|we)\b/i;

/** What a paper says it made: its title and what the abstract calls its own. */
function ownWords({ note, text }: ReadPaper): string {
  const opening = text.text.slice(0, 1200);
  const said = [
    ...opening.matchAll(
      /\b(?:we (?:present|propose|describe|introduce|develop)|our \p{Ll}+|the (?:model|system|approach|method) is)\b[^.]*\./giu,
    ),
  ];
  return `${note.title} ${said.map(([clause]) => clause).join(' ')}`;
}

/** Words that tell one kind of thing from another; `phrase-based`, `phrase based` and `phrasebased` are one word. */
function kinds(text: string): Set<string> {
  const joined = text.replace(/(\p{L}+)[\s-]?based\b/giu, (_, what: string) => ` ${what.toLowerCase()}based `);
  return new Set(
    [...joined.matchAll(/\p{L}[\p{L}\p{N}]+/gu)].flatMap(([word]) =>
      word.endsWith('based') ? [word] : terms(word).filter((term) => !EVERYWHERE.has(term) && term.length > 2),
    ),
  );
}

/** How telling a word is: less, the more works put an outcome down to it. */
function weights(all: readonly Reported[], topic: ReadonlySet<string>): (term: string) => number {
  const having = new Map<string, Set<string>>();
  for (const { about, against, paper } of all) {
    for (const term of [...about, ...against]) having.set(term, (having.get(term) ?? new Set()).add(paper.note.id));
  }
  const works = Math.max(1, new Set(all.map(({ paper }) => paper.note.id)).size);
  return (term) => {
    const share = (having.get(term)?.size ?? 1) / works;
    return topic.has(term) || (works > 4 && share > COMMON_SHARE)
      ? 0.25
      : Math.min(MOST_TELLING, Math.log(1 + 1 / share));
  };
}

/** How far two outcomes are put down to the same thing: a name both have, or most of the words where neither has another name. */
function sameThing(a: Reported, b: Reported, weight: (term: string) => number): number {
  const shared = [...a.names].filter((name) =>
    [...b.names].some((other) => isPart(name, other) || isPart(other, name)),
  );
  if (shared.some((name) => terms(name).some((term) => weight(term) > 0.5))) return 1;
  if (shared.length === 0 && a.names.size > 0 && b.names.size > 0) return 0;
  return likeness(a.about, b.about, weight);
}

function subjectOf(a: Reported, b: Reported): { subject?: string } {
  const name = [...a.names].find((one) => [...b.names].some((two) => isPart(one, two) || isPart(two, one)));
  if (name === undefined) return {};
  const at = a.candidate.text.toLowerCase().indexOf(name);
  return at < 0 ? {} : { subject: a.candidate.text.slice(at, at + name.length) };
}

/** `ILP` of `COREF-ILP`. */
function isPart(name: string, whole: string): boolean {
  return name === whole || whole.split('-').at(-1) === name;
}

/** 0 where two things are not the same; otherwise the weighted share of words in common. */
function likeness(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weight: (term: string) => number,
  fewest = 2,
): number {
  const sum = (set: Iterable<string>) => [...set].reduce((total, term) => total + weight(term), 0);
  const shared = [...a].filter((term) => b.has(term));
  if (shared.length < fewest) return 0;
  const covered = sum(shared) / Math.max(1e-9, Math.min(sum(a), sum(b)));
  return covered >= LEAST_COVERED && shared.some((term) => weight(term) > 0.5) ? covered : 0;
}

function reported(paper: ReadPaper): Reported[] {
  const all = candidates(paper.text);
  return all.flatMap((one, at) => {
    const candidate = leans(one) ? withPreceding(paper, one, all[at - 1]) : one;
    if (candidate === null || !speaks(candidate)) return [];
    const preceding = candidate === one ? '' : all[at - 1]!.text;
    return findingsOf(one.text, preceding).map((finding) => ({
      ...finding,
      paper,
      candidate,
      names: namesIn(finding.subject),
      about: content(finding.factor),
      against: content(finding.over ?? ''),
    }));
  });
}

const MOST_DEPENDENT = 0.35;
/** `the results in Section 4`: a pointer takes nothing from what is said. */
const POINTER = /\s(?:in|of|from) (?:Sections?|Tables?|Figures?) [\d.]+/g;

/** `They did`, `However, it has`: what they are stands in the sentence before. */
const PRONOUN_FIRST = /^(?:\p{L}+(?: \p{L}+)?, )?(?:they|it)\s/iu;

function leans(one: Candidate): boolean {
  if (PRONOUN_FIRST.test(one.text)) return true;
  return one.dependence > MOST_DEPENDENT && dependence(one.text.replace(POINTER, '')) > MOST_DEPENDENT;
}

/** Characters a passage of two sentences may have. */
const LONGEST = 420;

/** A sentence that leans on the one before it is quoted with it; null where that does not stand on its own either. */
function withPreceding(paper: ReadPaper, one: Candidate, before: Candidate | undefined): Candidate | null {
  if (before === undefined || before.dependence > MOST_DEPENDENT || before.section !== one.section) return null;
  if (one.start - before.end > 2 || one.end - before.start > LONGEST) return null;
  return {
    ...before,
    text: paper.text.text.slice(before.start, one.end),
    end: one.end,
    terms: new Set([...before.terms, ...one.terms]),
  };
}

function content(text: string): Set<string> {
  const bare = text.replace(/\p{L}+ly\b/gu, ' ').replace(/-/g, ' ');
  return new Set(terms(bare).filter((term) => !EVERYWHERE.has(term) && !/\d/.test(term) && term.length > 2));
}

/** `the BLEU score`, `the MUC-6 data set`: what measured or what it was measured on. */
const MEASURE_OR_DATA =
  /(?:\p{Lu}[\p{L}\p{N}-]+(?:,? (?:and|or) |, )?)+\s?(?:\w+ )?(?:scor\w+|metrics?|data ?sets?|data|corp\w+|test sets?|sets?|tasks?|benchmarks?|treebank|results?)\b|\bBLEU /gu;

/** Names of systems and methods: words with a capital that is not the sentence's. */
function namesIn(subject: string): Set<string> {
  const text = subject.replace(MEASURE_OR_DATA, ' ');
  const found = [...text.matchAll(/(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}&-]*\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}])/gu)];
  return new Set(found.map(([name]) => name.toLowerCase()));
}

/** What a review says of many works, or of research as such, is no outcome of its own. */
const REVIEWS = /\b(?:reviews?|surveys?|literature|studies|decades?|cost models?)\b/i;

function speaks(c: Candidate): boolean {
  if (c.role === 'related' || BACKGROUND.test(c.text) || REVIEWS.test(c.text)) return false;
  return OWN.test(c.text) || !NAMES_OTHERS.test(c.text);
}
