import { Subfield } from '../../contracts/enums.ts';
import { stem } from '../../text/stem.ts';
import { tokens } from '../../text/tokenise.ts';
import { SUBFIELD_LEXICON } from './subfield-lexicon.ts';

interface Term {
  readonly subfield: Subfield;
  readonly weight: number;
  /** Stems in a row; a word that ends with `-` in the lexicon is a prefix. */
  readonly words: readonly { readonly text: string; readonly isPrefix: boolean }[];
}

const TERMS: readonly Term[] = Subfield.options.flatMap((subfield) =>
  ([3, 2, 1] as const).flatMap((weight) =>
    SUBFIELD_LEXICON[subfield][weight]
      .split(',')
      .map((term) => ({ subfield, weight, words: wordsOfTerm(term.trim()) })),
  ),
);

function wordsOfTerm(term: string): Term['words'] {
  const isPrefix = term.endsWith('-');
  const found = tokens(isPrefix ? term.slice(0, -1) : term);
  return found.map((word, at) =>
    isPrefix && at === found.length - 1 ? { text: word, isPrefix: true } : { text: stem(word), isPrefix: false },
  );
}

/** What a topic belongs to when no term tells: most such topics are about running software. */
export const DEFAULT_SUBFIELD: Subfield = 'systems';

/**
 * The subfield whose terms weigh most in the topic; a phrase weighs by the words it covers, so that "graph neural" beats
 * "graph". Ties go by the contract's order.
 */
export function subfieldOf(topic: string): Subfield {
  const words = tokens(topic);
  const stems = words.map((word) => stem(word));
  const scores = new Map<Subfield, number>();
  for (const { subfield, weight, words: term } of TERMS) {
    if (occurs(term, words, stems))
      scores.set(subfield, (scores.get(subfield) ?? 0) + weight * (1 + 0.5 * (term.length - 1)));
  }
  let best = DEFAULT_SUBFIELD;
  let most = 0;
  for (const subfield of Subfield.options) {
    const score = scores.get(subfield) ?? 0;
    if (score > most) {
      best = subfield;
      most = score;
    }
  }
  return best;
}

function occurs(term: Term['words'], words: readonly string[], stems: readonly string[]): boolean {
  for (let at = 0; at + term.length <= words.length; at++) {
    const fits = term.every(({ text, isPrefix }, offset) =>
      isPrefix ? words[at + offset]!.startsWith(text) : stems[at + offset] === text,
    );
    if (fits) return true;
  }
  return false;
}
