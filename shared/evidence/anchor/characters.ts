/**
 * Compatibility characters whose plain form says something else: superscripts and subscripts (`10²`, `x₁`), raised letters,
 * fractions (`1½` is not `11/2`), circled and bracketed numbers, squared units.
 */
const MEANT_AS_TYPESET =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u00bc-\u00be\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2070-\u209c\u2120\u2122\u2150-\u215f\u2189\u2460-\u24ff\u2c7c\u2c7d\u2d6f\u3192-\u319f\u3220-\u33ff\ua69c\ua69d\ua770\ua7f2-\ua7f4\ua7f8\ua7f9\uab5c-\uab5f\uab69\u{1f100}-\u{1f2ff}]/u;

/** One character with its marks: compatibility letters (`ﬁ`, `Ａ`, `𝑥`) in plain form, accents composed. */
export function composed(cluster: string): string {
  if (MEANT_AS_TYPESET.test(cluster)) return cluster.normalize('NFC');
  const plain = cluster.normalize('NFKC');
  // `¨` and its like decompose into a space and a mark, which would split a word.
  return plain.startsWith(' ') ? cluster.normalize('NFC') : plain;
}

/**
 * Characters without a glyph: zero-width spaces and joiners, directional controls, invisible operators, variation
 * selectors, tags, and control codes other than white space.
 */
export function isInvisible(code: number): boolean {
  if (code < 0x20) return !(code >= 9 && code <= 13);
  if (code < 0x7f) return false;
  return (
    (code >= 0x7f && code <= 0x9f && code !== 0x85) ||
    code === 0xad ||
    code === 0x034f ||
    code === 0x061c ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

const MARK = /^\p{M}$/u;

/** Whether the unit continues the character before it: a combining mark, or a Hangul vowel or final of a decomposed syllable. */
export function isJoiningMark(code: number): boolean {
  if (code < 0x300) return false;
  if (code <= 0x36f) return code !== 0x34f;
  if ((code >= 0x1160 && code <= 0x11ff) || (code >= 0xd7b0 && code <= 0xd7ff)) return true;
  if (code >= 0x4e00 && code <= 0xd7af) return code >= 0xa66f && code <= 0xabed && MARK.test(String.fromCharCode(code));
  if (code >= 0xd800 && code <= 0xf8ff) return false;
  if (code >= 0xfe00 && code <= 0xfe0f) return false;
  return MARK.test(String.fromCharCode(code));
}

const kinds = new Uint8Array(65_536);
const WORD_UNIT = /^[\p{L}\p{N}\p{M}]$/u;

/** Whether a UTF-16 unit is part of a word or number; halves of surrogate pairs count as such. */
export function isWordUnit(code: number): boolean {
  if (kinds[code] === 0) {
    const isWord = (code >= 0xd800 && code <= 0xdfff) || WORD_UNIT.test(String.fromCharCode(code));
    kinds[code] = isWord ? 1 : 2;
  }
  return kinds[code] === 1;
}
