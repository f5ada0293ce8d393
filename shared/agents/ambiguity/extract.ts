import { fold } from '../../text/normalise.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stopwords.ts';
import { tokens } from '../../text/tokenise.ts';
import type { AmbiguityInput, AmbiguityResult } from '../inputs.ts';
import { isGeneric } from './generic.ts';
import { AMBIGUOUS_TERMS, type AmbiguousTerm } from './lexicon.ts';

const NONE: AmbiguityResult = { readings: [] };

/**
 * The readings of a topic that nothing settles. A reader is asked as rarely as possible: any cue word of a reading settles
 * the term, and so does any other word with a meaning of its own, because sources are searched with all words together.
 * What remains are topics such as "transformers" or "how does Spark work".
 */
export function findReadings(input: AmbiguityInput): AmbiguityResult {
  const words = tokens(input.topic);
  const hit = firstTerm(words);
  if (!hit) return NONE;
  const rest = [...words.slice(0, hit.at), ...words.slice(hit.at + hit.length)];
  const stems = new Set(rest.map((word) => stem(word)));
  const isSettled = hit.term.readings.some((reading) => reading.cues.some((cue) => stems.has(stem(fold(cue)))));
  const others = rest.filter(
    (word) => !isStopWord(word) && !isGeneric(word) && !hit.term.forms.some((form) => form.includes(word)),
  );
  if (isSettled || others.length > 0) return NONE;
  return { readings: hit.term.readings.map(({ key, label, gloss }) => ({ key, label, gloss })) };
}

interface Hit {
  readonly term: AmbiguousTerm;
  readonly at: number;
  readonly length: number;
}

/** The ambiguous term that stands first; of two at one place the longer. */
function firstTerm(words: readonly string[]): Hit | null {
  for (let at = 0; at < words.length; at++) {
    let longest: Hit | null = null;
    for (const term of AMBIGUOUS_TERMS) {
      for (const form of term.forms) {
        const fits = form.every((word, offset) => words[at + offset] === word);
        if (fits && form.length > (longest?.length ?? 0)) longest = { term, at, length: form.length };
      }
    }
    if (longest) return longest;
  }
  return null;
}

/**
 * The topic with its ambiguous term replaced by the reading that was chosen, given by key or label; the topic as it is when
 * the reading is unknown, and the two side by side when the user wrote a reading of their own.
 */
export function applyReading(topic: string, reading: string | null): string {
  if (reading === null || reading.trim() === '') return topic;
  const wanted = reading.trim();
  for (const term of AMBIGUOUS_TERMS) {
    const chosen = term.readings.find((one) => one.key === wanted || one.label === wanted);
    if (!chosen) continue;
    const forms = [...term.forms].sort((a, b) => b.length - a.length).map((form) => form.join('\\s+'));
    const spelled = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
    return topic.replace(spelled, () => chosen.label);
  }
  return topic.toLowerCase().includes(wanted.toLowerCase()) ? topic : `${topic} (${wanted})`;
}
