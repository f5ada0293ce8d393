import type { Contradiction, Contradictions } from '../../contracts/analysis.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { terms } from '../../text/tokenise.ts';
import type { ContradictionInput, ReadPaper } from '../inputs.ts';
import { unreadPaper } from '../reader/abstract-note.ts';
import type { Candidate } from '../reader/candidates.ts';
import { midSentence, phrases, sharedPhrase } from '../reader/phrases.ts';
import { conditionIn } from './conditions.ts';
import { anchorOf, type Contrast, contrasts } from './contrast.ts';
import { type Disputed, disputes } from './disputed.ts';
import { findingsOf } from './findings.ts';
import { systemsOf } from './named.ts';
import { type Opposite, opposites } from './opposites.ts';
import { judgePairs, type Pair } from './prefiltered.ts';
import { type Entry, label, words } from './wording.ts';

const MOST = 8;
const MOST_OF_ONE_PAPER = 3;
/** Precision before recall: what scores lower is not shown. */
const WORTH_SHOWING = 0.45;

/** The contradiction critic without a model: pairs of the prefilter looked at again, and papers that name one another. */
export function judgeContradictions(input: ContradictionInput): Contradictions {
  const topic = new Set(terms(input.goal.topic));
  const topicPhrases = new Set(phrases(input.goal.topic).map((p) => p.key));
  const known = new Set(input.papers.flatMap(({ note }) => [...note.ids, note.id]));
  const unread = aboutTopic(input.records ?? [], topic, known)
    .filter((record) => !known.has(record.id))
    .sort((a, b) => compare(a.id, b.id))
    .flatMap((record) => unreadPaper(record) ?? []);
  const all = [...input.papers, ...unread];
  const systems = systemsOf(all, input.goal.topic);
  const entries: Entry[] = [
    ...judgePairs(input.papers, input.candidates, topic, input.goal.topic).map(fromPair),
    ...contrasts(all, input.goal.topic, (paper) => known.has(paper.note.id)).map(fromContrast),
    ...opposites(all, topic).map(fromOpposite),
    ...disputes(all, topic).map(fromDispute),
  ];
  const chosen = choose(entries.map((entry) => ({ ...entry, score: entry.score + onTopic(entry, topic) })));
  const items = chosen.map((entry, at) => describe(entry, at + 1, input, topicPhrases, systems));
  const notes: string[] = [];
  if (input.papers.length < 2) notes.push('Fewer than two papers were read, so nothing can contradict.');
  else if (items.length === 0)
    notes.push(
      `No two of the ${input.papers.length} papers read were found to contradict each other or to set themselves against each other by name.`,
    );
  return { items, notes };
}

/** Share of the topic's words that the closest work has from which another one is about the same. */
const SAME_TOPIC = 0.45;

/** The works that share enough of the topic's words, or are linked to those read, to be sides of its disputes. */
function aboutTopic(
  records: readonly PaperRecord[],
  topic: ReadonlySet<string>,
  read: ReadonlySet<string>,
): PaperRecord[] {
  const cited = new Set(records.filter((record) => read.has(record.id)).flatMap((record) => record.cites));
  const isLinked = (record: PaperRecord) =>
    record.cites.filter((id) => read.has(id)).length >= 2 || record.ids.some((id) => cited.has(id));
  const shared = records.map(({ title, abstract }) => {
    const held = new Set(terms(`${title ?? ''} ${abstract ?? ''}`));
    return [...topic].filter((term) => held.has(term)).length;
  });
  const most = Math.max(0, ...shared);
  return records.filter((record, at) => shared[at]! > 0 && (shared[at]! >= SAME_TOPIC * most || isLinked(record)));
}

/** What concerns the topic's own words comes first; none rises above the bar by it alone. */
function onTopic({ said, answer, score }: Entry, topic: ReadonlySet<string>): number {
  if (score < WORTH_SHOWING) return 0;
  const shared = [...topic].filter((term) => said.terms.has(term) || answer.terms.has(term)).length;
  return (0.15 * shared) / Math.max(1, topic.size);
}

