import { distance } from 'fastest-levenshtein';
import { tokens } from '../../text/tokenise.ts';

/** Below this two titles are taken for different papers. */
export const SAME_TITLE = 0.8;
/** Titles are compared by their first characters only: broken records have titles of 100,000. */
const LONGEST = 300;

/**
 * Likeness of two titles, 0…1: edit distance of their words in a row, or the share of common words, whichever is greater;
 * a title with and without its subtitle counts as the same.
 */
export function titleSimilarity(a: string, b: string): number {
  const [x, y] = [words(a), words(b)];
  if (x.length === 0 || y.length === 0) return 0;
  const [s, t] = [x.join(' '), y.join(' ')];
  if (s === t) return 1;
  const edit = 1 - distance(s, t) / Math.max(s.length, t.length);
  const left = new Map<string, number>();
  for (const word of x) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of y) {
    const count = left.get(word) ?? 0;
    if (count > 0) common++;
    left.set(word, count - 1);
  }
  const dice = (2 * common) / (x.length + y.length);
  // Common words in another order are weaker evidence than the same words in a row.
  return Math.max(edit, dice * 0.95, hasSubtitle(a, b, x, y) ? 0.9 : 0);
}

function words(title: string): string[] {
  return tokens(title.replace(/[${}\\]/g, ' ').slice(0, LONGEST));
}

/** One title is the other up to its colon, dash or question mark, and says enough by itself. */
function hasSubtitle(a: string, b: string, x: readonly string[], y: readonly string[]): boolean {
  const [short, long, raw] = x.length < y.length ? [x, y, b] : [y, x, a];
  if (short.length < 3 || short.some((word, i) => word !== long[i])) return false;
  const head = words(/^(.{8,}?)(?:[:?]|\s[-–—])/.exec(raw)?.[1] ?? '');
  return head.length === short.length;
}
