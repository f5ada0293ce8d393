import type { PaperRecord } from '../../contracts/record.ts';
import { isRetractedTitle } from '../../contracts/retracted-title.ts';
import { dateOf, parseDate } from '../dates.ts';
import { asCount, asList, asNumber, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
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
import { abstractText, titleText } from '../text.ts';

/** offset + limit must stay within this for the relevance search. */
const S2_WINDOW = 1000;
const PAGE_LIMIT = 100;
export const S2_FIELDS =
  'externalIds,title,abstract,year,publicationDate,venue,publicationVenue,journal,authors,citationCount,referenceCount,openAccessPdf,url,publicationTypes';

/** Semantic Scholar's Graph API. */
export const semanticscholar: Provider = {
  name: 'semanticscholar',
  title: 'Semantic Scholar',
  channel: 'scholarly',
  base: 'https://api.semanticscholar.org',
  urlVar: 'PLUMBLINE_SEMANTICSCHOLAR_URL',
  keyVar: 'SEMANTICSCHOLAR_API_KEY',
  keyRequired: false,
  about: 'works without a key from a pool shared with everybody, often refused; the free key gives 1 request/s',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const offset = cursorNumber(query, 'offset', 0);
    const limit = Math.max(1, Math.min(query.max, PAGE_LIMIT, S2_WINDOW - offset));
    // A hyphenated word finds nothing there; its parts do.
    const text = plainQuery(termsOf(query.text), { quotes: false, limit: 300 }).replace(/[-‐–]/g, ' ');
    const { from, to } = query.days;
    const span = from || to ? `${from ?? ''}:${to ?? ''}` : null;
    const params = { query: text, fields: S2_FIELDS, offset, limit, publicationDateOrYear: span };
    return { method: 'GET', url: endpoint(access.base, '/graph/v1/paper/search', params), headers: s2Headers(access) };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Semantic Scholar', errorOf }, context, (json) => parseAnswer(json, context));
  },
};

/** The key travels in a header. */
export function s2Headers(access: Access): Record<string, string> {
  return access.key ? { accept: 'application/json', 'x-api-key': access.key } : { accept: 'application/json' };
}

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  if (!object || 'data' in object || 'paperId' in object || Array.isArray(json)) return null;
  const message = asText(object.error) ?? asText(object.message);
  if (message === null) return null;
  const code = asNumber(object.code);
  return code !== null && code >= 400 && code < 600 ? { message, status: code } : { message };
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  if (Array.isArray(json)) return parseBatch(json, thisYear);
  const object = asObject(json) ?? {};
  const known = ['paperId', 'authorId', 'data', 'total', 'recommendedPapers', 'matches', 'release_id', 'datasets'];
  if (!known.some((key) => key in object)) return unknownShape('Semantic Scholar');
  if ('paperId' in object) return parseOne(object, thisYear);
  // Completions carry the id under another name.
  const completions = objectsOf(object.matches).map((row) => ({ paperId: row.id, title: row.title }));
  const rows = 'matches' in object ? completions : objectsOf(object.data ?? object.recommendedPapers);
  const total = asCount(object.total);
  if (rows.some(isAuthor) || isAuthor(object))
    return found({ notes: ['Semantic Scholar answered with authors, not papers'] });
  const papers = papersOf(rows.map(paperIn), thisYear);
  const notes: string[] = [];
  if (rows.length > papers.length) notes.push(`${rows.length - papers.length} repeated or empty records left out`);
  if (papers.some((paper) => paper.title === null)) notes.push('some records came without a title');
  const counted = asCount(object.referenceCount) ?? asCount(at(object, 'citingPaperInfo', 'referenceCount')) ?? 0;
  const elided =
    rows.length === 0 && 'data' in object && (object.data === null || 'citingPaperInfo' in object || counted > 0);
  if (elided) notes.push('the reference list is not available: unknown, not empty');
  const next = nextPage(object, total, rows.length);
  return found({ papers, total, next, notes, partial: elided });
}

/** `paper/{id}`: publishers may elide the reference list while its length is still given. */
function parseOne(object: JsonObject, thisYear: number): Parsed {
  const papers = papersOf([object], thisYear);
  const counted = asCount(object.referenceCount) ?? 0;
  const elided = 'references' in object && asList(object.references).length === 0 && counted > 0;
  const notes = elided ? [`the list of its ${counted} references is not available: unknown, not empty`] : [];
  return found({ papers, total: papers.length, notes });
}

function nextPage(object: JsonObject, total: number | null, rows: number): Record<string, unknown> | null {
  const token = asText(object.token);
  if (token !== null) return { token };
  const next = asCount(object.next);
  if (next === null || rows === 0) return null;
  return total !== null && next >= Math.min(total, S2_WINDOW) ? null : { offset: next };
}

/** `POST paper/batch`: the order of the request, with null for what is not known. */
function parseBatch(rows: readonly unknown[], thisYear: number): Parsed {
  const known = objectsOf(rows);
  if (known.some(isAuthor)) return found({ notes: ['Semantic Scholar answered with authors, not papers'] });
  const holes = rows.length - known.length;
  const papers = papersOf(known, thisYear);
  return found({
    papers,
    total: papers.length,
    notes: holes > 0 ? [`${holes} of ${rows.length} ids are not known`] : [],
  });
}

function isAuthor(row: JsonObject): boolean {
  return 'authorId' in row && !('paperId' in row);
}

/** Rows of citations, references and snippets wrap the paper. */
function paperIn(row: JsonObject): JsonObject {
  return asObject(row.citingPaper) ?? asObject(row.citedPaper) ?? asObject(row.paper) ?? row;
}

function papersOf(rows: readonly JsonObject[], thisYear: number): PaperRecord[] {
  return withoutRepeats(rows.flatMap((row) => parseS2Paper(row, thisYear) ?? []));
}

/** One paper object of the Graph API; null when it carries neither id nor title. */
export function parseS2Paper(row: JsonObject, thisYear: number): PaperRecord | null {
  const paperId = asText(row.paperId);
  const corpus = asText(row.corpusId) ?? asText(at(row, 'externalIds', 'CorpusId'));
  const external = asObject(row.externalIds) ?? {};
  const acl = asText(external.ACL);
  const dblp = asText(external.DBLP);
  const title = titleText(asText(row.title));
  const year = dateOf(row.year, null, null, thisYear);
  return paperOf({
    source: 'scholarly',
    ids: [
      acl ? `acl:${acl}` : null,
      dblp ? `dblp:${dblp}` : null,
      paperId ? `s2:${paperId}` : corpus ? `s2:corpusid:${corpus}` : null,
    ],
    doi: asText(external.DOI),
    arxiv: asText(external.ArXiv),
    title,
    authors: asList(row.authors).map((author) => asText(asObject(author)?.name ?? author)),
    date: parseDate(asText(row.publicationDate), thisYear) ?? year,
    abstract: abstractText(asText(row.abstract)),
    url: asText(row.url),
    venue: asText(row.venue) ?? asText(at(row, 'publicationVenue', 'name')) ?? asText(at(row, 'journal', 'name')),
    cites: objectsOf(row.references).flatMap((reference) => parseS2Paper(reference, thisYear)?.id ?? []),
    citedByCount: asCount(row.citationCount),
    retracted: isRetractedTitle(title),
    openAccessUrl: asText(at(row, 'openAccessPdf', 'url')),
  });
}