function fromPair(pair: Pair): Entry {
  if (pair.kind === 'values') return { ...pair, stance: 'values', ofKind: null };
  // The side that reports the gain stands first.
  if (findingsOf(pair.said.text).some(({ effect }) => effect === 'gain'))
    return { ...pair, stance: 'loss', ofKind: null };
  return { ...pair, a: pair.b, b: pair.a, said: pair.answer, answer: pair.said, stance: 'loss', ofKind: null };
}

function fromOpposite(pair: Opposite): Entry {
  return { ...pair, kind: 'conclusion', stance: pair.how, ofKind: null };
}

function fromDispute(pair: Disputed): Entry {
  return { ...pair, kind: 'conclusion', stance: pair.how, ofKind: null };
}

function fromContrast(contrast: Contrast): Entry {
  return {
    ...contrast,
    kind: contrast.stance === 'disagrees' || contrast.stance === 'tested' ? 'conclusion' : 'contrast',
  };
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
  systems: ReadonlyMap<string, string>,
): Contradiction {
  const a = label(entry.a);
  const b = label(entry.b);
  const subject = entry.subject ?? subjectOf(entry, input, topicPhrases);
  const [claim, explanation] = words(entry, a, b, subject, systems);
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
      (isThin(entry.a, entry.said, entry.b, input.papers) ||
        (!ONE_SIDED.has(entry.stance) && isThin(entry.b, entry.answer, entry.a, input.papers))),
    sq: input.plan.nodes.map((node) => node.id).filter((id) => sq.has(id)),
  };
}

/** Of these a single word in common says too little. */
const POINTING_APART: ReadonlySet<Entry['stance']> = new Set(['loss', 'none', 'reversed']);

/** What both sentences are about: a name they share, else a telling word; null when it is no more than the topic. */
function subjectOf(entry: Entry, input: ContradictionInput, topicPhrases: ReadonlySet<string>): string | null {
  const { said, answer, a, b } = entry;
  const phrase =
    sharedPhrase(said.text, answer.text, topicPhrases) ??
    sharedPhrase(said.text, `${b.note.title}. ${b.note.tldr}`, topicPhrases) ??
    (POINTING_APART.has(entry.stance) ? null : sharedWord(said.text, answer, new Set(terms(input.goal.topic)))) ??
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
        !/(?:ic|al|ive|ed|ing|able|ful|ous)$/.test(word) &&
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
const IS_CHOICE: ReadonlySet<Entry['stance']> = new Set(['differs', 'limits', 'tested', 'share', 'weight']);

/** Who measured is on one side; the other only stands for itself. */
const ONE_SIDED: ReadonlySet<Entry['stance']> = new Set(['outperforms', 'falls_short']);

/** What each passage names as its condition, or the data its work names; null unless both are known and differ. */
function conditions(entry: Entry, a: string, b: string): string | null {
  const weighs = OUTCOMES.has(entry.stance);
  const [left, right] = [conditionOf(entry.a, entry.said, weighs), conditionOf(entry.b, entry.answer, weighs)];
  if (left === null || right === null || left.toLowerCase() === right.toLowerCase()) return null;
  return `${a} ${left}, ${b} ${right}`;
}

/** Both sides report how something turned out: their sentences may say when. */
const OUTCOMES: ReadonlySet<Entry['stance']> = new Set([
  'loss',
  'none',
  'reversed',
  'values',
  'outperforms',
  'falls_short',
]);

function conditionOf({ note }: ReadPaper, said: Candidate, weighs: boolean): string | null {
  return (weighs ? conditionIn(said.text) : null) ?? (note.table.data === null ? null : `on ${note.table.data.text}`);
}

/** One side stands on an abstract or an unevaluated paper alone: no number in its sentence, no other read paper saying the same. */
function isThin(side: ReadPaper, said: Candidate, other: ReadPaper, all: readonly ReadPaper[]): boolean {
  const weak = side.note.access === 'abstract' || side.note.evaluation.length === 0;
  if (
    !weak ||
    /\d|\b(?:twice|(?:two|three|four|five|six|seven|eight|nine|ten|several) times|half|percent)\b/.test(said.text)
  )
    return false;
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

function pairKey(entry: Entry): string {
  return [entry.a.note.id, entry.b.note.id].sort(compare).join(' ');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
