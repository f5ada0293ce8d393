import type { PaperRecord } from '../../contracts/record.ts';
import { type Entry, entriesOf } from './entry.ts';
import type { EntryType } from './venue.ts';

const TYPES: Readonly<Record<EntryType, string>> = {
  article: 'article-journal',
  conference: 'paper-conference',
  preprint: 'article',
  thesis: 'thesis',
  report: 'report',
  webpage: 'webpage',
  other: 'document',
};

export type CslName =
  | { readonly family: string; readonly given?: string; readonly suffix?: string }
  | { readonly literal: string };

/** An item of CSL-JSON 1.0.2, with the fields a record can fill. */
export interface CslItem {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly author?: readonly CslName[];
  readonly issued?: { readonly 'date-parts': readonly (readonly number[])[] };
  readonly 'container-title'?: string;
  readonly publisher?: string;
  readonly number?: string;
  readonly archive?: string;
  readonly archive_location?: string;
  readonly DOI?: string;
  readonly URL?: string;
  readonly note?: string;
  /** Ids of the record in the run, canonical first. */
  readonly custom: { readonly ids: readonly string[] };
}

/** CSL-JSON items of the records, in their order. */
export function cslItems(records: readonly PaperRecord[]): CslItem[] {
  return entriesOf(records).map(cslItem);
}

/** CSL-JSON of the records as a document. */
export function toCslJson(records: readonly PaperRecord[]): string {
  return `${JSON.stringify(cslItems(records), null, 1)}\n`;
}

function cslItem(entry: Entry): CslItem {
  const inside = entry.type === 'article' || entry.type === 'conference';
  return {
    id: entry.key,
    type: TYPES[entry.type],
    ...(entry.title === null ? {} : { title: entry.title }),
    ...(entry.persons.length === 0 ? {} : { author: entry.persons.map(cslName) }),
    ...(entry.date.length === 0 ? {} : { issued: { 'date-parts': [entry.date] } }),
    ...(entry.venue === null ? {} : inside ? { 'container-title': entry.venue } : { publisher: entry.venue }),
    ...(entry.type === 'preprint' ? { publisher: 'arXiv', number: `arXiv:${entry.arxiv}` } : {}),
    ...(entry.arxiv === null ? {} : { archive: 'arXiv', archive_location: entry.arxiv }),
    ...(entry.doi === null ? {} : { DOI: entry.doi }),
    ...(entry.url === null ? {} : { URL: entry.url }),
    ...(entry.retracted ? { note: 'Retracted or withdrawn' } : {}),
    custom: { ids: entry.ids },
  };
}

function cslName(one: Entry['persons'][number]): CslName {
  if ('literal' in one) return one;
  return {
    family: one.family,
    ...(one.given === null ? {} : { given: one.given }),
    ...(one.suffix === null ? {} : { suffix: one.suffix }),
  };
}
