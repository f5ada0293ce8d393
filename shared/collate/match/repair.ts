import { wordsOf } from './normalise.ts';
import { proseShare, readReference } from './reference.ts';
import { keyOf, trailingVenue } from './venues.ts';

/** Comparable fields before and after repair. `authors: null` means that the authors' field stays as it came. */
export interface Repairable {
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string;
  readonly year: number | null;
}

const YEAR_ONLY = /^\(?((?:1[89]|20)\d\d)\)?$/;

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
  }
  return fields;
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
