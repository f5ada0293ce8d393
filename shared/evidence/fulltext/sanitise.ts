import { isInvisible } from '../anchor/characters.ts';

/** UTF-16 units of text that are kept of one document. */
export const MAX_TEXT = 2_000_000;

const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};

/**
 * Text from outside made plain: no directional or zero-width characters, control codes or typographic ligatures, composed
 * accents, one kind of line end. Its words stay what they are: it is data, whatever it says.
 */
export function sanitise(text: string): string {
  let clean = '';
  let from = 0;
  const composed = text.replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n').normalize('NFC');
  for (let i = 0; i < composed.length; i++) {
    const code = composed.charCodeAt(i);
    if (code >= 32 && code < 127) continue;
    const hidden = isInvisible(code) || isTag(composed, i);
    const plain = code >= 0xfb00 && code <= 0xfb06 ? LIGATURES[composed[i]!] : undefined;
    if (!hidden && plain === undefined) continue;
    clean += composed.slice(from, i) + (plain ?? '');
    from = i + 1;
  }
  return clean + composed.slice(from);
}

/** Tag characters and their like live beyond the basic plane, as pairs that begin with U+DB40. */
function isTag(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0xdb40 || (code >= 0xdc00 && code <= 0xdfff && text.charCodeAt(at - 1) === 0xdb40);
}

/** One paragraph: white space squeezed to single spaces. */
export function oneLine(text: string): string {
  return sanitise(text).replace(/\s+/g, ' ').trim();
}

/** Paragraphs: spaces squeezed within lines, at most one blank line between them. */
export function paragraphs(text: string): string {
  return sanitise(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
