import { wordsOf } from './normalise.ts';
import { proseShare, readReference } from './reference.ts';
import { keyOf, leadingVenue, trailingVenue } from './venues.ts';

/** Comparable fields before and after repair. `authors: null` means that the authors' field stays as it came. */
export interface Repairable {
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string;
  readonly year: number | null;
}

export interface Repaired extends Repairable {
  /** The year that stood at an end of the title: of a yearly series it names the part. */
  readonly titleYear: number | null;
}

const YEAR_ONLY = /^\(?((?:1[89]|20)\d\d)\)?$/;

/** A year at the end of a title, and one before it. */
const TAIL_YEAR = /^(.{8,}?)[\s,.(]+((?:19|20)\d\d)[).]?$/;
const HEAD_YEAR = /^\(?((?:19|20)\d\d)\)?[.,:]?\s+(?!years\b)(.{8,})$/;
/** Among names every year is a stranger. */
const LOOSE_YEAR = /(?<![\p{L}\p{N}])\(?((?:19|20)\d\d)\)?(?![\p{L}\p{N}])/u;
/** A title does not end here: the venue's name behind it belongs to it (`developments at tods`). */
const UNFINISHED = /(?:^|\s)(?:of|for|at|on|from|to|and|with|about|by|the|an?)$/;
/** Marks at which a page puts a venue behind a title. */
const PARTED = /(?:[,.;:(]|\s[-|])\s*$/;

const bareOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

const proseOf = (text: string) => proseShare(wordsOf(text).filter((word) => word.length > 1));

/** Two neighbouring fields were exchanged: a title that is a list of names beside authors that read like a title. */
function swapTitle(fields: Repairable): Repairable {
  const { title, authors, venue } = fields;
  if (authors !== null && authors !== '') {
    const looksSwapped = wordsOf(authors).length >= 3 && proseOf(authors) >= 0.7 && proseOf(title) <= 0.35;
    if (looksSwapped) return { ...fields, title: authors, authors: title };
  }
  if (venue !== '' && title !== '') {
    const name = title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    if (trailingVenue(`x x ${name}`) === 4 && keyOf(venue) === null && proseOf(venue) >= 0.5) {
      return { ...fields, title: venue, venue: title };
    }
  }
  if (title === '') {
    if (authors !== null && wordsOf(authors).length >= 3 && proseOf(authors) >= 0.6)
      return { ...fields, title: authors, authors: '' };
    if (wordsOf(venue).length >= 4 && keyOf(venue) === null && proseOf(venue) >= 0.6)
      return { ...fields, title: venue, venue: '' };
    // Title, people and venue in one other field: what stands beside the title is found when records are compared.
    if (authors !== null && holdsTitle(authors)) return { ...fields, title: authors, authors: '' };
    if (holdsTitle(venue)) return { ...fields, title: venue, venue: '' };
  }
  return fields;
}

function holdsTitle(text: string): boolean {
  const name = bareOf(text);
  return wordsOf(name).length >= 5 && proseOf(name) >= 0.4 && trailingVenue(`x x ${name}`) !== 4;
}

/** Years and a well-known venue among the authors go home. */
function clearAuthors(fields: Repairable): Repairable {
  if (fields.authors === null || fields.authors === '') return fields;
  let { authors, venue, year } = fields;
  const loose = LOOSE_YEAR.exec(authors);
  if (loose !== null && bareOf(authors) !== loose[1]) {
    year ??= Number(loose[1]);
    authors = authors.replace(LOOSE_YEAR, ' ').replace(/\s+/g, ' ').trim();
    if (trailingVenue(`x x ${bareOf(authors)}`) === 4 && venue === '') [authors, venue] = ['', authors];
  }
  const [from, to] = [trailingVenue(authors), leadingVenue(authors)];
  const named = from > 0 ? authors.slice(from) : authors.slice(0, to);
  if (named !== '' && (venue === '' || keyOf(bareOf(venue)) === keyOf(bareOf(named)))) {
    if (venue === '') venue = named.trim();
    authors = (from > 0 ? authors.slice(0, from) : authors.slice(to)).replace(/^[\s,;]+|[\s,;]+$/g, '');
  }
  return authors === fields.authors ? fields : { ...fields, authors, venue, year };
}

/** A whole reference in the title's field: its people and venue go home. */
function splitReference(fields: Repairable): Repairable {
  const found = readReference(fields.title);
  if (found === null) return fields;
  return {
    ...fields,
    title: found.title,
    authors: fields.authors === '' ? found.people : fields.authors,
    venue: fields.venue === '' ? found.venue : fields.venue,
  };
}

function swapVenue(fields: Repairable): Repairable {
  const { authors, venue } = fields;
  if (authors === null || authors === '') return fields;
  const name = authors.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  if (trailingVenue(`x x ${name}`) !== 4) return fields;
  return { ...fields, authors: keyOf(venue) === null ? venue : '', venue: authors };
}

/**
 * Puts values that stand in the wrong field back: a year among the authors or at the end of the title, a well-known
 * venue at the end of the title, exchanged fields. What cannot be told from one record alone is left to the comparison.
 */
export function repair(fields: Repairable): Repaired {
  let { title, authors, venue, year } = clearAuthors(swapVenue(swapTitle(splitReference(fields))));
  const lone = YEAR_ONLY.exec(authors ?? '')?.[1] ?? YEAR_ONLY.exec(venue)?.[1];
  if (lone !== undefined) {
    if (YEAR_ONLY.test(authors ?? '')) authors = '';
    else venue = '';
    year ??= Number(lone);
  }
  let titleYear: number | null = null;
  for (let round = 0; round < 2; round++) {
    const tail = TAIL_YEAR.exec(title);
    if (tail?.[1] && isYearOf(year, tail[2]!) && !/\b(?:in|of|for|trec|since|the)$/.test(tail[1])) {
      title = tail[1].trim();
      titleYear = year = Number(tail[2]);
    }
    const head = HEAD_YEAR.exec(title);
    if (head?.[2] && isYearOf(year, head[1]!)) {
      title = head[2];
      titleYear = year = Number(head[1]);
    }
    const at = trailingVenue(title);
    const before = title.slice(0, Math.max(0, at));
    if (at > 0 && !UNFINISHED.test(before.trim())) {
      const named = title.slice(at).trim();
      const isNamedTwice = venue !== '' && keyOf(bareOf(named)) === keyOf(bareOf(venue));
      if (venue === '' || isNamedTwice || PARTED.test(before) || /^[^\p{L}\p{N}]/u.test(named)) {
        if (venue === '') venue = named.replace(/^[^\p{L}\p{N}]+/u, '');
        title = before.replace(/\s+in\s*$/, '').replace(/[\s,;:(|-]+$|(?<!\.\.)\.\s*$/, '');
      }
    }
  }
  const moved = authors !== null && authors !== fields.authors;
  return { title, authors: moved ? authors : null, venue, year, titleYear };
}

function isYearOf(year: number | null, text: string): boolean {
  return year === null || year === Number(text);
}
