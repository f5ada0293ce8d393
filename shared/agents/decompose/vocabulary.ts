import { fold } from '../../text/normalise.ts';
import { sentences } from '../../text/sentences.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stopwords.ts';
import { contentWords, wordsOf } from '../understand/words.ts';
import { stemsOf } from './area-of.ts';

/** A text that may name approaches: a title, and an abstract when there is one. */
export interface VocabularySource {
  readonly title: string | null;
  readonly abstract: string | null;
}

/** Words that papers of every field use; a phrase with one of them at an end names no approach. */
const ACADEMIC = new Set(
  `paper papers approach approaches method methods technique techniques result results experiment experiments experimental
  evaluation show shows propose proposed present presents presented novel new work works study studies problem problems
  performance task tasks state art several many large small high low different various based using use used set sets data
  dataset datasets system systems model models framework frameworks algorithm algorithms analysis improve improved improves
  improvement improvements significant significantly better best existing previous recent first second two three one
  however existing provide provides given number order well known simple general important main key real world example
  examples application applications way ways information time research future open source available baseline baselines
  quality effective efficient compared comparison recently often make makes made find found including article describes
  describe introduce introduces introduced achieves achieve demonstrate without across within per et al i e g e.g i.e
  single multiple same other standard common current possible full long short good strong wide range amount able allows
  allow enable enables need needs require requires required still also even instead further moreover therefore like
  university conference proceedings journal authors author section figure table`.split(/\s+/),
);

const LONGEST = 3;
const MOST = 40;

interface Candidate {
  /** Its most frequent spelling wins; the first in character order on a tie. */
  readonly spellings: Map<string, number>;
  records: number;
  titles: number;
  readonly length: number;
}

export interface VocabularyInput {
  readonly topic: string;
  /** The records nearest to the topic, a hundred or so; those with few of its words are passed over. */
  readonly near: readonly VocabularySource[];
  /** A sample of the whole library: what is as frequent there says nothing about the topic. */
  readonly background?: readonly VocabularySource[];
}

/** Share of the topic's words a record must hold to count as about it. */
const ABOUT = 0.6;
/** Beyond it a phrase is peculiar to the topic; how much more says only how rare it is. */
const MOST_LIFT = 8;
/** Fewer records than this tell no families apart. */
const LEAST_RECORDS = 5;

/**
 * Phrases of two or three words that recur over the records about a topic, most telling first: by the number of records
 * (titles count twice) and by how much more frequent they are than in the background. Of a phrase and its part only the
 * better one stays. Empty when too few records are about the topic.
 */
export function vocabularyOf(input: VocabularyInput, most: number = MOST): string[] {
  const topic = new Set(stemsOf(contentWords(input.topic).join(' ')));
  const about = input.near.filter((record) => isAbout(record, topic));
  if (about.length < LEAST_RECORDS) return [];
  const found = count(about);
  const background = input.background ?? [];
  const usual = background.length > 0 ? count(background) : new Map<string, Candidate>();
  const least = about.length >= 20 ? 3 : 2;
  const scored = [...found]
    .filter(([, candidate]) => candidate.records >= least)
    .map(([key, candidate]) => {
      const share = candidate.records / about.length;
      const elsewhere = ((usual.get(key)?.records ?? 0) + 0.5) / (background.length + 1);
      const lift = background.length === 0 ? 1 : Math.log1p(Math.min(MOST_LIFT, share / elsewhere));
      const weight = (candidate.records + candidate.titles) * (1 + 0.35 * (candidate.length - 2));
      return { key, candidate, score: weight * lift };
    })
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  const kept: typeof scored = [];
  for (const item of scored) {
    const isPart = kept.some((other) => holds(other.key, item.key) || holds(item.key, other.key));
    if (!isPart) kept.push(item);
    if (kept.length >= most) break;
  }
  return kept.map(({ candidate }) => spellingOf(candidate));
}

function holds(phrase: string, part: string): boolean {
  return ` ${phrase} `.includes(` ${part} `);
}

function isAbout(record: VocabularySource, topic: ReadonlySet<string>): boolean {
  if (topic.size === 0) return false;
  const stems = new Set(stemsOf(`${record.title ?? ''} ${record.abstract ?? ''}`));
  return [...topic].filter((word) => stems.has(word)).length >= ABOUT * topic.size;
}

function count(records: readonly VocabularySource[]): Map<string, Candidate> {
  const found = new Map<string, Candidate>();
  const stems = new Map<string, string>();
  const add = (phrase: readonly string[], here: Set<string>, inTitle: Set<string> | null) =>
    addTo(found, stems, phrase, here, inTitle);
  for (const record of records) {
    const inTitle = new Set<string>();
    const here = new Set<string>();
    for (const phrase of phrasesOf(record.title ?? '')) add(phrase, here, inTitle);
    for (const { text } of sentences(record.abstract ?? '')) {
      for (const phrase of phrasesOf(text)) add(phrase, here, null);
    }
    for (const key of here) found.get(key)!.records += 1;
    for (const key of inTitle) found.get(key)!.titles += 1;
  }
  return found;
}

function addTo(
  found: Map<string, Candidate>,
  stems: Map<string, string>,
  phrase: readonly string[],
  here: Set<string>,
  inTitle: Set<string> | null,
): void {
  const key = phrase.map(stemOf).join(' ');
  const candidate = found.get(key) ?? { spellings: new Map(), records: 0, titles: 0, length: phrase.length };
  found.set(key, candidate);
  const spelled = phrase.map(plainCase).join(' ');
  candidate.spellings.set(spelled, (candidate.spellings.get(spelled) ?? 0) + 1);
  here.add(key);
  inTitle?.add(key);

  function stemOf(word: string): string {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stemmed = stem(fold(word));
    stems.set(word, stemmed);
    return stemmed;
  }
}

/** Runs of neighbouring content words; punctuation and function words divide. */
function phrasesOf(text: string): string[][] {
  const runs = text.split(/[.,;:!?()[\]{}"“”–—/]+|\s[-]\s/).flatMap((piece) => runsOf(wordsOf(piece)));
  const found: string[][] = [];
  for (const run of runs) {
    for (let length = 2; length <= LONGEST; length++) {
      for (let at = 0; at + length <= run.length; at++) {
        const phrase = run.slice(at, at + length);
        if (isName(phrase)) found.push(phrase);
      }
    }
  }
  return found;
}

function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    const plain = fold(word);
    if (isStopWord(plain) || /^\d/.test(plain) || plain.length < 2) runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs.filter((run) => run.length >= 2);
}

function isName(phrase: readonly string[]): boolean {
  const [first, last] = [fold(phrase[0]!), fold(phrase.at(-1)!)];
  // A leading "-ing" is mostly the verb of a title, a trailing compound an adjective whose noun was cut off.
  if (ACADEMIC.has(first) || /ly$|ing$/.test(first) || last.includes('-')) return false;
  // "reordering models" is a name although "models" alone is not; verbs at the end make a clause.
  const endsAsName =
    !ACADEMIC.has(last) || /^(?:models?|algorithms?|systems?|methods?|techniques?|analysis)$/.test(last);
  return endsAsName && !/(?:ed|ly)$/.test(last) && phrase.slice(1, -1).every((word) => !ACADEMIC.has(fold(word)));
}

/** Names and abbreviations keep their capitals, title case goes. */
function plainCase(word: string): string {
  return /^\p{Lu}[\p{Ll}’'-]+$/u.test(word) ? word.toLowerCase() : word;
}

function spellingOf(candidate: Candidate): string {
  const ordered = [...candidate.spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return ordered[0]![0];
}
