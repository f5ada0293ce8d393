import { arxivParts, cleanDoi } from '../../contracts/ids.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { safeUrl } from '../../present/escape.ts';
import { citationKeys } from './keys.ts';
import { type Person, personsOf } from './person.ts';
import { plainOrNull } from './text.ts';
import { type EntryType, entryTypeOf, publishedVenue } from './venue.ts';
import { datePartsOf } from './year.ts';

/** A reference with everything a writer needs, in plain text: no entity, no markup, no invisible character. */
export interface Entry {
  readonly key: string;
  /** Canonical id of the record, and all its ids, canonical first. */
  readonly id: string;
  readonly ids: readonly string[];
  readonly type: EntryType;
  readonly title: string | null;
  readonly persons: readonly Person[];
  /** The author list goes on. */
  readonly more: boolean;
  /** Year, month, day as far as known. */
  readonly date: readonly number[];
  readonly venue: string | null;
  readonly doi: string | null;
  readonly arxiv: string | null;
  readonly url: string | null;
  readonly retracted: boolean;
}

/** The entries of a bibliography in the given order, keys unique among them; a record given twice is written once. */
export function entriesOf(records: readonly PaperRecord[]): Entry[] {
  const keys = citationKeys(records);
  const unique = [...new Map(records.map((record) => [record.id, record])).values()];
  return unique.map((record) => entryOf(record, keys.get(record.id)!));
}

function entryOf(record: PaperRecord, key: string): Entry {
  const ids = [...new Set([record.id, ...record.ids])];
  return {
    key,
    id: record.id,
    ids,
    type: entryTypeOf(record),
    title: plainOrNull(record.title),
    ...personsOf(record.authors),
    date: datePartsOf(record),
    venue: plainOrNull(publishedVenue(record)),
    doi: doiOf(record, ids),
    arxiv: arxivOf(record, ids),
    url: record.url === null ? null : (safeUrl(record.url)?.replace(/[{}]/g, encodeURIComponent) ?? null),
    retracted: record.retracted || record.withdrawn,
  };
}

/** arXiv's own DOI says no more than the arXiv id. */
function doiOf(record: PaperRecord, ids: readonly string[]): string | null {
  const all = [record.doi, ...ids.filter((id) => id.startsWith('doi:'))];
  const dois = all.map((one) => (one === null ? null : cleanDoi(one))).filter((one) => one !== null);
  const doi = dois.find((one) => !one.startsWith('10.48550/')) ?? null;
  return doi?.replace(/[{}\\\s]/g, encodeURIComponent) ?? null;
}

function arxivOf(record: PaperRecord, ids: readonly string[]): string | null {
  const all = [record.arxivId, ...ids.filter((id) => id.startsWith('arxiv:'))];
  for (const one of all) {
    const parts = one === null ? null : arxivParts(one);
    if (parts) return parts.id;
  }
  return null;
}
