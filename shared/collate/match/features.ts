import { distance } from 'fastest-levenshtein';
import { dice, type Grams, sharedGrams } from './grams.ts';
import { type Name, nameAgreement } from './names.ts';
import { compareMarkers } from './numbering.ts';
import type { Prepared } from './prepare.ts';
import { venueAgreement } from './venues.ts';
import { wordWeight } from './words.ts';

/** Names of the features, in the order of the vector. What cannot be said stands between agreement and disagreement. */
export const FEATURES = [
  'title_overlap',
  'title_contained_low',
  'title_contained_high',
  'title_grams',
  'title_grams_contained',
  'title_edit',
  'title_parts',
  'title_prefix',
  'unexplained_low',
  'unexplained_high',
  'shared_mass',
  'title_mass_low',
  'explained_mass',
  'authors_known',
  'authors_low',
  'authors_high',
  'authors_clash',
  'authors_count_low',
  'authors_count_high',
  'year_distance',
  'venue',
  'missing_low',
  'missing_high',
  'bag_overlap',
  'bag_contained_low',
  'bag_contained_high',
  'numbered_one',
  'numbered_clash',
  'first_author',
  'length_ratio',
  'recurring',
  'cut',
] as const;

/** Words that are the same but for typing errors, a plural or a cut; never when a digit is in them. */
function alike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || DIGIT.test(a) || DIGIT.test(b)) return false;
  if (a.startsWith(b) || b.startsWith(a)) return true;
  const allowed = shorter >= 10 ? 3 : shorter >= 6 ? 2 : 1;
  if (Math.abs(a.length - b.length) > allowed) return false;
  const apart = distance(a, b);
  return apart <= allowed || (apart === 2 && exchanged(a, b));
}

const DIGIT = /\d/;

