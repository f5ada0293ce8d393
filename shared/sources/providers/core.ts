import type { PaperRecord } from '../../contracts/record.ts';
import { dateOf, parseDate } from '../dates.ts';
import { asCount, asList, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
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

/** A larger limit is answered with 4xx or a time-out. */
export const CORE_PAGE_LIMIT = 100;

/** CORE: open-access repositories. Without a key it hardly answers. */
export const core: Provider = {
  name: 'core',
  title: 'CORE',
  channel: 'scholarly',
  base: 'https://api.core.ac.uk',
  urlVar: 'PLUMBLINE_CORE_URL',
  keyVar: 'CORE_API_KEY',
  keyRequired: true,
  about: 'needs the free key',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const years: string[] = [];
    if (query.days.from) years.push(`yearPublished>=${query.days.from.slice(0, 4)}`);
    if (query.days.to) years.push(`yearPublished<=${query.days.to.slice(0, 4)}`);
    const words = plainQuery(termsOf(query.text), { quotes: true, limit: 300 });
    const q = years.length > 0 ? `(${words}) AND ${years.join(' AND ')}` : words;
    const params = { q, limit: Math.min(query.max, CORE_PAGE_LIMIT), offset: cursorNumber(query, 'offset', 0) || null };
    // Without the final slash the answer is a redirect.
    const url = endpoint(access.base, '/v3/search/works/', params);
    return {
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...(access.key ? { authorization: `Bearer ${access.key}` } : {}) },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'CORE' }, context, (json) => parseAnswer(json, context));
  },
};

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json) ?? {};
  const isList = 'results' in object || 'data' in object;
  if (!isList && object.title === undefined && object.doi === undefined) return unknownShape('CORE');
  // Version 2 wraps each work in `_source`.
  const rows = isList ? objectsOf(object.results ?? object.data).map((row) => asObject(row._source) ?? row) : [object];
  const papers = withoutRepeats(rows.flatMap((row) => parseRow(row, thisYear) ?? []));
  const total = asCount(object.totalHits);
  const reached = (asCount(object.offset) ?? 0) + rows.length;
  const more = isList && total !== null && rows.length > 0 && reached < total;
  return found({ papers, total: isList ? total : papers.length, next: more ? { offset: reached } : null });
}

function parseRow(row: JsonObject, thisYear: number): PaperRecord | null {
  const title = titleText(asText(row.title));
  const id = asText(row.id);
  const download = asText(row.downloadUrl) ?? asText(row.fullTextIdentifier);
  if (title === null && asText(row.doi) === null) return null;
  return paperOf({
    source: 'scholarly',
    ids: [id ? `url:https://core.ac.uk/works/${encodeURIComponent(id)}` : null],
    doi: asText(row.doi),
    arxiv:
      asText(row.arxivId) ??
      asList(row.identifiers)
        .map(arxivIn)
        .find((found) => found !== null) ??
      null,
    title,
    authors: asList(row.authors).map((author) => straightName(asText(asObject(author)?.name ?? author))),
    date:
      parseDate(asText(row.publishedDate) ?? asText(row.datePublished), thisYear) ??
      dateOf(row.yearPublished ?? row.year, null, null, thisYear),
    abstract:
      abstractText(asText(row.abstract) ?? asText(row.description))?.replace(/\s*Comment:\s[^.]{0,300}\.?\s*$/, '') ??
      null,
    url: asText(at(row, 'links', 'display')) ?? (id ? `https://core.ac.uk/works/${encodeURIComponent(id)}` : null),
    venue: titleText(asText(at(objectsOf(row.journals)[0], 'title')) ?? asText(row.publisher)),
    citedByCount: asCount(row.citationCount),
    openAccessUrl: download,
  });
}

function arxivIn(value: unknown): string | null {
  const text = asText(value) ?? asText(asObject(value)?.identifier);
  return text && /arxiv\.org/i.test(text) ? text.replace(/^oai:arXiv\.org:/i, '') : null;
}

/** `Family, Given` becomes `Given Family`. */
function straightName(name: string | null): string | null {
  const hit = /^([^,]+),\s*([^,]+)$/.exec(name ?? '');
  return hit ? `${hit[2]} ${hit[1]}` : name;
}
