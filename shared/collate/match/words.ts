import table from './commonness.json' with { type: 'json' };

/** Weight of a word that no common text has: names, coined terms, typing errors. */
export const UNKNOWN_WEIGHT = table.unknown;

const WEIGHTS = new Map<string, number>();
const OWN = new Map<string, string>();
for (const [weight, words] of Object.entries(table.classes)) {
  for (const word of words.split(' ')) {
    WEIGHTS.set(word, Number(weight));
    OWN.set(word, word);
  }
}

/** The same word; for common ones always the same string, so that many records share it in memory. */
export function interned(word: string): string {
  return OWN.get(word) ?? word;
}

/** Function words of other languages that papers are written in; the table's texts are English. */
const FOREIGN_LINKS = new Set(
  'la le les l des du un une et en au aux pour par sur dans avec der die das den dem ein eine eines und fur von zur zum mit bei auf im uber el los las una para con por del y al da das do dos em um uma il lo gli di della dei nel per con e o'.split(
    ' ',
  ),
);
const PAIR_OF_SIGNS = /^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{2}$/;
const HANGUL = /^[\uac00-\ud7a3]/;
/** By length in letters: short words of any language link others, long ones tell. */
const FOREIGN_WEIGHTS = [1, 1, 1, 2, 4, 4, 6] as const;

/** How much a word tells: -ln of the share of texts that have it; single characters and numbers tell little. */
export function wordWeight(word: string): number {
  const known = WEIGHTS.get(word);
  if (known !== undefined) return Math.max(0.25, known);
  if (word.length === 1 || FOREIGN_LINKS.has(word)) return 1;
  if (/^\d+$/.test(word)) return 3;
  if (word.charCodeAt(0) < 128) return UNKNOWN_WEIGHT;
  // Pairs overlap: each sign is counted twice.
  if (PAIR_OF_SIGNS.test(word)) return 3;
  // A syllable of Hangul is a sign of two letters or three.
  const letters = HANGUL.test(word) ? 2 * word.length : word.length;
  return FOREIGN_WEIGHTS[Math.min(letters, 6)]!;
}

/** True for words that ordinary computer-science prose has. */
export function isProse(word: string): boolean {
  return WEIGHTS.has(word);
}
