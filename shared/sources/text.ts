import { decodeHTML } from 'entities';
import { squeeze } from '../text/normalise.ts';

/** Longest title kept; one recorded service sends a whole issue's listing as a title (119,750 characters). */
export const MAX_TITLE = 1000;
/** Longest abstract or post text kept. */
export const MAX_TEXT = 20_000;
/** Longer raw markup is cut before any pattern runs over it. */
const MAX_MARKUP = 400_000;

/** Inline mark-up that titles carry. Everything else that looks like a tag is text: `growth at <0.5 mm`. */
const INLINE =
  /<\/?(?:i|b|em|strong|sub|sup|scp|sc|tt|u|inf|italic|bold|underline|monospace|span|roman|sans-serif|small|ref|mml:[a-z]+|m:[a-z]+|math|mi|mo|mn|mrow|msub|msup|mtext|jats:[a-z-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=/]+))*\s*\/?>/gi;
/** Tags at which a line ends also where there is one line only. */
const LINE_END = /<\/?(?:br|p|jats:p|break)\s*\/?>/gi;
const BLOCK =
  /<\/?(?:p|div|li|ul|ol|tr|table|blockquote|pre|h[1-6]|hr|section|title|sec|jats:p|jats:sec|jats:title|jats:list-item)(?:\s[^<>]*)?\/?>|<br\s*\/?>/gi;
const HIDDEN = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<\/?[a-z!][^<>]*>/gi;

/** Character references decoded, once. */
export function decoded(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

/** A title as a reader would write it: inline tags and entities resolved, white space collapsed, null when nothing is left. */
export function titleText(raw: string | null): string | null {
  if (raw === null) return null;
  const plain = decoded(withoutInline(raw.slice(0, MAX_MARKUP)));
  const again = plain.includes('<') ? withoutInline(plain) : plain;
  const text = squeeze(/&(?:#\d+|#x[0-9a-f]+|[a-z]+\d*);/i.test(again) ? decoded(again) : again).normalize('NFC');
  return text === '' ? null : cut(text, MAX_TITLE);
}

function withoutInline(text: string): string {
  return text.replace(LINE_END, ' ').replace(INLINE, '');
}

/** Plain text of an HTML or JATS fragment: block elements end a line, all tags go, entities are decoded. */
export function markupText(raw: string | null, limit = MAX_TEXT): string | null {
  if (raw === null) return null;
  const text = decoded(raw.slice(0, MAX_MARKUP).replace(HIDDEN, ' ').replace(BLOCK, '\n').replace(TAG, ''))
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
  return text === '' ? null : cut(text, limit);
}

/** An abstract: one line of text, without the heading that many publishers put before it. */
export function abstractText(raw: string | null): string | null {
  const text = markupText(raw);
  if (text === null) return null;
  const body = squeeze(text.replace(/^(?:abstract|summary)\s*[.:—–-]?\s*\n/i, ''))
    .replace(/^abstract(?=[A-Z])|^abstract\s*[.:—–-]\s*/i, '')
    .trim();
  return body === '' ? null : body;
}

/** Text that never was mark-up: white space collapsed, NFC, capped. */
export function plainText(raw: string | null, limit = MAX_TEXT): string | null {
  if (raw === null) return null;
  const text = squeeze(raw.slice(0, MAX_MARKUP)).normalize('NFC');
  return text === '' ? null : cut(text, limit);
}

/** At most `limit` UTF-16 units, without half a surrogate pair at the end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit;
  return text.slice(0, end);
}

/** DBLP's final full stop goes; an ellipsis, `et al.` and an initial keep theirs. */
export function withoutFinalStop(title: string): string {
  if (!title.endsWith('.') || title.endsWith('..')) return title;
  if (/(?:\bet al|\betc|\bvs|\bno|\binc|(?:^|[\s.-])\p{Lu})\.$/u.test(title)) return title;
  return title.slice(0, -1).trimEnd();
}

/**
 * An abstract from its inverted index `{word: [positions]}`.
 *
 * @returns null when there is no index, or its positions are not what they should be
 */
export function fromInvertedIndex(index: unknown): string | null {
  if (typeof index !== 'object' || index === null || Array.isArray(index)) return null;
  const words: [number, string][] = [];
  for (const [word, positions] of Object.entries(index)) {
    if (!Array.isArray(positions)) continue;
    for (const position of positions) {
      if (typeof position === 'number' && Number.isInteger(position) && position >= 0) words.push([position, word]);
      if (words.length > 20_000) break;
    }
  }
  words.sort((a, b) => a[0] - b[0]);
  return abstractText(words.map(([, word]) => word).join(' '));
}
