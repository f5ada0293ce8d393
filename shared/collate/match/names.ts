import anyAscii from 'any-ascii';
import { distance } from 'fastest-levenshtein';
import { fold, plainPunctuation } from '../../text/normalise.ts';
import { fieldText, readable } from './normalise.ts';

/** A person's name taken apart for comparison. All parts are folded. */
export interface Name {
  readonly family: string;
  /** Given names in order; a single letter is an initial. */
  readonly given: readonly string[];
  /** All letters without spaces, in the order given first. */
  readonly joined: string;
}

const NAMES_CAP = 300;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md|dr|prof)$/;
/** A degree between commas is nobody. */
const TITLE_HELD = /^\s*(?:ph\.?\s?d|m\.?\s?d|m\.?sc|b\.?sc|dr|prof(?:essor)?)\.?\s*$/i;
const PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|dos|la|le|el|al|bin|ibn|ter|ten|zu|zur)$/;
const OTHERS = /(?:,|;|&|\band\b)?\s*(?:\bet\.?\s*al\b\.?|\band others\b|\bothers\b|…|\.{3,})/giu;

/** What pages print beside names: addresses, roles, `by`, marks of affiliation, the link to the rest of the list. */
const MARKS: readonly (readonly [mark: RegExp, instead: string])[] = [
  [/^\s*(?:by|authors?)\b[:\s]+/i, ''],
  [/[<(]?[\w.+-]+@[\w.-]+[>)]?/g, ' '],
  [/\((?:authors?|eds?\.?|editors?|corresponding[^)]*)\)|\[\w\]/gi, ' '],
  [/\b(?:view|show) (?:all|more)(?: authors)?\b.*$|\bless authors\b/i, ' '],
  [
    /\s+[-\u2013\u2014]\s+[^,;]*(?:university|universit\p{L}+|research|institut\p{L}*|college|laborator\p{L}+|labs?)\b.*$/iu,
    ' ',
  ],
  [/[*\u2020\u2021\u00a7\u00b6\u2217]+/g, ' '],
  [/(?<=\p{L}{2})(?:\d{1,2}|[\u00b9\u00b2\u00b3\u2070-\u2079]+)(?![\p{L}\p{N}])/gu, ''],
];

function unmarked(text: string): string {
  if (
    !/[@([*\u2020\u2021\u00a7\u00b6\u2217\d\u00b2\u00b3\u00b9\u2070-\u2079]|\b(?:by|author|view|show)|\s[-\u2013\u2014]\s/i.test(
      text,
    )
  )
    return text;
  return MARKS.reduce((rest, [mark, instead]) => rest.replace(mark, instead), text);
}

/** Letters that stand for initials when they come as one word: capitals (`JK`) or a group without a vowel (`jk`). */
function isInitials(word: string): boolean {
  return (
    (/^\p{Lu}{1,3}$/u.test(word) && !/^(?:Li|Wu|Xu|Yu|Hu|Lu|Su|Ma|He)$/.test(word)) ||
    (/^[b-df-hj-np-tv-xz]{1,2}$/i.test(word) && !/^ng$/i.test(word))
  );
}

function partsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'-]+\.?/gu) ?? [];
}

function plain(word: string): string {
  return plainPunctuation(fold(word)).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Given names: `J.-P.`, `JP` and `j p` become single letters, whole names stay. */
function givenOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const bare = word.replace(/\.$/, '');
    if (isInitials(bare)) return [...plain(bare)];
    if (/^\p{L}\.?-\p{L}\.?$/u.test(word)) return [...plain(word)];
    const name = plain(bare);
    return name === '' ? [] : [name];
  });
}

/** Takes one name apart: `Zhang, Wei`, `Wei Zhang`, `W. Zhang`, `Zhang W`, `Xiaopeng Zhang 0009`. Null when empty. */
export function parseName(text: string): Name | null {
  const bare = text.replace(/\s+\d{4}$/, '').trim();
  const comma = bare.indexOf(',');
  const tidy = (part: string) => partsOf(part).filter((word) => !SUFFIX.test(plain(word)));
  let family: string[];
  let given: string[];
  if (comma > 0) {
    family = tidy(bare.slice(0, comma));
    given = tidy(bare.slice(comma + 1));
    if (given.length === 0) [family, given] = lastIsFamily(family);
  } else {
    [family, given] = lastIsFamily(tidy(bare));
  }
  const name = family
    .map(plain)
    .filter((word) => !PARTICLE.test(word) || family.length === 1)
    .join('');
  if (name === '') return null;
  const first = givenOf(given).filter((word) => !PARTICLE.test(word));
  return { family: name.slice(0, 60), given: first.slice(0, 6), joined: (first.join('') + name).slice(0, 120) };
}

