import { distance } from 'fastest-levenshtein';
import { normaliseId } from '../../contracts/ids.ts';
import { familyName } from '../../present/names.ts';
import { fold } from '../../text/normalise.ts';

/** What a cited key stands for in the closed set. */
export type Verdict =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'repaired'; readonly id: string }
  | { readonly kind: 'unknown' };

interface Shape {
  readonly id: string;
  readonly lower: string;
  readonly folded: string;
  readonly letters: string;
  readonly digits: string;
}

/** Who wrote a known work, and when: names in running text are held against it. */
export interface KnownWork {
  readonly authors: readonly string[];
  readonly year: number | null;
  /** Works without authors are named by it. */
  readonly title?: string | null;
  readonly url?: string | null;
}

const YEARS_APART = 2;
const UNKNOWN: Verdict = { kind: 'unknown' };
const AUTHOR_YEAR =
  /^(\p{Lu}[\p{L}'’-]+)(?:\s+et\s+al\.?|\s+(?:and|&)\s+\p{Lu}[\p{L}'’-]+)?,?\s+\(?((?:19|20)\d{2}[a-z]?)\)?$/u;

/** The only ids a draft may cite, and the near misses that can mean but one of them. */
export class KnownIds {
  readonly #ids: ReadonlySet<string>;
  readonly #shapes: readonly Shape[];
  readonly #byCanonical = new Map<string, string[]>();
  readonly #byFolded = new Map<string, Shape[]>();
  /** Without a scheme: only these are compared letter by letter. */
  readonly #free: readonly Shape[];
  readonly #byLetters = new Map<string, Shape[]>();
  /** What stands in front of the number of known ids, and how known ids are built. */
  readonly #prefixes = new Set<string>();
  readonly #builds = new Set<string>();
  /** Some known ids are bare words, so that a bare word in brackets may be meant as an id. */
  readonly hasBareWords: boolean;
  /** The greatest number among the ids, 0 when none is a number. */
  readonly greatestNumber: number;
  /** Ids that hold a separator of lists themselves (some DOIs do), longest first. */
  readonly withSeparators: readonly string[];

  /** Years by family name of the works given with their authors. */
  readonly #people = new Map<string, Set<number | null>>();
  readonly #addresses: ReadonlySet<string>;
  readonly #texts: readonly string[];
  /** Whether names in running text can be told at all: works with authors are given, or ids made of name and year. */
  readonly hasNames: boolean;

