import type { Post } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { asCount, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
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
import { webPost } from '../web-post.ts';

/** Brave web search. `offset` counts pages, from 0 to 9. */
export const brave: Provider = {
  name: 'brave',
  title: 'Brave Search',
  channel: 'web',
  base: 'https://api.search.brave.com',
  urlVar: 'PLUMBLINE_BRAVE_URL',
  keyVar: 'BRAVE_API_KEY',
  keyRequired: true,
  about: 'needs a key; the monthly credit covers about 1,000 searches',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const { from, to } = query.days;
    const url = endpoint(access.base, '/res/v1/web/search', {
      q: plainQuery(termsOf(query.text), { quotes: true, limit: 400, maxWords: 50 }),
      count: Math.min(query.max, 20),
      offset: cursorNumber(query, 'offset', 0) || null,
      freshness: from || to ? `${from ?? '1990-01-01'}to${to ?? '2099-12-31'}` : null,
      result_filter: 'web',
    });
    const key: Record<string, string> = access.key ? { 'x-subscription-token': access.key } : {};
    return { method: 'GET', url, headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...key } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Brave Search', errorOf }, context, (json) => parseAnswer(json, context));
  },
};

function errorOf(json: unknown): { message: string; status?: number } | null {
  const error = asObject(at(json, 'error'));
  if (!error) return null;
  const limit = asCount(at(error, 'meta', 'quota_limit'));
  const used = asCount(at(error, 'meta', 'quota_current'));
  const spent = limit !== null && used !== null && limit > 0 && used >= limit ? ' (monthly quota used up)' : '';
  const status = asCount(error.status);
  const message = `${asText(error.code) ?? ''} ${asText(error.detail) ?? ''}${spent}`.trim();
  return status !== null && status >= 400 ? { message, status } : { message };
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json);
  // A search that finds no page has no `web`; it still repeats the query.
  if (!object || !['web', 'query', 'type', 'mixed', 'news'].some((key) => key in object))
    return unknownShape('Brave Search');
  const rows = ['web', 'news', 'discussions', 'videos'].flatMap((part) => objectsOf(at(json, part, 'results')));
  const posts = rows.flatMap((row) => parseRow(row, thisYear) ?? []);
  const page = context.page ?? 0;
  const more = at(json, 'query', 'more_results_available') === true && page < 9;
  return found({ posts, next: more ? { offset: page + 1 } : null });
}

function parseRow(row: JsonObject, thisYear: number): Post | null {
  const extra =
    objectsOf(row.extra_snippets).length === 0 && Array.isArray(row.extra_snippets) ? row.extra_snippets : [];
  return webPost({
    url: asText(row.url),
    title: asText(row.title),
    text: [asText(row.description), ...extra.map(asText)].filter((part) => part !== null).join('\n'),
    date: parseDate(asText(row.page_age) ?? asText(row.age), thisYear),
    author: asText(at(row, 'profile', 'name')),
  });
}
