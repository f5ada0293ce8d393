import type { PaperRecord } from '../../contracts/record.ts';
import { isRetractedTitle } from '../../contracts/retracted-title.ts';
import { dateOf, parseDate, yearPrecision } from '../dates.ts';
import { asCount, asList, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
import { paperOf, withoutRepeats } from '../paper.ts';
import {
  type Access,
  cursorNumber,
  cursorText,
  endpoint,
  type Provider,
  type ProviderRequest,
  type SearchQuery,
} from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { fromInvertedIndex, titleText } from '../text.ts';

/** Page numbers end there; a cursor goes on, but needs a key. */
const OPENALEX_WINDOW = 10_000;
const PAGE_LIMIT = 100;
export const OPENALEX_FIELDS =
  'id,doi,ids,title,publication_year,publication_date,authorships,abstract_inverted_index,primary_location,best_oa_location,open_access,locations,referenced_works,cited_by_count,is_retracted,is_paratext,type';
const NO_PAPER = new Set(['paratext', 'peer-review', 'editorial-board', 'grant', 'supplementary-materials']);

/** OpenAlex. The key is left out when it is empty: an empty one is refused where none would do. */
export const openalex: Provider = {
  name: 'openalex',
  title: 'OpenAlex',
  channel: 'scholarly',
  base: 'https://api.openalex.org',
  urlVar: 'PLUMBLINE_OPENALEX_URL',
  keyVar: 'OPENALEX_API_KEY',
  keyRequired: false,
  about: 'a very small daily budget without a key; the free key gives about 1,000 searches a day',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const filters: string[] = [];
    if (query.days.from) filters.push(openalexFilter('from_publication_date', query.days.from));
    if (query.days.to) filters.push(openalexFilter('to_publication_date', query.days.to));
    return openalexWorks(access, {
      search: plainQuery(termsOf(query.text), { quotes: true, limit: 400 }).replace(/[,|!&‘’“”]/g, ' '),
      filter: filters.length > 0 ? filters.join(',') : null,
      select: OPENALEX_FIELDS,
      per_page: Math.min(query.max, PAGE_LIMIT),
      page: cursorText(query, 'cursor') === null ? cursorNumber(query, 'page', 1) : null,
      cursor: cursorText(query, 'cursor'),
    });
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const reading = {
      provider: 'OpenAlex',
      errorOf: (json: unknown) => {
        const message = asText(at(json, 'message')) ?? asText(at(json, 'error'));
        if (message === null || at(json, 'results') !== undefined || at(json, 'id') !== undefined) return null;
        // Before 2025 a wrong filter or field was answered with 403, which is no refusal.
        const wrongQuery =
          /invalid query param/i.test(asText(at(json, 'error')) ?? '') || /not a valid /i.test(message);
        return wrongQuery ? { message, status: 400 } : { message };
      },
    };
    return readJson(response, reading, context, (json) => parseAnswer(json, context));
  },
};

/** A request to `/works` with the key, when there is one. */
export function openalexWorks(
  access: Access,
  params: Readonly<Record<string, string | number | null>>,
): ProviderRequest {
  const url = endpoint(access.base, '/works', { ...params, api_key: access.key === '' ? null : access.key });
  return { method: 'GET', url, headers: { accept: 'application/json' } };
}

/**
 * One part of an OpenAlex filter. A comma inside a value would end it, so such a value is quoted; a person's name where an
 * id is needed is searched for as a name, because the service refuses it there.
 */
