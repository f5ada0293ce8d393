/** Letters that NFKD leaves whole although a reader of Latin script would spell them with plain ones. */
const PLAIN_SPELLING: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};

const WHOLE_LETTERS = /[ßæœøđðþłħıŋ]/g;
/** Latin, Greek and Cyrillic accents only: the vowel signs of Indic and Thai scripts are marks too, and carry meaning. */
const ACCENTS = /[\u0300-\u036f]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const NOT_ASCII = /[^\x00-\x7f]/;

/**
 * Lower case, compatibility-decomposed, accents and invisible characters removed: the form in which words are compared.
 *
 * @example
 * fold('Erdős–Rényi ﬁeld'); // 'erdos–renyi field'
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(WHOLE_LETTERS, (letter) => PLAIN_SPELLING[letter] ?? letter)
    .normalize('NFC');
}

/** Every run of white space, non-breaking kinds included, becomes one space; the ends are trimmed. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Typographic quotes and dashes become their ASCII forms, so that `text` compares equal however it was typeset. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/\u2026/g, '...');
}
