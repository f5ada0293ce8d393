import { wordsOf } from './normalise.ts';
import { keyOf, trailingVenue } from './venues.ts';
import { isProse } from './words.ts';

/** Comparable fields before and after repair. `authors: null` means that the authors' field stays as it came. */
export interface Repairable {
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string;
  readonly year: number | null;
}

const YEAR_ONLY = /^\(?((?:1[89]|20)\d\d)\)?$/;

/** Share of words that prose has: titles are prose, lists of names are not. */
function proseShare(text: string): number {
  const words = wordsOf(text).filter((word) => word.length > 1);
  return words.length === 0 ? 0 : words.filter(isProse).length / words.length;
}

/** Two neighbouring fields were exchanged: a title that is a list of names beside authors that read like a title. */
function swapTitle(fields: Repairable): Repairable {
  const { title, authors, venue } = fields;
  if (authors !== null && authors !== '') {
    const looksSwapped = wordsOf(authors).length >= 3 && proseShare(authors) >= 0.7 && proseShare(title) <= 0.35;
    if (looksSwapped) return { ...fields, title: authors, authors: title };
  }
  if (venue !== '' && title !== '') {
    const name = title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    if (trailingVenue(`x x ${name}`) === 4 && keyOf(venue) === null && proseShare(venue) >= 0.5) {
      return { ...fields, title: venue, venue: title };
    }
  }
  if (title === '') {
    if (authors !== null && wordsOf(authors).length >= 3 && proseShare(authors) >= 0.6)
      return { ...fields, title: authors, authors: '' };
    if (wordsOf(venue).length >= 4 && keyOf(venue) === null && proseShare(venue) >= 0.6)
      return { ...fields, title: venue, venue: '' };
  }
  return fields;
}

/** A whole reference in the title's field: `A. Lee, B. Chen. The title. The venue`. Its people and venue go home. */
function splitReference(fields: Repairable): Repairable {
  const { title } = fields;
  for (const hit of title.matchAll(/\.\s+(?=\p{L})/gu)) {
    const people = title.slice(0, hit.index);
    if (people.length > 400 || wordsOf(people).length < 2 || proseShare(people) > 0.35) continue;
    const rest = title.slice(hit.index + hit[0].length);
    const end = rest.search(/\.\s+\p{L}/u);
    const text = end < 0 ? rest.replace(/[.\s]+$/, '') : rest.slice(0, end);
    if (wordsOf(text).length < 3 || proseShare(text) < 0.5) continue;
    const tail = end < 0 ? '' : rest.slice(end + 1).trim();
    const authors = fields.authors === '' ? people : fields.authors;
    return { ...fields, title: text, authors, venue: fields.venue === '' ? tail : fields.venue };
  }
  return fields;
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
export function repair(fields: Repairable): Repairable {
  let { title, authors, venue, year } = swapVenue(swapTitle(splitReference(fields)));
  const lone = YEAR_ONLY.exec(authors ?? '')?.[1] ?? YEAR_ONLY.exec(venue)?.[1];
  if (lone !== undefined) {
    if (YEAR_ONLY.test(authors ?? '')) authors = '';
    else venue = '';
    year ??= Number(lone);
  }
  for (let round = 0; round < 2; round++) {
    const tail = /^(.{8,}?)[\s,.(]+((?:19|20)\d\d)[).]?$/.exec(title);
    if (tail?.[1] && year === null && !/\b(?:in|of|for|trec|since|the)$/.test(tail[1])) {
      title = tail[1].trim();
      year = Number(tail[2]);
    }
    if (venue === '') {
      const at = trailingVenue(title);
      if (at > 0) {
        venue = title.slice(at).trim();
        title = title.slice(0, at).replace(/[\s,.;:(-]+$/, '');
      }
    }
  }
  const moved = authors !== null && authors !== fields.authors;
  return { title, authors: moved ? authors : null, venue, year };
}