export function openalexFilter(attribute: string, value: string): string {
  const clean = value
    .replace(/["“”|!]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const wantsId = /(?:^|\.)id$/.test(attribute);
  if (wantsId && !/^(?:https:\/\/openalex\.org\/)?[A-Z]\d+$/i.test(clean)) {
    return attribute.includes('author') ? `raw_author_name.search:${quoted(clean)}` : `default.search:${quoted(clean)}`;
  }
  return `${attribute}:${wantsId ? clean : quoted(clean)}`;
}

function quoted(value: string): string {
  return /[,:&\s]/.test(value) ? `"${value}"` : value;
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const object = asObject(json) ?? {};
  const single = asText(object.id) !== null;
  if (!single && !('results' in object) && !('group_by' in object)) return unknownShape('OpenAlex');
  const rows = single ? [object] : objectsOf(object.results);
  const works = rows.filter((row) => /\/W\d+$/i.test(asText(row.id) ?? '') && !isNoPaper(row));
  const thisYear = new Date(context.now).getUTCFullYear();
  const papers = withoutRepeats(works.flatMap((row) => parseWork(row, thisYear) ?? []));
  const total = single ? papers.length : asCount(at(object, 'meta', 'count'));
  const left = rows.length - papers.length;
  const notes = left > 0 ? [`${left} records that are no papers, or repeat one, left out`] : [];
  return found({ papers, total, next: single ? null : nextPage(object, rows.length), notes });
}

function nextPage(object: JsonObject, rows: number): Record<string, unknown> | null {
  const cursor = asText(at(object, 'meta', 'next_cursor'));
  if (cursor !== null) return rows > 0 ? { cursor } : null;
  const page = asCount(at(object, 'meta', 'page'));
  const size = asCount(at(object, 'meta', 'per_page'));
  const count = asCount(at(object, 'meta', 'count'));
  if (page === null || size === null || count === null || rows === 0) return null;
  return page * size < Math.min(count, OPENALEX_WINDOW) ? { page: page + 1 } : null;
}

function isNoPaper(row: JsonObject): boolean {
  return row.is_paratext === true || NO_PAPER.has(asText(row.type) ?? '');
}

/** One work; null when it has neither id nor title. */
function parseWork(row: JsonObject, thisYear: number): PaperRecord | null {
  const id = /W\d+$/i.exec(asText(row.id) ?? '')?.[0];
  const places = objectsOf([row.primary_location, row.best_oa_location, ...asList(row.locations)]);
  const arxiv = places
    .map((place) => /arxiv\.org\/(?:abs|pdf)\/(\S+)/i.exec(asText(place.landing_page_url) ?? '')?.[1])
    .find((value) => value);
  const title = titleText(asText(row.title) ?? asText(row.display_name));
  const exact = yearPrecision(parseDate(asText(row.publication_date), thisYear));
  return paperOf({
    source: 'scholarly',
    ids: [id ? `openalex:${id.toUpperCase()}` : null],
    doi: asText(row.doi) ?? asText(at(row, 'ids', 'doi')),
    arxiv: arxiv ?? null,
    title,
    authors: objectsOf(row.authorships).map(
      (item) => asText(at(item, 'author', 'display_name')) ?? asText(item.raw_author_name),
    ),
    date: exact ?? dateOf(row.publication_year, null, null, thisYear),
    abstract: fromInvertedIndex(row.abstract_inverted_index),
    url: asText(at(row, 'primary_location', 'landing_page_url')) ?? asText(row.doi) ?? asText(row.id),
    venue: asText(at(row, 'primary_location', 'source', 'display_name')),
    cites: asList(row.referenced_works).flatMap((work) => {
      const cited = /W\d+$/i.exec(asText(work) ?? '')?.[0];
      return cited ? [`openalex:${cited.toUpperCase()}`] : [];
    }),
    citedByCount: asCount(row.cited_by_count),
    retracted: row.is_retracted === true || isRetractedTitle(title),
    openAccessUrl:
      asText(at(row, 'best_oa_location', 'pdf_url')) ??
      asText(at(row, 'open_access', 'oa_url')) ??
      asText(at(row, 'best_oa_location', 'landing_page_url')) ??
      freeCopy(places),
  });
}

/** Any copy that is marked as free: `best_oa_location` may be null although there is one. */
function freeCopy(places: readonly JsonObject[]): string | null {
  const free = places.filter((place) => place.is_oa === true);
  const pick = (field: string) => free.map((place) => asText(place[field])).find((url) => url !== null);
  return pick('pdf_url') ?? pick('landing_page_url') ?? null;
}
