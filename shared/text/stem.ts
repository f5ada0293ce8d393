import { stemmer } from 'stemmer';

const PLAIN_WORD = /^[a-z]+$/;
/** Scientific text repeats a few ten thousand words; the cap keeps a hostile text from filling the memory. */
const MAX_REMEMBERED = 200_000;
const remembered = new Map<string, string>();

/** Porter stem of a folded word. Words with digits, hyphens, signs or letters beyond a–z are returned as they are. */
export function stem(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const found = word.length > 2 && PLAIN_WORD.test(word) ? stemmer(word) : word;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(word, found);
  return found;
}
