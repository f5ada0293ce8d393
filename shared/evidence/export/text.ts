import { decodeHTMLStrict } from 'entities';
import { oneLine } from '../../present/escape.ts';

/** How often entities are decoded: sources escape once, and some of them once more. */
const LAYERS = 3;

/**
 * A value as it is meant to be read, before any writer escapes it: HTML entities and TeX's escaped signs are undone, so that
 * `R&amp;D` and `R\&D` are both `R&D` and nothing is escaped twice; control, invisible and bidirectional characters go, and
 * what remains stands on one line in composed Unicode.
 */
export function plainText(text: string): string {
  let value = text;
  for (let layer = 0; layer < LAYERS && /&#?\w{1,31};/.test(value); layer++) value = decodeHTMLStrict(value);
  return oneLine(value.replace(/\\([&%$#_])/g, '$1')).normalize('NFC');
}

/** The same; null when nothing is left. */
export function plainOrNull(text: string | null): string | null {
  const value = text === null ? '' : plainText(text);
  return value === '' ? null : value;
}