/** Two neighbouring letters stand in each other's place. */
function exchanged(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** What of the title of `own` the other record accounts for, as masses of word weights. */
export interface Account {
  readonly matched: number;
  /** Not in the other title, but in another field of it: a value that was moved. */
  readonly elsewhere: number;
  readonly open: number;
}

function account(own: Prepared, other: Prepared): Account {
  let matched = 0;
  let elsewhere = 0;
  let open = 0;
  const theirs = new Set(other.words);
  const mine = new Set(own.words);
  const spare = other.words.filter((word) => !mine.has(word));
  for (let at = 0; at < own.words.length; at++) {
    const word = own.words[at]!;
    const weight = wordWeight(word);
    if (theirs.has(word)) {
      matched += weight;
      continue;
    }
    const found = spare.findIndex((candidate) => alike(word, candidate));
    if (found >= 0) {
      matched += weight * 0.9;
      open += weight * 0.1;
      spare.splice(found, 1);
    } else if (other.rest.has(word)) elsewhere += weight;
    else if (joinedIn(own.words, at, theirs, other)) matched += weight;
    else open += weight;
  }
  return { matched, elsewhere, open };
}

/** `object oriented` against `objectoriented`, either way: a blank was lost or came in. */
function joinedIn(own: readonly string[], at: number, theirs: ReadonlySet<string>, other: Prepared): boolean {
  const word = own[at]!;
  if (word.length >= 5 && other.squeezed.includes(word)) return true;
  return theirs.has(word + (own[at + 1] ?? ' ')) || theirs.has((own[at - 1] ?? ' ') + word);
}

/** Agreement when there is nothing to compare. */
const UNSAID = 0.5;

interface Authors {
  readonly known: number;
  readonly low: number;
  readonly high: number;
  readonly clash: number;
  readonly first: number;
}

/** What of a record people are looked for in. */
type Named = Pick<Prepared, 'names' | 'bag' | 'squeezed'>;

/** The best agreement of a name with the other's names, or with the words of all its fields. */
function found(name: Name, other: Named): { score: number; clash: boolean } {
  let score = 0;
  let clash = false;
  for (const candidate of other.names) {
    const agreement = nameAgreement(name, candidate);
    if (agreement > score) score = agreement;
    if (candidate.family === name.family && agreement < 0.3) clash = true;
  }
  if (score < 0.7 && name.family.length >= 3 && other.bag.has(name.family)) {
    const inNames = other.names.some((candidate) => candidate.family === name.family);
    if (!inNames) score = Math.max(score, 0.8);
  }
  if (score < 0.7 && name.joined.length >= 9 && other.squeezed.includes(name.joined)) score = 0.8;
  return { score, clash: clash && score < 0.7 };
}

/** `knorr, ng` is one person or two: two when the other record has people of both names. */
function namedAs(own: Prepared, other: Prepared): Named {
  const only = own.names[0];
  const second = only?.given[0];
  if (own.names.length !== 1 || only?.given.length !== 1 || second === undefined || second.length < 2) return own;
  const isFamily = (word: string) => other.names.some(({ family }) => family === word);
  if (!isFamily(only.family) || !isFamily(second)) return own;
  const names = [only.family, second].map((family) => ({ family, given: [], joined: family }));
  return { names, bag: own.bag, squeezed: own.squeezed };
}

function authors(a: Named, b: Named): Authors {
  if (a.names.length === 0 && b.names.length === 0)
    return { known: 0, low: UNSAID, high: UNSAID, clash: 0, first: UNSAID };
  const side = (own: Named, other: Named) => {
    let sum = 0;
    let clashes = 0;
    const count = Math.min(own.names.length, 40);
    for (let at = 0; at < count; at++) {
      const hit = found(own.names[at]!, other);
      sum += hit.score;
      if (hit.clash) clashes++;
    }
    return { share: sum / count, clashes };
  };
  if (a.names.length === 0 || b.names.length === 0) {
    const [own, other] = a.names.length === 0 ? [b, a] : [a, b];
    const { share } = side(own, other);
    const one = UNSAID + share / 2;
    return { known: 1, low: one, high: one, clash: 0, first: UNSAID };
  }
  const left = side(a, b);
  const right = side(b, a);
  const first = (found(a.names[0]!, b).score + found(b.names[0]!, a).score) / 2;
  return {
    known: 2,
    low: Math.min(left.share, right.share),
    high: Math.max(left.share, right.share),
    clash: Math.max(left.clashes, right.clashes),
    first,
  };
}

const YEAR_UNSAID = 0.5;

/** Years apart; a preprint may precede its publication by up to two years at no cost. */
function yearDistance(a: Prepared, b: Prepared): number {
  const left = a.year === null ? a.years : [a.year];
  const right = b.year === null ? b.years : [b.year];
  if (left.length === 0 || right.length === 0) return YEAR_UNSAID;
  let best = 99;
  for (const x of left) for (const y of right) best = Math.min(best, Math.abs(x - y));
  const allowed = a.preprint !== b.preprint ? 2 : a.preprint ? 1 : 0;
  return Math.min(10, Math.max(0, best - allowed));
}

function partsAgreement(a: Prepared, b: Prepared): number {
  let best = 0;
  const compare = (part: { grams: Grams; mass: number } | null, whole: Grams) => {
    if (part !== null && part.mass >= 12) best = Math.max(best, dice(part.grams, whole));
  };
  compare(a.main, b.grams);
  compare(b.main, a.grams);
  compare(a.sub, b.grams);
  compare(b.sub, a.grams);
  if (a.main !== null && b.main !== null && Math.min(a.main.mass, b.main.mass) >= 12) {
    best = Math.max(best, dice(a.main.grams, b.main.grams));
  }
  return best;
}

function commonPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a[at] === b[at]) at++;
  return end === 0 ? 0 : at / end;
}

