import { fold } from '../../text/normalise.ts';
import { stem } from '../../text/stem.ts';
import { tokens } from '../../text/tokenise.ts';
import { isGeneric } from '../ambiguity/generic.ts';
import { contentWords } from '../understand/words.ts';
import { type Area, KNOWN_AREAS } from './areas.ts';

const PHRASES = KNOWN_AREAS.flatMap((area) => area.match.map((phrase) => ({ area, stems: stemsOf(phrase) })));

/** More words of its own than this one make a topic another one than its field. */
const MOST_OTHER_WORDS = 1;

/**
 * The known field a topic is about as a whole; null when there is none, and when the topic is narrower than the field (it
 * names one of its families or stages) or wider (it has more words of its own): then the field's order is not the topic's.
 */
export function areaOf(topic: string): Area | null {
  const stems = stemsOf(topic);
  let best: { area: Area; length: number; at: number } | null = null;
  for (const phrase of PHRASES) {
    const at = positionOf(phrase.stems, stems);
    if (at < 0) continue;
    const length = phrase.stems.length;
    if (best === null || length > best.length || (length === best.length && at < best.at)) {
      best = { area: phrase.area, length, at };
    }
  }
  return best && isAbout(topic, stems, best.area) ? best.area : null;
}

function isAbout(topic: string, stems: readonly string[], area: Area): boolean {
  const named = area.match.map(stemsOf).filter((part) => positionOf(part, stems) >= 0);
  const covered = new Set(named.flat());
  const rest = contentWords(topic)
    .flatMap((word) => tokens(word))
    .filter((word) => !isGeneric(fold(word)) && !covered.has(stem(word)))
    .map((word) => stem(word));
  const inner = new Set([...area.families, ...area.stages].flatMap(stemsOf));
  if (rest.length > MOST_OTHER_WORDS) return false;
  // A topic that names the field twice ("learned cardinality estimation and query optimisation") is the field.
  return distinct(named) >= 2 || !rest.some((word) => inner.has(word));
}

/** How many of the names are about different things: they share no word. */
function distinct(named: readonly (readonly string[])[]): number {
  const kept: (readonly string[])[] = [];
  for (const part of named) if (!kept.some((other) => part.some((word) => other.includes(word)))) kept.push(part);
  return kept.length;
}

/** Stems in order; compounds are taken apart, so that "LSM-tree" and "LSM tree" are the same. */
export function stemsOf(text: string): string[] {
  return tokens(text)
    .flatMap((word) => word.split('-'))
    .map((word) => stem(word));
}

function positionOf(part: readonly string[], whole: readonly string[]): number {
  for (let at = 0; at + part.length <= whole.length; at++) {
    if (part.every((word, offset) => whole[at + offset] === word)) return at;
  }
  return -1;
}
