import type { PaperRecord } from '../../contracts/record.ts';
import { dateOf, parseDate } from '../dates.ts';
import { asCount, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
import { paperOf, withoutRepeats } from '../paper.ts';
import {
  type Access,
  cursorNumber,
  endpoint,
  type Provider,
  type ProviderRequest,
  type SearchQuery,
} from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { MAX_TITLE, titleText } from '../text.ts';

/** Unpaywall: where a free copy of an article is. It wants a real e-mail address with every request. */
export const unpaywall: Provider = {
  name: 'unpaywall',
  title: 'Unpaywall',
  channel: 'scholarly',
  base: 'https://api.unpaywall.org',
  urlVar: 'PLUMBLINE_UNPAYWALL_URL',
  keyVar: null,
  keyRequired: false,
  contactRequired: true,
  about: 'needs PLUMBLINE_CONTACT, a real e-mail address',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const page = cursorNumber(query, 'page', 1);
    const params = {
      query: plainQuery(termsOf(query.text), { quotes: true, limit: 300 }),
      page: page > 1 ? page : null,
      email: access.contact,
    };
    return { method: 'GET', url: endpoint(access.base, '/v2/search', params), headers: { accept: 'application/json' } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const reading = { provider: 'Unpaywall', errorOf, special: badAddress };
    return readJson(response, reading, context, (json) => parseAnswer(json, context));
  },
};

/** A request for one DOI. */
export function unpaywallByDoi(doi: string, access: Access): ProviderRequest {
  const path = doi.split('/').map(encodeURIComponent).join('/');
  return {
    method: 'GET',
    url: endpoint(access.base, `/v2/${path}`, { email: access.contact }),
    headers: { accept: 'application/json' },
  };
}

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  if (!object || (object.error !== true && object.HTTP_status_code === undefined)) return null;
  const status = asCount(object.HTTP_status_code);
  const message = asText(object.message) ?? 'no reason given';
  return status !== null && status >= 400 ? { message, status } : { message };
}

function badAddress(response: SourceResponse, message: string): Parsed | null {
  if (response.status !== 422 && !/e-?mail/i.test(message)) return null;
  return failed(
    'error',
    `Unpaywall refused the e-mail address: set PLUMBLINE_CONTACT to a real one (${message.slice(0, 200)})`,
    { kind: 'never', waitMs: null },
  );
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json) ?? {};
  const isSearch = Array.isArray(object.results);
  if (!isSearch && object.doi === undefined) return unknownShape('Unpaywall');
  const rows = isSearch ? objectsOf(objectsOf(object.results).map((row) => row.response)) : [object];
  const papers = withoutRepeats(rows.flatMap((row) => parseRow(row, thisYear) ?? []));
  const notes: string[] = [];
  const long = rows.filter((row) => (asText(row.title)?.length ?? 0) > MAX_TITLE).length;
  if (long > 0) notes.push(`${long} titles longer than ${MAX_TITLE} characters cut`);
  return found({ papers, total: isSearch ? null : papers.length, notes });
}

function parseRow(row: JsonObject, thisYear: number): PaperRecord | null {
  if (asText(row.doi) === null || row.is_paratext === true) return null;
  return paperOf({
    source: 'scholarly',
    ids: [],
    doi: asText(row.doi),
    title: titleText(asText(row.title)),
    authors: objectsOf(row.z_authors).map((author) => {
      const name = [asText(author.given), asText(author.family)].filter((part) => part !== null).join(' ');
      return name === '' ? (asText(author.raw_author_name) ?? asText(author.name)) : name;
    }),
    date: parseDate(asText(row.published_date), thisYear) ?? dateOf(row.year, null, null, thisYear),
    url: asText(row.doi_url),
    venue: titleText(asText(row.journal_name)),
    openAccessUrl: freeCopy(row),
  });
}

/** The best copy, or any other: `best_oa_location` may be null although free copies exist. A PDF before a landing page. */
function freeCopy(row: JsonObject): string | null {
  const places = [asObject(row.best_oa_location), ...objectsOf(row.oa_locations)].filter(
    (place) => place !== undefined,
  );
  const pick = (field: string) => places.map((place) => asText(at(place, field))).find((url) => url !== null);
  return pick('url_for_pdf') ?? pick('url') ?? pick('url_for_landing_page') ?? null;
}
