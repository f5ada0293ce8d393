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

/** How much a word tells: -ln of the share of texts that have it; single characters and numbers tell little. */
export function wordWeight(word: string): number {
  const known = WEIGHTS.get(word);
  if (known !== undefined) return Math.max(0.25, known);
  if (word.length === 1) return 1;
  if (/^\d+$/.test(word)) return 3;
  return UNKNOWN_WEIGHT;
}

/** True for words that ordinary computer-science prose has. */
export function isProse(word: string): boolean {
  return WEIGHTS.has(word);
}
