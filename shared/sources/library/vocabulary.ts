import { isStopWord } from '../../text/stopwords.ts';
import { tokens } from '../../text/tokenise.ts';

/** Words that begin or end no term of a field. */
const WEAK = new Set([
  'new',
  'novel',
  'using',
  'based',
  'approach',
  'approaches',
  'method',
  'methods',
  'paper',
  'results',
  'show',
  'system',
  'systems',
  'data',
  'set',
  'two',
  'one',
  'work',
  'propose',
  'proposed',
  'present',
  'used',
  'use',
  'also',
  'several',
  'different',
  'large',
  'high',
  'low',
  'better',
  'task',
  'tasks',
  'problem',
  'problems',
  'performance',
  'experiments',
  'e',
  'g',
  'i',
  'et',
  'al',
]);

export interface Phrase {
  readonly phrase: string;
  /** Texts it occurs in. */
  readonly documents: number;
}

const isContent = (word: string): boolean =>
  /^[\p{L}][\p{L}\d+-]*$/u.test(word) && !isStopWord(word) && !WEAK.has(word);

/** Noun-like phrases of two or three words that at least two texts share; a longer one absorbs its parts. */
export function phrasesOf(texts: readonly string[]): Phrase[] {
  const seen = new Map<string, number>();
  for (const text of texts) {
    const inText = new Set<string>();
    for (const clause of text.split(/[.,;:()"?!\n]/)) {
      const words = tokens(clause);
      for (let at = 0; at < words.length; at++) {
        for (const length of [2, 3]) {
          const gram = words.slice(at, at + length);
          if (gram.length === length && gram.every(isContent)) inText.add(gram.join(' '));
        }
      }
    }
    for (const phrase of inText) seen.set(phrase, (seen.get(phrase) ?? 0) + 1);
  }
  const shared = [...seen].filter(([, documents]) => documents >= 2);
  return shared
    .filter(
      ([phrase, documents]) =>
        !shared.some(([other, n]) => other.length > phrase.length && other.includes(phrase) && n >= documents * 0.8),
    )
    .map(([phrase, documents]) => ({ phrase, documents }))
    .sort((a, b) => b.documents - a.documents || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, 200);
}