function bags(a: Prepared, b: Prepared): [overlap: number, low: number, high: number] {
  const [small, large] = a.bag.size <= b.bag.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [word, weight] of small.bag) if (large.bag.has(word)) shared += weight;
  const either = a.bagMass + b.bagMass - shared;
  if (a.bagMass === 0 || b.bagMass === 0) return [0, 0, 0];
  const left = shared / a.bagMass;
  const right = shared / b.bagMass;
  return [shared / either, Math.min(left, right), Math.max(left, right)];
}

/**
 * The features of a pair, symmetric in its two records.
 * @returns one number per name in `FEATURES`
 */
export function features(a: Prepared, b: Prepared): number[] {
  const left = account(a, b);
  const right = account(b, a);
  const aMass = left.matched + left.open;
  const bMass = right.matched + right.open;
  const aIn = aMass === 0 ? 0 : left.matched / aMass;
  const bIn = bMass === 0 ? 0 : right.matched / bMass;
  const matched = Math.min(left.matched, right.matched);
  const union = matched + left.open + right.open;
  const short = Math.min(a.grams.length, b.grams.length);
  const shared = sharedGrams(a.grams, b.grams);
  const x = a.squeezed.slice(0, 160);
  const y = b.squeezed.slice(0, 160);
  const longest = Math.max(x.length, y.length);
  const people = authors(namedAs(a, b), namedAs(b, a));
  const [bagOverlap, bagLow, bagHigh] = bags(a, b);
  const venue = venueAgreement(a.venue, b.venue);
  const numbers = compareMarkers(a.markers, b.markers);
  return [
    union === 0 ? 0 : matched / union,
    Math.min(aIn, bIn),
    Math.max(aIn, bIn),
    a.grams.length + b.grams.length === 0 ? 0 : (2 * shared) / (a.grams.length + b.grams.length),
    short === 0 ? 0 : shared / short,
    longest === 0 ? 0 : 1 - distance(x, y) / longest,
    partsAgreement(a, b),
    commonPrefix(x, y),
    Math.min(60, Math.min(left.open, right.open)),
    Math.min(60, Math.max(left.open, right.open)),
    Math.min(60, matched),
    Math.min(60, Math.min(a.mass, b.mass)),
    Math.min(60, left.elsewhere + right.elsewhere),
    people.known,
    people.low,
    people.high,
    people.clash,
    Math.min(10, a.names.length, b.names.length),
    Math.min(10, Math.max(a.names.length, b.names.length)),
    yearDistance(a, b),
    venue < 0 ? UNSAID : venue,
    Math.min(a.missing, b.missing),
    Math.max(a.missing, b.missing),
    bagOverlap,
    bagLow,
    bagHigh,
    Math.min(3, numbers.onlyOne),
    numbers.clash === null ? 0 : 1,
    people.first,
    longest === 0 ? 0 : Math.min(x.length, y.length) / longest,
    Number(a.recurring) + Number(b.recurring),
    Number(a.cut || b.cut),
  ];
}

/** How the probability may move with each feature: 1 only up, -1 only down, 0 either way. Training keeps to it. */
export const DIRECTIONS: Readonly<Record<(typeof FEATURES)[number], -1 | 0 | 1>> = {
  title_overlap: 1,
  title_contained_low: 1,
  title_contained_high: 1,
  title_grams: 1,
  title_grams_contained: 1,
  title_edit: 1,
  title_parts: 1,
  title_prefix: 1,
  unexplained_low: -1,
  unexplained_high: -1,
  shared_mass: 1,
  title_mass_low: 0,
  explained_mass: 0,
  authors_known: 0,
  authors_low: 1,
  authors_high: 1,
  authors_clash: -1,
  authors_count_low: 0,
  authors_count_high: 0,
  year_distance: -1,
  venue: 1,
  missing_low: 0,
  missing_high: 0,
  bag_overlap: 1,
  bag_contained_low: 1,
  bag_contained_high: 1,
  numbered_one: -1,
  numbered_clash: -1,
  first_author: 1,
  length_ratio: 0,
  recurring: -1,
  cut: 0,
};
