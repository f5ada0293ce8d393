import { cleanDoi } from '../../contracts/ids.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { isRetractedTitle } from '../../contracts/retracted-title.ts';
import { dateOf, type PartialDate } from '../dates.ts';
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
import { kindOf, readJson, readXml } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { abstractText, titleText } from '../text.ts';
import { parseUnixsd } from './crossref-xml.ts';

const CROSSREF_WINDOW = 10_000;
const PAGE_LIMIT = 100;
/** With `select`, a retraction is only seen when `updated-by` is among the fields. */
const FIELDS =
  'DOI,title,subtitle,author,issued,published,published-online,published-print,posted,abstract,container-title,type,URL,is-referenced-by-count,relation,reference,updated-by,update-to';

/** Kinds of Crossref record that are containers, parts or remarks, never a paper of their own. */
const NO_PAPER = new Set([
  'journal',
  'journal-issue',
  'journal-volume',
  'book-series',
  'book-set',
  'proceedings-series',
  'report-series',
  'component',
  'peer-review',
  'grant',
  'database',
  'standard-series',
]);
/** Reviewers' and authors' comments in open discussion journals carry DOIs of their own. */
export const REVIEW_COMMENT = /-(?:rc|ac|cc|ec|sc)\d+$/i;

export const crossref: Provider = {
  name: 'crossref',
  title: 'Crossref',
  channel: 'scholarly',
  base: 'https://api.crossref.org',
  urlVar: 'PLUMBLINE_CROSSREF_URL',
  keyVar: null,
  keyRequired: false,
  about: 'no key needed; a contact address gives the faster pool',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const filters: string[] = [];
    if (query.days.from) filters.push(`from-pub-date:${query.days.from}`);
    if (query.days.to) filters.push(`until-pub-date:${query.days.to}`);
    const cursor = cursorText(query, 'cursor');
    const url = endpoint(access.base, '/works', {
      'query.bibliographic': plainQuery(termsOf(query.text), { quotes: false, limit: 400 }),
      filter: filters.length > 0 ? filters.join(',') : null,
      select: FIELDS,
      rows: Math.min(query.max, PAGE_LIMIT),
      cursor,
      offset: cursor === null ? cursorNumber(query, 'offset', 0) || null : null,
      mailto: access.contact,
    });
    return { method: 'GET', url, headers: { accept: 'application/json' } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const reading = { provider: 'Crossref', errorOf };
    if (kindOf(response) === 'xml') return readXml(response, reading, context, (xml) => parseUnixsd(xml, context));
    return readJson(response, reading, context, (json) => parseAnswer(json, context));
  },
};

/** A request for one DOI. */
export function crossrefByDoi(doi: string, access: Access): ProviderRequest {
  const url = endpoint(access.base, `/works/${encodeURIComponent(doi)}`, { mailto: access.contact });
  return { method: 'GET', url, headers: { accept: 'application/json' } };
}

/** A request for several DOIs; none of them may hold a comma. */
export function crossrefByDois(dois: readonly string[], access: Access): ProviderRequest {
  const url = endpoint(access.base, '/works', {
    filter: dois.map((doi) => `doi:${doi}`).join(','),
    select: FIELDS,
    rows: dois.length,
    mailto: access.contact,
  });
  return { method: 'GET', url, headers: { accept: 'application/json' } };
}

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  const status = asText(object?.status);
  if (status !== 'failed' && status !== 'error') return null;
  const first = objectsOf(object?.message)[0];
  const text = asText(first?.message) ?? asText(first?.description) ?? asText(object?.message) ?? 'no reason given';
  const kind = asText(object?.['message-type']) ?? '';
  // A bad cursor is answered with 404, a bad filter with 400: neither means that nothing was found.
  return {
    message: `${kind} ${text}`.trim().slice(0, 300),
    ...(kind === 'exception' ? { status: 500 } : { status: 400 }),
  };
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const message = asObject(at(json, 'message')) ?? asObject(json) ?? {};
  const kind = asText(at(json, 'message-type'));
  // Members, journals, funders, agencies and types are answered in the same envelope.
  if (kind !== null && kind !== 'work' && kind !== 'work-list') {
    return found({ notes: [`Crossref answered with a ${kind}, not works`] });
  }
  const isList = Array.isArray(json) || 'items' in message;
  if (!isList && message.DOI === undefined && message.title === undefined) return unknownShape('Crossref');
  const rows = Array.isArray(json) ? objectsOf(json) : isList ? objectsOf(message.items) : [message];
  const works = rows.filter((row) => !isNoPaper(row));
  const papers = withoutRepeats(works.flatMap((row) => parseCrossrefWork(row, thisYear) ?? []));
  const notes: string[] = [];
  const containers = rows.length - works.length;
  if (containers > 0) notes.push(`${containers} records of journals, issues, parts or reviews left out`);
  if (works.length > papers.length) notes.push(`${works.length - papers.length} repeated or empty records left out`);
  const total = isList && !Array.isArray(json) ? asCount(message['total-results']) : papers.length;
  return found({ papers, total, next: isList ? nextPage(message, rows.length) : null, notes });
}

