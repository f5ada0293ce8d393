import { type AnyRecord, fieldsOf } from './fields.ts';
import { grams } from './grams.ts';
import { type Identity, identityOf } from './identity.ts';
import { type Name, namesOf } from './names.ts';
import { comparable, fieldText, squeezed, TITLE_CAP, titleParts, withoutFinalStop, wordsOf } from './normalise.ts';
import { type Marker, markersOf } from './numbering.ts';
import { repair } from './repair.ts';
import { type Venue, venueOf } from './venues.ts';
import { wordWeight } from './words.ts';

/** A record made ready for comparison: everything folded, weighted and cut into grams once. */
export interface Prepared {
  readonly title: string;
  readonly squeezed: string;
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly mass: number;
  readonly grams: Int32Array;
  readonly main: { readonly squeezed: string; readonly grams: Int32Array; readonly mass: number } | null;
  readonly sub: { readonly squeezed: string; readonly grams: Int32Array; readonly mass: number } | null;
  readonly names: readonly Name[];
  readonly year: number | null;
  /** Every year named in any field. */
  readonly years: readonly number[];
  readonly venue: Venue | null;
  readonly identity: Identity;
  readonly preprint: boolean;
  readonly markers: readonly Marker[];
  /** Words of all fields but the title, with single letters. */
  readonly rest: ReadonlySet<string>;
  /** Words of all fields with their weights. */
  readonly bag: ReadonlyMap<string, number>;
  readonly bagMass: number;
  /** How many of title, authors, venue and year are missing. */
  readonly missing: number;
}

const part = (text: string) => {
  const letters = squeezed(text);
  const mass = wordsOf(text).reduce((sum, word) => sum + wordWeight(word), 0);
  return { squeezed: letters, grams: grams(letters), mass };
};

/** Reads a year between 1600 and 2100 out of a text. */
export function yearsIn(text: string): number[] {
  return (text.match(/(?<!\d)(?:1[6-9]|20)\d\d(?!\d)/g) ?? []).map(Number);
}

/** Makes a record of any shape ready. Pure; costs tens of microseconds. */
export function prepare(record: AnyRecord): Prepared {
  const fields = fieldsOf(record);
  const fixed = repair({
    title: withoutFinalStop(comparable(fields.title).slice(0, TITLE_CAP)),
    authors: comparable(fieldText(fields.authors)),
    venue: comparable(fields.venue),
    year: yearsIn(fields.year)[0] ?? null,
  });
  const names = fixed.authors === null ? namesOf(fields.authors) : namesOf(fixed.authors);
  const words = wordsOf(fixed.title).slice(0, 120);
  const weights = words.map(wordWeight);
  const letters = squeezed(fixed.title).slice(0, 400);
  const venue = venueOf(fixed.venue);
  const identity = identityOf(fields.ids, fields.type);
  const parts = titleParts(fixed.title);
  const authorWords = wordsOf(fixed.authors ?? comparable(fieldText(fields.authors))).slice(0, 300);
  const restWords = [...authorWords, ...names.map((name) => name.family), ...wordsOf(fixed.venue)];
  if (fixed.year !== null) restWords.push(String(fixed.year));
  const bag = new Map<string, number>();
  for (const word of [...words, ...authorWords, ...wordsOf(fixed.venue)]) bag.set(word, wordWeight(word));
  if (fixed.year !== null) bag.set(String(fixed.year), 3);
  const years = [...yearsIn(fixed.title), ...yearsIn(fixed.venue)];
  if (fixed.year !== null) years.unshift(fixed.year);
  return {
    title: fixed.title,
    squeezed: letters,
    words,
    weights,
    mass: weights.reduce((sum, weight) => sum + weight, 0),
    grams: grams(letters),
    main: parts ? part(parts.main) : null,
    sub: parts ? part(parts.sub) : null,
    names,
    year: fixed.year,
    years,
    venue,
    identity,
    preprint: (identity.preprint && !identity.published) || venue?.preprint === true,
    markers: markersOf(fixed.title),
    rest: new Set(restWords),
    bag,
    bagMass: [...bag.values()].reduce((sum, weight) => sum + weight, 0),
    missing:
      Number(words.length === 0) + Number(names.length === 0) + Number(venue === null) + Number(fixed.year === null),
  };
}
