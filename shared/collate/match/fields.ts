import { fieldText, TITLE_CAP } from './normalise.ts';

/** A record of any shape: a `PaperRecord`, a benchmark's row, CSL-JSON, or a bare title. */
export type AnyRecord = Readonly<Record<string, unknown>> | string | null | undefined;

/** The fields that identity is judged by, read from whatever names they have. */
export interface Fields {
  readonly title: string;
  readonly authors: unknown;
  readonly venue: string;
  readonly year: string;
  readonly ids: readonly string[];
  readonly type: string;
}

const firstOf = (record: Readonly<Record<string, unknown>>, names: readonly string[], cap?: number) => {
  for (const name of names) {
    const text = fieldText(record[name], cap);
    if (text !== '') return text;
  }
  return '';
};

function yearText(record: Readonly<Record<string, unknown>>): string {
  const direct = firstOf(record, ['year', 'date', 'publication_year', 'publicationDate', 'published', 'pub_year'], 60);
  if (direct !== '') return direct;
  const issued = record.issued;
  if (typeof issued === 'object' && issued !== null) {
    const parts = (issued as Record<string, unknown>)['date-parts'];
    return fieldText(Array.isArray(parts) ? (parts as unknown[]).flat()[0] : null);
  }
  return fieldText(issued, 60);
}

function idTexts(record: Readonly<Record<string, unknown>>): string[] {
  const out: string[] = [];
  const add = (value: unknown, prefix = '') => {
    const text = fieldText(value, 500);
    if (text !== '') out.push(prefix !== '' && !/^(?:https?:|[a-z0-9]+:)/i.test(text) ? `${prefix}${text}` : text);
  };
  add(record.id);
  if (Array.isArray(record.ids)) for (const id of record.ids.slice(0, 50)) add(id);
  else if (typeof record.ids === 'object' && record.ids !== null) for (const id of Object.values(record.ids)) add(id);
  add(record.doi ?? record.DOI, 'doi:');
  add(record.arxivId ?? record.arxiv_id ?? record.arxiv ?? record.eprint, 'arxiv:');
  const external = record.externalIds;
  if (typeof external === 'object' && external !== null) {
    const ids = external as Record<string, unknown>;
    add(ids.DOI, 'doi:');
    add(ids.ArXiv, 'arxiv:');
    add(ids.ACL, 'acl:');
    add(ids.DBLP, 'dblp:');
  }
  add(record.url ?? record.URL);
  return out;
}

/** Reads the fields; anything missing is ''. */
export function fieldsOf(record: AnyRecord): Fields {
  if (record === null || record === undefined)
    return { title: '', authors: [], venue: '', year: '', ids: [], type: '' };
  if (typeof record === 'string') {
    return { title: fieldText(record, TITLE_CAP), authors: [], venue: '', year: '', ids: [], type: '' };
  }
  return {
    title: firstOf(record, ['title', 'name', 'Title'], TITLE_CAP),
    authors: record.authors ?? record.author ?? record.Authors ?? record.creators ?? [],
    venue: firstOf(
      record,
      ['venue', 'journal', 'booktitle', 'container-title', 'journal_ref', 'publicationVenue', 'Venue'],
      600,
    ),
    year: yearText(record),
    ids: idTexts(record),
    type: fieldText(record.type ?? record.publicationType, 60).toLowerCase(),
  };
}