function nextPage(message: JsonObject, rows: number): Record<string, unknown> | null {
  const size = asCount(message['items-per-page']) ?? rows;
  const cursor = asText(message['next-cursor']);
  if (cursor !== null) return rows > 0 && rows >= size ? { cursor } : null;
  const total = asCount(message['total-results']);
  const reached = (asCount(at(message, 'query', 'start-index')) ?? 0) + rows;
  return total !== null && rows > 0 && reached < Math.min(total, CROSSREF_WINDOW) ? { offset: reached } : null;
}

function isNoPaper(row: JsonObject): boolean {
  return NO_PAPER.has(asText(row.type) ?? '') || REVIEW_COMMENT.test(asText(row.DOI) ?? '');
}

/** One Crossref work or CSL item; null when it has neither DOI nor title. */
function parseCrossrefWork(row: JsonObject, thisYear: number): PaperRecord | null {
  const title = titleText(firstText(row.title));
  const subtitle = titleText(firstText(row.subtitle));
  const whole =
    title && subtitle && !title.toLowerCase().includes(subtitle.toLowerCase()) ? `${title}: ${subtitle}` : title;
  const doi = asText(row.DOI);
  return paperOf({
    source: 'scholarly',
    ids: [...linkedArxiv(row)],
    doi,
    title: whole,
    authors: objectsOf(row.author).map(nameOf),
    date: dateIn(row, thisYear),
    abstract: abstractText(asText(row.abstract)),
    url: asText(row.URL)?.replace(/^http:\/\/dx\.doi\.org\//, 'https://doi.org/') ?? null,
    venue: titleText(firstText(row['container-title'])),
    cites: objectsOf(row.reference).flatMap((reference) => {
      const cited = cleanDoi(asText(reference.DOI) ?? '');
      return cited ? [`doi:${cited}`] : [];
    }),
    citedByCount: asCount(row['is-referenced-by-count']),
    retracted:
      isRetractedTitle(title) ||
      objectsOf(row['updated-by']).some((update) =>
        /^(?:retraction|withdrawal|removal)$/i.test(asText(update.type) ?? ''),
      ),
    openAccessUrl: null,
  });
}

/** An arXiv version that the record names as its preprint. */
function linkedArxiv(row: JsonObject): string[] {
  const relations = [
    ...objectsOf(at(row, 'relation', 'has-preprint')),
    ...objectsOf(at(row, 'relation', 'is-version-of')),
  ];
  return relations.flatMap((relation) => {
    const id = asText(relation.id) ?? '';
    return /arxiv/i.test(id) || relation['id-type'] === 'arxiv' ? [id] : [];
  });
}

function firstText(value: unknown): string | null {
  for (const item of asList(value)) {
    const text = asText(item);
    if (text !== null) return text;
  }
  return null;
}

function nameOf(author: JsonObject): string | null {
  const parts = [asText(author.given), asText(author.family)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' ') : (asText(author.name) ?? asText(author.literal));
}

/** `issued` is the earliest of print and online; `created` is only when the DOI was registered. */
function dateIn(row: JsonObject, thisYear: number): PartialDate | null {
  for (const field of ['issued', 'published', 'published-online', 'published-print', 'posted', 'created']) {
    const parts = asList(asList(at(row, field, 'date-parts'))[0]);
    const date = dateOf(parts[0], parts[1], parts[2], thisYear);
    if (date) return field === 'created' ? { year: date.year, date: String(date.year) } : date;
  }
  return null;
}
