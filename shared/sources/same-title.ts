import type { PaperRecord } from '../contracts/record.ts';
import { fold } from '../text/normalise.ts';

/** What is known about a paper that is looked for by its title. */
export interface Wanted {
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
}

const ENOUGH = 0.85;
const YEARS_APART = 3;

/**
 * Whether a title search found the paper that was meant. Such searches always answer, with another paper when they have to:
 * title words, an author and the years must agree.
 */
export function isWanted(wanted: Wanted, found: Pick<PaperRecord, 'title' | 'authors' | 'year'>): boolean {
  if (found.title === null || titleAgreement(wanted.title, found.title) < ENOUGH) return false;
  if (wanted.authors.length > 0 && found.authors.length > 0 && !shareAuthor(wanted.authors, found.authors))
    return false;
  // A preprint's year and its publication's differ; more than that is another paper.
  return wanted.year === null || found.year === null || Math.abs(wanted.year - found.year) <= YEARS_APART;
}

/** Shared words of two titles, 0 to 1 (Dice over word sets); a title and its form without subtitle agree fully. */
export function titleAgreement(a: string, b: string): number {
  const whole = dice(wordsOf(a), wordsOf(b));
  const main = (title: string) => /^(.{12,}?)(?::\s|\s[–—-]\s|\?\s)/.exec(title)?.[1] ?? title;
  const short =
    wordsOf(main(a)).length >= 3 && main(a) !== main(b)
      ? Math.max(dice(wordsOf(main(a)), wordsOf(b)), dice(wordsOf(a), wordsOf(main(b))))
      : 0;
  return Math.max(whole, short);
}

/** Words as compared: compatibility forms, no accents, TeX's `$ \ { }` dropped, letters of any script. */
export function wordsOf(title: string): string[] {
  return fold(title.slice(0, 1000).replace(/[$\\{}]/g, ''))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

function dice(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  if (left.size + right.size === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  return (2 * shared) / (left.size + right.size);
}

function shareAuthor(a: readonly string[], b: readonly string[]): boolean {
  const families = new Set(a.flatMap((name) => family(name)));
  return b.some((name) => family(name).some((word) => families.has(word)));
}

/** The name's parts of three letters and more: enough to recognise a person in `Wei Zhang`, `Zhang, Wei` and `W. Zhang`. */
function family(name: string): string[] {
  const words = wordsOf(name);
  const long = words.filter((word) => word.length >= 3);
  return long.length > 0 ? long : words;
}
