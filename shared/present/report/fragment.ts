import type { StoredText } from '../../contracts/text.ts';
import { safeUrl } from '../escape.ts';

/** Words of a quote that name its beginning and its end in a link. */
const ENDS = 5;
/** A quote up to this many words is named whole. */
const WHOLE = 12;

export interface SourcePlace {
  readonly href: string;
  /** The link leads to the sentence; false: to the work only, whose page may not show that text. */
  readonly exact: boolean;
}

/**
 * Where a quote can be read. A page is linked at the sentence itself by a text fragment; a PDF, or a text that is not the
 * page's own, by its address alone.
 * @param text the stored text that the quote was anchored in; null when the work was not read
 * @param foreign the text came from a library and may differ from the page
 */
export function sourcePlace(
  url: string | null,
  quote: string,
  text: Pick<StoredText, 'origin' | 'url'> | null,
  foreign: boolean,
): SourcePlace | null {
  const page = text?.origin === 'library' || text?.origin === 'abstract' ? url : (text?.url ?? url);
  const safe = page === null ? null : safeUrl(page);
  if (safe === null) return null;
  if (foreign || /\.pdf(?:$|[?#])|\/pdf\//i.test(safe) || text?.origin === 'pdf') return { href: safe, exact: false };
  return { href: `${safe}${safe.includes('#') ? '' : '#'}:~:text=${fragmentOf(quote)}`, exact: true };
}

/** The `text=` directive of a quote: whole when short, else its first and last words. */
export function fragmentOf(quote: string): string {
  const words = quote.trim().split(/\s+/);
  const encode = (part: readonly string[]) => encodeURIComponent(part.join(' ').toWellFormed()).replace(/-/g, '%2D');
  return words.length <= WHOLE ? encode(words) : `${encode(words.slice(0, ENDS))},${encode(words.slice(-ENDS))}`;
}
