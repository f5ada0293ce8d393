import { type AnyRecord, fieldsOf } from './fields.ts';
import { type Grams, grams } from './grams.ts';
import { type Identity, identityOf } from './identity.ts';
import { isCollective, type Name, namesOf } from './names.ts';
import {
  comparable,
  fieldText,
  isRecurring,
  squeezed,
  TITLE_CAP,
  titleParts,
  withoutFinalStop,
  withoutGenre,
  wordsOf,
} from './normalise.ts';
import { type Marker, markersOf } from './numbering.ts';
import { type Repaired, repair } from './repair.ts';
import { type Venue, venueOf } from './venues.ts';
import { interned, wordWeight } from './words.ts';

/** A part of a title, for comparing titles with and without their subtitle. */
export interface TitlePart {
  readonly squeezed: string;
  readonly grams: Grams;
  readonly mass: number;
}

const massOf = (words: Iterable<string>) => {
  let mass = 0;
  for (const word of words) mass += wordWeight(word);
  return mass;
};

function partOf(text: string): TitlePart {
  const letters = squeezed(text);
  return { squeezed: letters, grams: grams(letters), mass: massOf(wordsOf(text)) };
}

/** Reads a year between 1600 and 2100 out of a text. */
export function yearsIn(text: string): number[] {
  return (text.match(/(?<!\d)(?:1[6-9]|20)\d\d(?!\d)/g) ?? []).map(Number);
}

/** How many records keep what only comparisons need; a record that is compared again later makes it again. */
const WARM = 4096;
const warm: (Prepared | undefined)[] = new Array<Prepared | undefined>(WARM);
let warmed = 0;

/**
 * A record made ready for comparison. What every record needs is made at once; what only a compared pair needs is made
 * when it is first asked for, so that 100,000 records fit in memory.
 */
export class Prepared {
  readonly title: string;
  readonly squeezed: string;
  /** Words of the title, in order. */
  readonly words: readonly string[];
  readonly mass: number;
  readonly grams: Grams;
  readonly parts: { readonly main: string; readonly sub: string } | null;
  readonly names: readonly Name[];
  readonly year: number | null;
  /** The year that stood at an end of the title. */
  readonly titleYear: number | null;
  /** Every year named in any field. */
  readonly years: readonly number[];
  readonly venue: Venue | null;
  readonly identity: Identity;
  readonly preprint: boolean;
  readonly markers: readonly Marker[];
  /** Words of the fields besides the title; authors' words include single letters. */
  readonly restWords: readonly string[];
  /** How many of title, authors, venue and year are missing. */
  readonly missing: number;
  /** The title of a column or of front matter. */
  readonly recurring: boolean;
  /** The title ends in an ellipsis: more of it stood elsewhere. */
  readonly cut: boolean;
  #rest: ReadonlySet<string> | null = null;
  #bag: ReadonlyMap<string, number> | null = null;
  #bagMass = 0;
  #main: TitlePart | null = null;
  #sub: TitlePart | null = null;

  constructor(fixed: Repaired, authors: unknown, authorText: string | null, identity: Identity) {
    this.identity = identity;
    this.title = fixed.title;
    this.names = namesOf(fixed.authors ?? authors).filter((name) => !isCollective(name));
    this.words = wordsOf(fixed.title).slice(0, 120).map(interned);
    this.mass = massOf(this.words);
    this.squeezed = squeezed(fixed.title).slice(0, 400);
    this.grams = grams(this.squeezed);
    this.recurring = isRecurring(fixed.title);
    this.cut = /\.\.\.\W*$/.test(fixed.title);
    this.parts = titleParts(fixed.title);
    this.venue = venueOf(fixed.venue);
    this.year = fixed.year;
    this.titleYear = fixed.titleYear;
    this.years = [...(fixed.year === null ? [] : [fixed.year]), ...yearsIn(fixed.title), ...yearsIn(fixed.venue)];
    this.preprint = (identity.preprint && !identity.published) || this.venue?.preprint === true;
    this.markers = markersOf(fixed.title);
    const people =
      authorText === null ? this.names.flatMap((name) => [...name.given, name.family]) : wordsOf(authorText);
    const rest = [...people.slice(0, 300), ...wordsOf(fixed.venue)];
    if (fixed.year !== null) rest.push(String(fixed.year));
    this.restWords = rest;
    this.missing =
      Number(this.words.length === 0) +
      Number(this.names.length === 0) +
      Number(this.venue === null) +
      Number(this.year === null);
  }

  /** `restWords` and the families' names, for look-up. */
  get rest(): ReadonlySet<string> {
    this.#rest ??= new Set([...this.restWords, ...this.names.map((name) => name.family)]);
    return this.#rest;
  }

  /** Words of all fields with their weights. */
  get bag(): ReadonlyMap<string, number> {
    if (this.#bag === null) {
      this.#warm();
      const bag = new Map<string, number>();
      for (const word of this.words) bag.set(word, wordWeight(word));
      for (const word of this.restWords) bag.set(word, wordWeight(word));
      this.#bag = bag;
      this.#bagMass = 0;
      for (const weight of bag.values()) this.#bagMass += weight;
    }
    return this.#bag;
  }

  get bagMass(): number {
    return this.bag.size === 0 ? 0 : this.#bagMass;
  }

  #warm(): void {
    const oldest = warm[warmed];
    if (oldest !== undefined) oldest.#cool();
    warm[warmed] = this;
    warmed = (warmed + 1) % WARM;
  }

  #cool(): void {
    this.#bag = null;
    this.#rest = null;
    this.#main = null;
    this.#sub = null;
  }

  /** The title before its colon or dash; null when it has one part only. */
  get main(): TitlePart | null {
    if (this.parts !== null) this.#main ??= partOf(this.parts.main);
    return this.#main;
  }

  get sub(): TitlePart | null {
    if (this.parts !== null) this.#sub ??= partOf(this.parts.sub);
    return this.#sub;
  }
}

/** Makes a record of any shape ready. Pure; costs tens of microseconds. */
export function prepare(record: AnyRecord, options: { readonly withoutIds?: boolean } = {}): Prepared {
  const fields = fieldsOf(record);
  // A list of several names is a list of names: only a text can hold something else.
  const listed = Array.isArray(fields.authors) && fields.authors.length > 1;
  const authorText = listed ? null : comparable(fieldText(fields.authors));
  const fixed = repair({
    title: withoutGenre(withoutFinalStop(comparable(fields.title).slice(0, TITLE_CAP))),
    authors: authorText,
    venue: comparable(fields.venue),
    year: yearsIn(fields.year)[0] ?? null,
  });
  return new Prepared(
    fixed,
    fields.authors,
    fixed.authors ?? authorText,
    identityOf(options.withoutIds ? [] : fields.ids, fields.type),
  );
}
