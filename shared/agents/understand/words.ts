import { fold, squeeze } from '../../text/normalise.ts';
import { isStopWord } from '../../text/stopwords.ts';
import { isForeignStopWord } from './language.ts';

/** Words as typed: letters, digits and the signs inside names (`C++`, `node.js`, `retrieval-augmented`, `TCP/IP`). */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-.'’/][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;

/** The words of a text in their order and spelling. */
export function wordsOf(text: string): string[] {
  return squeeze(text).match(WORD) ?? [];
}

/** Whether a word only builds sentences, in English or in the languages that are recognised. */
export function isFunctionWord(word: string): boolean {
  const plain = fold(word);
  return isStopWord(plain) || isForeignStopWord(plain);
}

/** The words that carry meaning, each once (by its folded form), in their order. */
export function contentWords(text: string): string[] {
  const seen = new Set<string>();
  return wordsOf(text).filter((word) => {
    const plain = fold(word);
    return !isFunctionWord(word) && !seen.has(plain) && seen.add(plain);
  });
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], joint = 'and'): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`;
}

export function capitalised(text: string): string {
  const first = [...text][0] ?? '';
  return first.toUpperCase() + text.slice(first.length);
}