  constructor(known: readonly string[], works: readonly KnownWork[] = [], texts: readonly string[] = []) {
    const ids = [...new Set(known.map((id) => id.trim()).filter((id) => id !== ''))];
    this.#ids = new Set(ids);
    this.#shapes = ids.map(shapeOf);
    this.#free = this.#shapes.filter((shape) => !isSchemed(shape.id));
    for (const shape of this.#shapes) add(this.#byFolded, shape.folded, shape);
    for (const shape of this.#free) add(this.#byLetters, shape.letters, shape);
    for (const id of ids) {
      const canonical = normaliseId(id) ?? id;
      this.#byCanonical.set(canonical, [...(this.#byCanonical.get(canonical) ?? []), id]);
    }
    for (const { id } of this.#free) {
      const prefix = numbered(id)?.prefix;
      if (prefix) this.#prefixes.add(prefix);
      if (/\p{L}/u.test(id) && /\d/.test(id)) this.#builds.add(buildOf(id));
    }
    this.#texts = texts;
    this.#addresses = new Set(works.flatMap(({ url }) => (url ? [normaliseId(url) ?? url] : [])));
    for (const { authors, year, title } of works) {
      const names = authors.flatMap((author) => [familyName(author), familyName(author).split(' ').at(-1)!]);
      for (const name of [...names, ...(title ?? '').split(/[\s,:;]+/)].map(plain)) {
        if (name !== '') this.#people.set(name, (this.#people.get(name) ?? new Set()).add(year));
      }
    }
    this.hasNames =
      this.#people.size > 0 || this.#shapes.some(({ folded }) => /^\p{L}{2,}(?:19|20)\d{2}/u.test(folded));
    this.hasBareWords = ids.some((id) => /^\p{L}+$/u.test(id));
    this.withSeparators = ids.filter((id) => /[;,\s]/.test(id)).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.greatestNumber = ids.reduce((most, id) => (/^\d{1,9}$/.test(id) ? Math.max(most, Number(id)) : most), 0);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Whether a key goes on the count of known ones: `P9` where `P1` is known. */
  counts(key: string): boolean {
    return this.#prefixes.has(numbered(key)?.prefix ?? '');
  }

  /** Whether a key is built as a known one is: `X9` as `P1`, `Doe1999` as `Roe2021`. */
  isLike(key: string): boolean {
    return this.counts(key) || this.#builds.has(buildOf(key));
  }

  /** Judges one key as written, without its `@` or `^`. Numbers are never near misses of other numbers. */
  judge(key: string): Verdict {
    if (this.#ids.has(key)) return { kind: 'known', id: key };
    const canonical = normaliseId(key);
    const same = canonical === null ? undefined : this.#byCanonical.get(canonical);
    if (same?.length === 1) return { kind: 'repaired', id: same[0]! };
    if (/^\d+$/.test(key)) return UNKNOWN;
    const id = this.#nearMiss(key);
    return id === null ? UNKNOWN : { kind: 'repaired', id };
  }

  /** `Smith et al., 2021` stands for the one id with that name and year; null when `text` is no such form. */
  judgeAuthorYear(text: string): Verdict | null {
    const hit = AUTHOR_YEAR.exec(text);
    if (!hit) return null;
    if (this.#ids.has(text)) return { kind: 'known', id: text };
    const name = plain(hit[1]!);
    const year = hit[2]!;
    const fits = this.#shapes.filter((s) => s.folded.startsWith(name) && s.folded.slice(name.length).startsWith(year));
    return fits.length === 1 ? { kind: 'repaired', id: fits[0]!.id } : UNKNOWN;
  }

  /** Whether an address or a register's number is of a known work, or stands in one of the texts. */
  knowsAddress(address: string): boolean {
    const bare = address.replace(/\s+/g, '');
    if (this.judge(bare).kind !== 'unknown' || this.#addresses.has(normaliseId(bare) ?? bare)) return true;
    return this.#texts.some((text) => text.includes(address));
  }

  /**
   * Whether somebody of that family name has a known work, of each of the years when any are given: a preprint and its
   * printed version are up to two years apart. A text's own references count too.
   */
  knowsPerson(name: string, years: readonly string[]): boolean {
    const last = name.split(/\s+/).at(-1)!;
    if (this.#texts.some((text) => text.includes(last) && years.every((year) => text.includes(year)))) return true;
    return [name, last].map(plain).some((person) => {
      const ofWorks = [...(this.#people.get(person) ?? [])];
      const ofIds = this.#shapes.flatMap(({ folded }) =>
        folded.startsWith(person) ? (/^(?:19|20)?\d{2}/.exec(folded.slice(person.length))?.[0] ?? []) : [],
      );
      if (years.length === 0) return ofWorks.length + ofIds.length > 0;
      return years.every((year) => {
        const near = (other: number | null) =>
          other === null || Math.abs(other - Number(year.slice(0, 4))) <= YEARS_APART;
        return ofWorks.some(near) || ofIds.some((id) => year.slice(0, 4).endsWith(id));
      });
    });
  }

  #nearMiss(key: string): string | null {
    const shape = shapeOf(key);
    if (shape.folded.length < 2) return null;
    const value = lastPartOf(key);
    const free = isSchemed(key) ? [] : this.#free;
    const rules: (() => readonly Shape[])[] = [
      () => this.#byFolded.get(shape.folded) ?? [],
      () =>
        value === null
          ? []
          : this.#shapes.filter((s) => s.lower.endsWith(`:${value}`) || s.lower.endsWith(`/${value}`)),
      () =>
        (free.length === 0 ? [] : (this.#byLetters.get(shape.letters) ?? [])).filter((s) =>
          sameYear(s.digits, shape.digits),
        ),
      () => free.filter((s) => isAffix(shape.folded, s.folded)),
      () => free.filter((s) => s.digits === shape.digits && isTypo(shape, s)),
    ];
    for (const rule of rules) {
      const fits = rule();
      if (fits.length > 0) return fits.length === 1 ? fits[0]!.id : null;
    }
    return null;
  }
}

function add(index: Map<string, Shape[]>, key: string, shape: Shape): void {
  const list = index.get(key);
  if (list) list.push(shape);
  else index.set(key, [shape]);
}

/** `P` and 9 of `P9`; null for what ends in no number behind letters. */
export function numbered(key: string): { readonly prefix: string; readonly number: number } | null {
  const hit = /^(\p{L}[\p{L}_-]{0,30}?)(\d{1,4})$/u.exec(key);
  return hit && { prefix: hit[1]!, number: Number(hit[2]) };
}

/** Capitals, small letters and digits of a key, without saying which. */
function buildOf(key: string): string {
  return key.replace(/\p{Lu}+|\p{L}+|\d+/gu, (run) =>
    /\d/.test(run)
      ? run.length < 3
        ? '0'
        : '0'.repeat(run.length)
      : /\p{Lu}/u.test(run)
        ? 'A'.repeat(Math.min(run.length, 2))
        : 'a',
  );
}

function plain(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function shapeOf(id: string): Shape {
  const folded = plain(id);
  return { id, lower: id.toLowerCase(), folded, letters: folded.replace(/\d/g, ''), digits: folded.replace(/\D/g, '') };
}

function isSchemed(id: string): boolean {
  return /^[a-z\d]+:\S/i.test(id);
}

/** The key without its scheme, to be looked up as the last part of an id: `2307.08691` of `arxiv:2307.08691`; null when it says too little. */
function lastPartOf(key: string): string | null {
  const value = key.replace(/^[a-z\d]+:/i, '').toLowerCase();
  return value.length >= 6 && /\d/.test(value) ? value : null;
}

function sameYear(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length === 2 && long.length === 4 && /^(?:19|20)/.test(long) && long.endsWith(short);
}

/** One id is the other with words before or behind it; digits are never cut. */
function isAffix(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 5 || (!long.startsWith(short) && !long.endsWith(short))) return false;
  if (!/\d/.test(short) || !/\p{L}/u.test(short)) return false;
  if (long.startsWith(short)) return !/^\d$/.test(long.charAt(short.length));
  return long.endsWith(short) && !/^\d$/.test(long.charAt(long.length - short.length - 1));
}

/** Same number, same first letter, and letters that a slip of the hand explains. */
function isTypo(a: Shape, b: Shape): boolean {
  if (a.letters.charAt(0) !== b.letters.charAt(0)) return false;
  const shorter = Math.min(a.letters.length, b.letters.length);
  if (shorter >= 4 && isTransposed(a.letters, b.letters)) return true;
  // A letter too few or too many is a slip also in short names; another letter there may be another name.
  const sameLength = a.letters.length === b.letters.length;
  const allowed = shorter < (sameLength ? 5 : 4) ? 0 : shorter < 9 ? 1 : 2;
  return allowed > 0 && distance(a.letters, b.letters) <= allowed;
}

function isTransposed(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}
