import type { Kind, Source } from '../../contracts/enums.ts';
import { fold } from '../../text/normalise.ts';
import { stem } from '../../text/stem.ts';
import { terms } from '../../text/tokenise.ts';
import { applyReading } from '../ambiguity/extract.ts';
import { isGeneric } from '../ambiguity/generic.ts';
import type { FormulatedQuery, FormulateInput, NodeAnswer } from '../inputs.ts';
import { topicPhrase } from '../understand/topic.ts';
import { contentWords, isFunctionWord } from '../understand/words.ts';
import { isFraming } from './framing.ts';

/**
 * Words of a query by channel, and how many of them the topic and the answers before may take. Engines that want all words
 * together get few; engines that rank by any word get more.
 */
const SHARES: Readonly<Record<Source, { readonly total: number; readonly topic: number; readonly before: number }>> = {
  arxiv: { total: 7, topic: 5, before: 1 },
  scholarly: { total: 8, topic: 5, before: 1 },
  web: { total: 10, topic: 6, before: 2 },
  community: { total: 5, topic: 4, before: 0 },
  github: { total: 4, topic: 3, before: 0 },
  library: { total: 12, topic: 6, before: 3 },
};

/** Content words of the longest query. */
export const MOST_WORDS = 12;

/**
 * A query for one researcher: the topic's words, those that only this sub-question asks for, and, for a node that waited for
 * others, words that stand out in the titles of their evidence. Plain words without operators, the same for the same input.
 */
export function formulate(input: FormulateInput): FormulatedQuery {
  const share = SHARES[input.source];
  const topic = trimmed(topicWords(input), share.topic);
  const known = new Set(topic.map(keyOf));
  const own = contentWords(input.node.question).filter((word) => !known.has(keyOf(word)) && !isFraming(fold(word)));
  const room = Math.max(1, share.total - topic.length);
  const before = predecessorWords(input.predecessors, [...topic, ...own]).slice(0, Math.min(share.before, room - 1));
  const facet = facetOf(input, own).slice(0, Math.max(1, room - before.length));
  const words = unique([...topic, ...facet, ...before]).slice(0, share.total);
  return { query: words.join(' ') };
}

/** Words of many sub-questions of any topic: in a library that is ranked by words they bring in other fields. */
const ANY_FIELD = new Set(
  `algorithm model method technique quality speed memory complexity trade-off tradeoff limitation limit problem open future
direction pattern practice mistake anti-pattern tool platform support concept component structure data guarantee invariant failure
edge step perform performance cost implementation design architecture throughput latency accuracy benchmark size load number machine
ease ergonomic understandability effort operational correctness evaluate metric measure baseline deployment experience outcome report
seminal origin turning development idea stage computer system scalability ecosystem maturity safety consistency`
    .split(/\s+/)
    .map(fieldKey),
);
/** So many of them make a query another one without leading it astray. */
const MOST_OF_ANY_FIELD = 2;
/** What a text that answers a question of the kind speaks of; for questions that have no words of their own. */
const HINTS: Readonly<Record<Kind, readonly string[]>> = {
  theoretical: ['model', 'proof'],
  practical: ['implementation', 'system'],
  sota: ['benchmark', 'results'],
  historical: ['early', 'first'],
  comparative: ['compared', 'evaluation'],
  practitioner: ['production', 'study'],
  mechanism: ['model', 'algorithm'],
  'open-problems': ['limits', 'revisited'],
};

/** A library is small and ranked by any word: of what every field could ask little is taken, and a hint of the kind. */
function facetOf(input: FormulateInput, own: readonly string[]): string[] {
  if (input.source !== 'library' || own.length === 0) return [...own];
  const telling = own.filter((word) => !ANY_FIELD.has(fieldKey(word)));
  const general = own.filter((word) => ANY_FIELD.has(fieldKey(word)));
  if (telling.length === 0) return unique([...general.slice(0, 1), ...HINTS[input.node.kind]]);
  const kept = new Set([...telling, ...general.slice(0, MOST_OF_ANY_FIELD)]);
  return own.filter((word) => kept.has(word));
}

