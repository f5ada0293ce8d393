import { stem } from '../../text/stem.ts';
import { isGeneric } from '../ambiguity/generic.ts';
import { stemsOf } from './area-of.ts';
import type { Area } from './areas.ts';

/** Approach families a survey is split by. */
export const MOST_FAMILIES = 4;

/** With this many phrases a library says enough to tell what it does not hold. */
const TELLING_VOCABULARY = 24;

/** Ends of phrases that name data, measures or the field itself rather than an approach. */
const NO_APPROACH =
  /\b(?:corpus|corpora|treebank|scores?|rates?|pairs?|accuracy|precision|recall|output|hypotheses|street|journal|hours?|years?|reviews?|quality|sets?|benchmarks?|metrics?|measures?|users?|authors?|natural language|machine learning|deep learning|neural networks?|computer science|language processing|target language|source language|training data|test data|error|time|size|number|words?|sentences?|tasks?|cost|wall|limitations?|challenges?|questions?)$/i;

/**
 * Names for the approach families of a topic: those of its known field, unless the library's vocabulary shows that it holds
 * few of them; then phrases of the vocabulary that are neither the topic itself nor names of data and measures.
 */
export function familiesOf(topic: string, area: Area | null, vocabulary: readonly string[]): string[] {
  const held = new Set(vocabulary.flatMap(stemsOf));
  const own = new Set([...stemsOf(topic), ...acronymsOf(topic)]);
  const known = area?.families ?? [];
  const supported = known.filter((family) => stemsOf(family).some((word) => held.has(word) && !own.has(word)));
  // A library that holds half of the field's families may well hold the rest under other names.
  const foreign = vocabulary.length >= TELLING_VOCABULARY && supported.length < known.length / 2;
  const chosen = (foreign ? supported : known).slice(0, MOST_FAMILIES);
  for (const phrase of vocabulary) {
    if (chosen.length >= MOST_FAMILIES) break;
    if (isFamily(phrase, own, chosen)) chosen.push(plural(phrase));
  }
  return chosen;
}

function isFamily(phrase: string, own: ReadonlySet<string>, chosen: readonly string[]): boolean {
  const stems = stemsOf(phrase);
  const fresh = stems.filter((word) => !own.has(word));
  if (fresh.length === 0 || NO_APPROACH.test(phrase) || fresh.every((word) => isGeneric(word) || isGeneric(`${word}s`)))
    return false;
  // "part-of-speech taggers" is the topic of tagging in other words.
  if (fresh.every((word) => [...own].some((other) => sharesRoot(word, other)))) return false;
  const taken = new Set(chosen.flatMap(stemsOf));
  return fresh.some((word) => !taken.has(word)) && fresh.filter((word) => taken.has(word)).length <= fresh.length / 2;
}

/** Two or more initials in a row: "pos" of "part-of-speech tagging". */
function acronymsOf(topic: string): string[] {
  const initials = (topic.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word[0]!).join('');
  const lengths = Array.from({ length: Math.max(0, initials.length - 1) }, (_, at) => at + 2);
  return lengths.flatMap((length) =>
    Array.from({ length: initials.length - length + 1 }, (_, at) => stem(initials.slice(at, at + length))),
  );
}

const ROOT_LENGTH = 4;

function sharesRoot(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length, ROOT_LENGTH);
  return length >= 3 && a.slice(0, length) === b.slice(0, length);
}

/** "hidden Markov model" is a family of models. */
function plural(phrase: string): string {
  return phrase.replace(
    /\b(model|method|algorithm|system|technique|parser|tagger|grammar|template|network|classifier|tree|machine|feature|transducer|protocol|index|structure|scheme|policy|attack|filter|engine|solver)$/i,
    (word) =>
      /(?:x|ss|ch)$/i.test(word) ? `${word}es` : /[^aeiou]y$/i.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`,
  );
}

/** A family's name without the examples in brackets. */
export function headOf(family: string): string {
  return family.replace(/\s*\([^)]*\)/g, '').trim();
}
