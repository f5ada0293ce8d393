import { isWhole } from './anchor/boundary.ts';
import { canonical } from './anchor/canonical.ts';
import { explainMiss } from './anchor/difference.ts';
import { alignAt, type QuoteForm, type Span } from './anchor/match.ts';
import { type PreparedText, prepareText, skeletonOf } from './anchor/prepared.ts';
import { occurrences } from './anchor/window-index.ts';

export { type PreparedText, prepareText } from './anchor/prepared.ts';

/** Where a quote stands. Offsets are UTF-16 units of the original text; null when it is rejected. */
export interface Anchoring {
  readonly status: 'exact' | 'normalised' | 'rejected';
  readonly start: number | null;
  readonly end: number | null;
  /** Why it was rejected; null otherwise. */
  readonly reason: string | null;
}

/** Fewer visible characters than this are found anywhere and prove nothing; a Han or Kana character counts as two. */
export const SHORTEST_QUOTE = 8;

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const QUOTED = /^"([^"]*)"$|^'([^']*)'$/s;

/**
 * Finds `quote` in `text`: exactly, or equal after normalising white space, line-end hyphens, ligatures and compatibility
 * letters, typographic quotes, dashes and ellipses, composed accents and invisible characters. Words, case, digits, signs,
 * comparators, units and punctuation must agree, and the quote must begin and end at whole words and numbers. Of several
 * places the first exact one is taken, otherwise the first.
 *
 * @param text a string, or the result of {@link prepareText} when many quotes are looked up in it
 *
 * @example
 * anchorQuote('We use the ﬁrst-\nclass “index”.', 'the first-class "index"');
 * // { status: 'normalised', start: 7, end: 31, reason: null }
 */
export function anchorQuote(text: PreparedText | string, quote: string): Anchoring {
  const prepared = typeof text === 'string' ? prepareText(text) : text;
  const found = find(prepared, quote);
  if (typeof found !== 'string') return found;
  const inner = QUOTED.exec(canonical(quote).text);
  if (inner) {
    const unquoted = find(prepared, quote.trim().slice(1, -1));
    if (typeof unquoted !== 'string') return { ...unquoted, status: 'normalised' };
  }
  return { status: 'rejected', start: null, end: null, reason: found };
}

/** The anchoring, or the reason why there is none. */
function find(text: PreparedText, quote: string): Anchoring | string {
  const form = canonical(quote);
  const visible = form.text.replaceAll(' ', '');
  const size = visible.length + (visible.match(WIDE)?.length ?? 0);
  if (size === 0) return 'empty quote';
  if (size < SHORTEST_QUOTE) return `too short: ${size} visible characters, at least ${SHORTEST_QUOTE} are needed`;
  const wanted: QuoteForm = { form, skeleton: skeletonOf(form) };
  if (wanted.skeleton.text === '') return 'no letter or digit in the quote';
  let best: Span | null = null;
  let cut = false;
  for (const k of occurrences(text.windows, wanted.skeleton.text)) {
    const span = alignAt(text, wanted, k);
    if (!span) continue;
    if (!isWhole(text.canonical.text, span.from, span.to)) {
      cut = true;
      continue;
    }
    best ??= span;
    const place = original(text, span);
    if (text.source.slice(place.start, place.end) === quote) return { status: 'exact', ...place, reason: null };
  }
  if (best) return { status: 'normalised', ...original(text, best), reason: null };
  return cut ? 'begins or ends inside a word, number or sign of the text' : explainMiss(text, wanted);
}

function original(text: PreparedText, span: Span): { start: number; end: number } {
  return { start: text.canonical.start[span.from]!, end: text.canonical.end[span.to - 1]! };
}
