import { squeeze } from '../text/normalise.ts';
import { isStopWord } from '../text/stopwords.ts';

/** A query in words: quoted phrases kept whole, the other words without those that say nothing. */
export interface Terms {
  readonly phrases: readonly string[];
  readonly words: readonly string[];
}

/**
 * Takes a formulated query apart. Boolean operators, field prefixes and years (`2021..2026`) are no words of the topic: each
 * provider gets its own syntax instead.
 */
export function termsOf(text: string): Terms {
  const phrases: string[] = [];
  const rest = text
    .normalize('NFC')
    .replace(/["“”„«»]([^"“”„«»]{1,200})["“”„«»]/g, (_, phrase: string) => {
      const clean = words(phrase).join(' ');
      if (clean !== '') phrases.push(clean);
      return ' ';
    })
    .replace(/\b(?:AND|OR|NOT|ANDNOT)\b/g, ' ')
    .replace(/\b\d{4}\s*(?:\.\.|–|-)\s*\d{4}\b/g, ' ');
  const all = words(rest);
  const telling = all.filter((word) => !isStopWord(word.toLowerCase()));
  return { phrases: [...new Set(phrases)], words: [...new Set(telling.length > 0 ? telling : all)] };
}

function words(text: string): string[] {
  return squeeze(text.replace(/[^\p{L}\p{M}\p{N}+#.'’_-]+/gu, ' '))
    .split(' ')
    .map((word) => word.replace(/^[.'’_-]+|[.'’_-]+$/g, ''))
    .filter((word) => word !== '');
}

/** All terms in one line, phrases quoted when the provider understands quotes; cut at `limit` characters on a word. */
export function plainQuery(terms: Terms, options: { quotes: boolean; limit: number; maxWords?: number }): string {
  const parts = [
    ...terms.phrases.map((phrase) => (options.quotes && phrase.includes(' ') ? `"${phrase}"` : phrase)),
    ...terms.words,
  ];
  let line = '';
  let count = 0;
  for (const part of parts) {
    const next = line === '' ? part : `${line} ${part}`;
    count += part.split(' ').length;
    if (next.length > options.limit || (options.maxWords !== undefined && count > options.maxWords)) break;
    line = next;
  }
  return line === '' ? (parts[0] ?? '').slice(0, options.limit) : line;
}