function lastIsFamily(words: readonly string[]): [string[], string[]] {
  if (words.length < 2) return [[...words], []];
  const last = words.at(-1)!;
  const trailing = isInitials(last.replace(/\.$/, '')) || /^\p{L}\.$/u.test(last);
  const least = plain(last).length === 1 && !isInitials(words[0]!) ? 1 : 2;
  if (trailing && plain(words[0]!).length > least) return [[words[0]!], words.slice(1)];
  return [[last], words.slice(0, -1)];
}

const isInitialsOnly = (piece: string) =>
  partsOf(piece).every((word) => isInitials(word.replace(/\.$/, '')) || /^\p{L}\.$/u.test(word));

/** Splits a written list of authors; tells lists of `Family, Given` from lists of names. */
export function splitAuthors(text: string): string[] {
  const list = text.replace(OTHERS, ' ; ').replace(/\s+,/g, ',');
  const tidy = (pieces: readonly string[]) =>
    pieces.map((piece) => piece.trim()).filter((piece) => /\p{L}/u.test(piece) && !TITLE_HELD.test(piece));
  if (/[;|]/.test(list) && tidy(list.split(/[;|]/)).length > 1)
    return tidy(list.split(/[;|]/)).flatMap((piece) => splitCommas([piece]));
  return splitCommas(tidy(list.replace(/[;|]/g, ' ').split(/\s+(?:and|und|et)\s+|\s*&\s*/i)));
}

function splitCommas(parts: readonly string[]): string[] {
  const pieces = parts.map((part) =>
    part
      .split(',')
      .map((piece) => piece.trim())
      .filter((piece) => /\p{L}/u.test(piece) && !TITLE_HELD.test(piece)),
  );
  const flat = pieces.flat();
  const inverted =
    pieces.every((piece) => piece.length === 2) &&
    pieces.every(
      ([a, b]) =>
        partsOf(a!).length <= 2 && (parts.length > 1 || (partsOf(a!).length === 1 && partsOf(b!).length <= 2)),
    );
  if (inverted) return pieces.map(([a, b]) => `${a}, ${b}`);
  if (
    flat.length >= 2 &&
    flat.length % 2 === 0 &&
    flat.every((piece, at) => (at % 2 === 1) === isInitialsOnly(piece))
  ) {
    return flat.filter((_, at) => at % 2 === 0).map((family, at) => `${family}, ${flat[at * 2 + 1]}`);
  }
  return flat;
}

/** The names in an authors' field of any shape: a string, a list of strings, or of objects with name or given and family. */
export function namesOf(value: unknown): Name[] {
  const written = Array.isArray(value)
    ? value.slice(0, NAMES_CAP).flatMap(writtenName)
    : splitAuthors(unmarked(readable(fieldText(value))));
  const names: Name[] = [];
  for (const text of written.slice(0, NAMES_CAP)) {
    const name = parseName(text.slice(0, 200));
    if (name !== null) names.push(name);
  }
  return names;
}

function writtenName(entry: unknown): string[] {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) {
    const person = entry as Record<string, unknown>;
    const family = fieldText(person.family ?? person.lastName ?? person.last);
    if (family !== '')
      return [`${readable(family)}, ${readable(fieldText(person.given ?? person.firstName ?? person.first))}`];
    const author = person.author;
    if (typeof author === 'object' && author !== null) return writtenName(author);
  }
  const text = unmarked(readable(fieldText(entry))).trim();
  if (text === '') return [];
  const commas = text.split(',').length - 1;
  const several = /[;|]|\s(?:and|&)\s|\bet\.?\s*al\b/i.test(text) || commas > 1;
  return several && !/,\s*(?:jr|sr|i{2,3})\.?$/i.test(text)
    ? splitAuthors(text)
    : [text.replace(OTHERS, ' ')].filter((name) => name.trim() !== '');
}

