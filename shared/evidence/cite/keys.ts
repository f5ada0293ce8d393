import type { KnownIds } from './known-ids.ts';

/** Keys in brackets that are editors' words or a tokeniser's, not references. */
const WORDS_IN_BRACKETS = new Set(
  'sic cls mask sep pad unk bos eos todo note edit ref citation x i ii iii iv v a b c n m k'.split(' '),
);
const SCHEMED =
  /^(?:\d{4}\.\d{4,5}(?:v\d+)?|10\.\d{4,9}\/\S+|https?:\/\/\S+|(?:doi|arxiv|acl|pwc|dblp|openalex|s2|url|lib|hn|so|reddit|gh|rfc|pmid|pmcid|isbn):\S+)$/i;
const KEY_WITH_DIGIT = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:/+&'-]*$/u;
const PRODUCT = /^\p{Lu}{2,}-\d[\d.]*$/u;
const LOCATOR =
  /^(?:§+\s*|(?:(?:pp?|sec|secs|ch|figs?|tabs?|eqs?|app|thm|vol|l)\.\s*|(?:pp?|pages?|sections?|chapter|figures?|tables?|equations?|appendix|theorem|lines?|volume)\s+))[\dIVXA-Z]/iu;
const BARE_WORD = /^\p{L}[\p{L}\p{M}_-]*$/u;

/** A key without what surrounds it: `see`, `@`, `^`, quotes. */
export interface Key {
  readonly lead: string;
  readonly key: string;
  /** Where in the work: ` (p. 3)`, `: p3`. */
  readonly tail: string;
}

const LEAD =
  /^(?:(?:see(?: also)?|e\.g\.,?|i\.e\.,?|cf\.|also|in|compare|but)\s+)?(?:(?:refs?|references?|cites?|cited|citations?|sources?|papers?|ids?)(?:\.?:\s*|\.?\s+))?(?:-?[@^#]|["'`“‘«])?/iu;

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

const PLACE = '(?:pp?|pages?|sec(?:tion)?|ch(?:apter|ap)?|fig(?:ure)?|tab(?:le)?|eq|theorem|thm|app(?:endix)?)';
/** Behind a colon or a bracket `p3` is a page; behind a space alone it could be another key. */
const TAIL = new RegExp(
  `(?:(?::\\s*|\\s*\\(\\s*)(?:§+|${PLACE}\\.?)\\s*|\\s+(?:§+\\s*|${PLACE}(?:\\.\\s*|\\s+)))[\\dIVXA-Z][\\w.–-]*\\s*\\)?$`,
  'iu',
);

export function splitKey(raw: string): Key {
  const lead = LEAD.exec(raw)?.[0] ?? '';
  const rest = raw.slice(lead.length).replace(INVISIBLE, '');
  const tail = TAIL.exec(rest)?.[0] ?? '';
  const key = rest.slice(0, rest.length - tail.length).replace(/^[*~]+|[*~]*["'`”’»]?[*~]*$/g, '');
  return { lead, key, tail };
}

/** Page, section and figure references behind a key: they belong to it. */
export function isLocator(part: string): boolean {
  return LOCATOR.test(part.trim());
}

/** Whether a key that is not known looks like a reference at all, given how the known ones look. */
export function looksCited(raw: string, known: KnownIds): boolean {
  const { lead, key } = splitKey(raw);
  if (/[@^]$/.test(lead)) return key !== '' && !/\s/.test(key);
  if (/^\d{1,4}$/.test(key)) return isReferenceNumber(Number(key), known);
  if (SCHEMED.test(key)) return true;
  if (PRODUCT.test(key)) return false;
  if (KEY_WITH_DIGIT.test(key)) return true;
  return known.hasBareWords && BARE_WORD.test(key) && key.length > 1 && !WORDS_IN_BRACKETS.has(key.toLowerCase());
}

/** Years and zero are no reference numbers, unless the known ones reach that far. */
export function isReferenceNumber(value: number, known: KnownIds): boolean {
  if (known.has(String(value))) return true;
  return value > 0 && (value < 1000 || value <= known.greatestNumber * 2);
}

/** Between the keys of one list. */
export const SEPARATOR = /([;,]\s*(?:(?:and|or|&)\s+)?|\s+(?:and|or|&|\+|\/)\s+|\s*\|\s*)/;

/** Whether all that stands somewhere are keys that are known or built as the known ones are: then it cites in any form. */
export function areKeys(inner: string, known: KnownIds): boolean {
  return inner.split(SEPARATOR).every((part, at) => {
    if (at % 2 === 1) return true;
    const { key } = splitKey(part.trim());
    if (known.has(key)) return /\p{L}/u.test(key);
    const range = keyRange(key);
    return range === null ? known.isLike(key) : known.isLike(range.first);
  });
}

/** `P1–P4`, `P1-4` and `P1 to P4`: a count from one key to another. */
export interface KeyRange {
  readonly first: string;
  readonly prefix: string;
  readonly low: number;
  readonly high: number;
  readonly dash: string;
}

const KEY_RANGE = /^(\p{L}[\p{L}_]{0,30}?)(\d{1,4})\s*(-|–|—|‐|−|\.\.|to)\s*\1?(\d{1,4})$/u;

export function keyRange(text: string): KeyRange | null {
  const hit = KEY_RANGE.exec(text);
  if (!hit) return null;
  const [prefix, low, high] = [hit[1]!, Number(hit[2]), Number(hit[4])];
  return low < high ? { first: prefix + hit[2], prefix, low, high, dash: hit[3]! } : null;
}