const HINTED = new Set(Object.values(HINTS).flat().map(fieldKey));

/**
 * Index terms that say what a query is about: the topic's, and others that stand in the query and not in the question, such
 * as a name written out. What holds none of them was found by words that every topic is asked with.
 *
 * @returns nothing for a topic of general words only
 */
export function tellingTerms(goal: FormulateInput['goal'], question: string, query: string): string[] {
  const telling = (words: readonly string[]) =>
    words.filter((word) => !isFraming(fold(word)) && !isGeneric(fold(word))).flatMap(terms);
  const topic = telling(topicWords({ goal }));
  if (topic.length === 0) return [];
  const asked = new Set(contentWords(question).map(keyOf));
  const added = contentWords(query).filter(
    (word) => !asked.has(keyOf(word)) && !ANY_FIELD.has(fieldKey(word)) && !HINTED.has(fieldKey(word)),
  );
  return [...new Set([...topic, ...telling(added)])];
}

/**
 * What a topic is about: the phrase that is searched for, and its words without those that only ask; none where all do. Beside
 * a single word of its own a general one counts: `type systems`.
 */
export function tellingWords(goal: Pick<FormulateInput['goal'], 'topic' | 'reading' | 'subjects'>): {
  readonly search: string;
  readonly words: readonly string[];
} {
  const { search } = topicPhrase(applyReading(goal.topic, goal.reading));
  const words = topicWords({ goal }).filter((word) => !isFraming(fold(word)) && !isGeneric(fold(word)));
  return { search, words: words.length === 1 ? contentWords(search) : words };
}

/** The things compared come first in a comparison; otherwise the topic without the words that only ask. */
function topicWords({
  goal,
}: {
  readonly goal: Pick<FormulateInput['goal'], 'topic' | 'reading' | 'subjects'>;
}): string[] {
  const { search } = topicPhrase(applyReading(goal.topic, goal.reading));
  const words = contentWords([...goal.subjects, search].join(' '));
  const telling = words.filter((word) => !isFraming(fold(word)) && !isGeneric(fold(word)));
  // A topic of general words only ("system design") is searched for as it stands.
  return telling.length > 0 ? telling : words.length > 0 ? words : [goal.topic];
}

/** The first words and the last one, which in English is what the words before it describe. */
function trimmed(words: readonly string[], most: number): string[] {
  return words.length <= most ? [...words] : [...words.slice(0, most - 1), words.at(-1)!];
}

/** Of the works that the answers before rest on, one in so many must have a word in its title: two by chance share any word. */
const SHARED_BY = 6;

/**
 * Words that stand in several titles of the works before, or in the only one: more titles first, then in order. A work that
 * several answers rest on counts once.
 */
function predecessorWords(predecessors: readonly NodeAnswer[], taken: readonly string[]): string[] {
  const known = new Set(taken.map(keyOf));
  const counts = new Map<string, { readonly word: string; titles: number }>();
  const titles = unique(predecessors.flatMap((answer) => answer.evidence).map((evidence) => evidence.title));
  for (const title of titles) {
    for (const word of contentWords(title)) {
      const key = keyOf(word);
      if (known.has(key) || isFraming(fold(word)) || isGeneric(fold(word)) || word.length < 3 || /^\d/.test(word))
        continue;
      if (ANY_FIELD.has(fieldKey(word))) continue;
      const entry = counts.get(key) ?? { word, titles: 0 };
      entry.titles += 1;
      counts.set(key, entry);
    }
  }
  const least = titles.length > 2 ? Math.max(2, Math.ceil(titles.length / SHARED_BY)) : 1;
  const ordered = [...counts.values()].filter((entry) => entry.titles >= least).sort((a, b) => b.titles - a.titles);
  return ordered.map((entry) => entry.word);
}

function unique(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => !seen.has(keyOf(word)) && seen.add(keyOf(word)));
}

function keyOf(word: string): string {
  return stem(fold(word));
}

/** The parts of a compound by their stems: `Trade-offs` and `trade-off` are one word here. */
function fieldKey(word: string): string {
  return terms(word)
    .filter((term) => !isFunctionWord(term))
    .join(' ');
}
