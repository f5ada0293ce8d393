import { normaliseId } from '../../contracts/ids.ts';
import { fold } from '../../text/normalise.ts';
import { REMOVED_MARK } from '../cite.ts';

/** What a work is known by; records and notes of the run both have it. */
export interface KnownWork {
  readonly id: string;
  readonly ids: readonly string[];
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly url?: string | null;
}

/** Addresses and identifiers written into a sentence. */
const ADDRESS =
  /(?<![\p{L}\p{N}./@])(?:https?:\/\/|doi:\s?|arxiv:\s?|10\.\d{4,9}\/)[^\s()[\]<>"“”]+(?:\([^\s()]*\)[^\s()[\]<>"“”]*)*/giu;
const NAME = String.raw`(?<![\p{L}\p{M}'’-])\p{Lu}[\p{L}\p{M}'’-]{1,40}`;
/** `Smith et al. (2021)`, `Smith and Jones, 2021`, and in brackets `Smith, 2021`. A name and a year alone may be a data set. */
const AUTHOR_YEAR = new RegExp(
  String.raw`(${NAME})(?:\s+(?:et\s+al\.?|and\s+others|(?:and|&)\s+${NAME}),?\s+\(?|(?<=[(;]\s?${NAME}),\s+)((?:19|20)\d{2})[a-z]?\b(?:(?<=\(\d{4}[a-z]?)\))?`,
  'gu',
);
/** A preprint and its printed version are a year apart, sometimes two. */
const YEARS_APART = 2;

export interface NamedWorks {
  readonly text: string;
  /** Addresses, ids and names taken out. */
  readonly unknown: readonly string[];
}

/**
 * Takes works out of a text of ours that it names beside its citations and that are none of the run's: addresses and ids,
 * and names with a year. What a cited text itself names may be named.
 *
 * @param texts the cited texts
 */
export function namedWorks(text: string, works: Iterable<KnownWork>, texts: readonly string[]): NamedWorks {
  const known = [...works];
  const unknown: string[] = [];
  const without = text.replace(ADDRESS, (hit) => {
    const address = hit.replace(/[.,;:!?]+$/, '');
    if (isOf(address, known) || texts.some((one) => one.includes(address))) return hit;
    unknown.push(address);
    return hit.slice(address.length);
  });
  const shown = without.replace(AUTHOR_YEAR, (hit: string, name: string, year: string) => {
    if (isAuthor(name, Number(year), known)) return hit;
    if (texts.some((one) => one.includes(name) && one.includes(year))) return hit;
    unknown.push(hit);
    return REMOVED_MARK;
  });
  return { text: unknown.length === 0 ? text : tidied(shown), unknown };
}

function isOf(address: string, works: readonly KnownWork[]): boolean {
  const wanted = address.replace(/\s/g, '').toLowerCase();
  const id = normaliseId(address);
  return works.some((work) => work.url?.toLowerCase() === wanted || [work.id, ...work.ids].some((one) => one === id));
}

function isAuthor(name: string, year: number, works: readonly KnownWork[]): boolean {
  const wanted = fold(name).replace(/['’]s$/, '');
  return works.some((work) => {
    const near = work.year === null || Math.abs(work.year - year) <= YEARS_APART;
    const names = [...work.authors, work.title ?? ''].flatMap((one) => fold(one).split(/[\s,:;]+/));
    return near && names.includes(wanted);
  });
}

function tidied(text: string): string {
  return text
    .replace(/\s{2,}/g, ' ')
    .replace(/\(\s*(?:(?:see|cf\.|e\.g\.)\s*)?[,;\s]{0,8}\)/gi, '')
    .replace(/([(])[\s,;]+/g, '$1')
    .replace(/[\s,;]{1,8}\)/g, ')')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim();
}
