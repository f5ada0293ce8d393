import { FEATURES } from './features.ts';
import { compareIds, type IdVerdict } from './identity.ts';
import { compareMarkers } from './numbering.ts';
import type { Prepared } from './prepare.ts';

const at = (name: (typeof FEATURES)[number]) => FEATURES.indexOf(name);
const TITLE = at('title_grams');
const OVERLAP = at('title_overlap');
const PARTS = at('title_parts');
const KNOWN = at('authors_known');
const LOW = at('authors_low');
const HIGH = at('authors_high');
const YEAR = at('year_distance');
const VENUE = at('venue');
const MASS = at('title_mass_low');
const UNEXPLAINED = at('unexplained_low');

/** Bounds that what is certain sets on a probability, whatever the model thinks. */
export interface Bounds {
  readonly floor: number;
  readonly ceiling: number;
}

const NO: Bounds = { floor: 0, ceiling: 0.02 };
const DOUBT: Bounds = { floor: 0, ceiling: 0.3 };
const OPEN: Bounds = { floor: 0, ceiling: 1 };

/** Titles below this mass of word weights (`Editorial`, `Introduction`) name many papers: people or the year must agree. */
const TELLING = 9.5;

/** Versions of one text appear within so many years; without ids or the same venue, a later one is another text. */
const APART = 3;

/** A notice about a paper is not the paper. */
const NOTICE =
  /^(?:(?:authors?|publishers?|editors?|editorial)(?:'s?|s')? )?(?:corrections?|corrigendum|corrigenda|errat(?:um|a)|berichtigung|retraction(?: note)?|expression of concern|addendum|(?:a )?comments? on|(?:a )?(?:reply|response|rejoinder) to|review of|book review|discussion of)\b[\s:,-]*(?:to|on|for|of)?\b|^(?:authors?'?s?'? |editors?'?s?'? )(?:reply|response|comments?)\b|^(?:comments?|discussion|rejoinder|reply|response|addenda)\s*:/;
/** Journals also write it behind the title; there a mark must part the two, for titles end in `error correction`. */
const NOTICE_BEHIND =
  /(?:\s*[[(]|\s*:\s+|\s+-+\s+|\.\s+)(?:(?:author|publisher)(?:'s)? )?(?:corrections?|corrigendum|corrigenda|errat(?:um|a)|addendum|berichtigung|expression of concern|retraction(?: notice)?|comments?|reply|rejoinder)[\])]?$/;

/** A later look at the same matter, when only one of two titles says so. */
const SEQUEL = /\b(?:revisited|reconsidered|reloaded|re-?examined|continued|years (?:later|on|after))[?!.]?$/;

function isNotice(title: string): boolean {
  return NOTICE.test(title) || NOTICE_BEHIND.test(title);
}

function sameText(row: readonly number[]): boolean {
  return row[TITLE]! >= 0.93;
}

/** One long title in one venue and year: lists of many people are cut at other places, and hold words that are no names. */
function sameAppearance(row: readonly number[]): boolean {
  return sameText(row) && row[MASS]! >= 20 && row[YEAR] === 0 && row[VENUE]! >= 0.9;
}

function byIds(verdict: IdVerdict, a: Prepared, b: Prepared, row: readonly number[]): Bounds | null {
  const titles = Math.max(row[TITLE]!, row[OVERLAP]!, row[PARTS]!);
  const bothTitled = a.mass > 0 && b.mass > 0;
  switch (verdict) {
    case 'same':
      // An id copied to the wrong record shows by a title and authors that both have nothing in common.
      if (bothTitled && titles < 0.25 && row[KNOWN] === 2 && row[HIGH]! < 0.2) return DOUBT;
      return { floor: titles >= 0.5 || !bothTitled ? 0.99 : 0.9, ceiling: 1 };
    case 'different':
      return NO;
    case 'chapter':
      return titles >= 0.9 && (row[KNOWN] !== 2 || row[HIGH]! >= 0.5) ? { floor: 0.95, ceiling: 1 } : DOUBT;
    case 'against':
      // Two registrations of one text: the same title, the same people, at most three years apart.
      if (sameText(row) && row[MASS]! >= 14 && row[KNOWN] === 2 && row[LOW]! >= 0.6 && row[YEAR]! <= 3)
        return { floor: 0.7, ceiling: 1 };
      return DOUBT;
    default:
      return null;
  }
}

/** A preprint and a publication with the same text by the same people are one paper in two versions. */
function versions(a: Prepared, b: Prepared, row: readonly number[]): boolean {
  if (a.preprint === b.preprint) return false;
  const text = sameText(row) || (row[PARTS]! >= 0.9 && row[MASS]! >= 20);
  return text && row[KNOWN] === 2 && row[LOW]! >= 0.6 && row[YEAR]! <= 1;
}

/**
 * In scripts of which no table says what is common: so much in each title that the other does not have means another title
 * (96 of 100 sibling papers of the validation split have it, 2 of 100 copies of one paper).
 */
const OTHER_WORDS = 4;

function isForeign({ squeezed }: Prepared): boolean {
  return 2 * (squeezed.match(/[^\x00-\x7f]/g)?.length ?? 0) > squeezed.length;
}

/** `findings of the campaign 2019` and `… 2020`. */
function areOfTwoYears(a: Prepared, b: Prepared): boolean {
  return a.titleYear !== null && b.titleYear !== null && a.titleYear !== b.titleYear;
}

/** What ids, numbering, notices and authors make certain about a pair. */
export function bounds(a: Prepared, b: Prepared, row: readonly number[]): Bounds {
  const verdict = compareIds(a.identity, b.identity);
  const ids = byIds(verdict, a, b, row);
  if (verdict === 'same' && ids !== null) return ids;
  if (ids === NO) return NO;
  const { clash, partOfWhole } = compareMarkers(a.markers, b.markers);
  if (clash === 'series') return NO;
  if (isNotice(a.title) !== isNotice(b.title)) return { floor: 0, ceiling: 0.1 };
  if (clash === 'number' || areOfTwoYears(a, b)) return { floor: 0, ceiling: 0.2 };
  if ((partOfWhole || SEQUEL.test(a.title) !== SEQUEL.test(b.title)) && !a.cut && !b.cut) return DOUBT;
  if (a.mass === 0 || b.mass === 0) return DOUBT;
  if (row[KNOWN] === 2 && row[HIGH]! < 0.15 && !sameAppearance(row)) return DOUBT;
  if (ids !== null) return ids;
  if (row[UNEXPLAINED]! >= OTHER_WORDS && isForeign(a) && isForeign(b)) return DOUBT;
  if (row[MASS]! < TELLING && row[KNOWN] !== 2 && row[YEAR] !== 0) return DOUBT;
  if (row[YEAR]! > APART && !(a.venue !== null && b.venue !== null && row[VENUE]! >= 0.9)) return DOUBT;
  if (versions(a, b, row)) return { floor: 0.9, ceiling: 1 };
  return OPEN;
}