function givenAgreement(a: readonly string[], b: readonly string[]): number {
  const x = a[0];
  const y = b[0];
  if (x === undefined || y === undefined) return 0.85;
  if (x === y) return x.length === 1 ? 0.95 : 1;
  if (x.length === 1 || y.length === 1) {
    if (x[0] === y[0]) return 0.95;
  } else if (x[0] === y[0]) {
    if (x.startsWith(y) || y.startsWith(x)) return 0.95;
    if (distance(x, y) <= (Math.min(x.length, y.length) > 5 ? 2 : 1)) return 0.9;
    if (x.length <= 3 || y.length <= 3) return 0.75;
    return 0.5;
  }
  const crossed =
    a.some((word) => word[0] === y[0] && (word.length === 1 || y.length === 1 || word === y)) ||
    b.some((word) => word[0] === x[0] && (word.length === 1 || x.length === 1 || word === x));
  return crossed ? 0.8 : 0.1;
}

/** How well two names agree, 0 to 1: initials, missing given names, swapped order and typing errors are allowed for. */
export function nameAgreement(a: Name, b: Name): number {
  if (a.family === b.family) return a.joined === b.joined ? 1 : givenAgreement(a.given, b.given);
  if (a.joined === b.joined) return 1;
  if (a.given.includes(b.family) && b.given.includes(a.family)) return 0.95;
  if (isTurned(a, b) || isTurned(b, a)) return 0.9;
  const shorter = Math.min(a.family.length, b.family.length);
  if (shorter >= 4 && Math.abs(a.family.length - b.family.length) <= 2) {
    if (distance(a.family, b.family) <= (shorter >= 8 ? 2 : 1)) return 0.9 * givenAgreement(a.given, b.given);
  }
  if (
    shorter >= 4 &&
    (a.family.endsWith(b.family) ||
      b.family.endsWith(a.family) ||
      a.family.startsWith(b.family) ||
      b.family.startsWith(a.family))
  ) {
    return 0.85 * Math.max(givenAgreement(a.given, b.given), a.given[0]?.[0] === b.given[0]?.[0] ? 0.9 : 0);
  }
  if (a.joined.length >= 8 && b.joined.length >= 8 && distance(a.joined, b.joined) <= 2) return 0.85;
  return isLatin(a) === isLatin(b) ? 0 : acrossScripts(a, b);
}

/** `legaria ca`, read as a person called Ca: the initials stand behind the family's name. */
function isTurned(a: Name, b: Name): boolean {
  if (a.family.length > 3 || a.given.length !== 1 || a.given[0] !== b.family || b.given.length === 0) return false;
  const initials = b.given.map((word) => word[0]).join('');
  return initials.startsWith(a.family) || a.family.startsWith(initials);
}

const isLatin = (name: Name) => !/[^\x00-\x7f]/.test(name.joined);

/** There are many ways to spell a name in Latin letters: agreement shows, disagreement says nothing. */
const UNTOLD = 0.5;

function acrossScripts(a: Name, b: Name): number {
  const [x, y] = [spelt(a), spelt(b)];
  const orders = [x.joined, x.family + x.given.join('')];
  if (orders.includes(y.joined) || orders.includes(y.family + y.given.join(''))) return 0.95;
  return Math.max(UNTOLD, 0.95 * nameAgreement(x, y));
}

function spelt(name: Name): Name {
  const letters = (text: string) =>
    anyAscii(text)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
  return { family: letters(name.family), given: name.given.map(letters), joined: letters(name.joined) };
}

/** `The ATLAS Collaboration`, `Anonymous`: who wrote under such a name the records of persons do not contradict. */
const COLLECTIVE =
  /^(?:collaborations?|consortium|teams?|groups?|committee|projects?|organi[sz]ation|society|anonymous|anon|unknown|staff|various|network|initiative|members|contributors|community)$/;

/** True for a body of people, and for what stands for no one. */
export function isCollective(name: Name): boolean {
  return COLLECTIVE.test(name.family);
}
