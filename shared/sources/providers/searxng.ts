import { parseDate } from '../dates.ts';
import { asCount, asList, asNumber, asObject, asText, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
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

/** SearXNG, an instance of one's own; public ones hardly ever give JSON. */
export const searxng: Provider = {
  name: 'searxng',
  title: 'SearXNG',
  channel: 'web',
  base: '',
  urlVar: 'PLUMBLINE_SEARXNG_URL',
  keyVar: null,
  keyRequired: true,
  about: 'needs PLUMBLINE_SEARXNG_URL, your own instance with json among its search.formats',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const page = cursorNumber(query, 'pageno', 1);
    const params = {
      q: plainQuery(termsOf(query.text), { quotes: true, limit: 400 }),
      format: 'json',
      pageno: page > 1 ? page : null,
    };
    return { method: 'GET', url: endpoint(access.base, '/search', params), headers: { accept: 'application/json' } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'SearXNG', special: noJson }, context, (json) => parseAnswer(json, context));
  },
};

function noJson(response: SourceResponse, text: string): Parsed | null {
  if (response.status === 429 || /too many requests/i.test(text)) return null;
  const isPage = /<html|<!doctype/i.test(text) && (response.status ?? 200) < 500 && response.status !== 404;
  if (response.status !== 403 && !isPage) return null;
  return failed('error', 'SearXNG does not give JSON: add json to search.formats in its settings.yml', {
    kind: 'never',
    waitMs: null,
  });
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const object = asObject(json);
  if (!object || !Array.isArray(object.results))
    return failed('error', 'SearXNG sent an answer without results', { kind: 'never', waitMs: null });
  const thisYear = new Date(context.now).getUTCFullYear();
  const posts = objectsOf(object.results).flatMap(
    (row) =>
      webPost({
        url: asText(row.url),
        title: asText(row.title),
        text: asText(row.content),
        date: parseDate(asText(row.publishedDate), thisYear),
        author: asText(row.author),
        score: asNumber(row.score),
      }) ?? [],
  );
  const silent = asList(object.unresponsive_engines).map((engine) =>
    asList(engine)
      .map(asText)
      .filter((part) => part !== null)
      .join(': '),
  );
  const notes = silent.length > 0 ? [`engines that did not answer: ${silent.join('; ')}`] : [];
  if (posts.length === 0 && silent.length > 0) {
    return failed('error', `SearXNG found nothing because its engines did not answer: ${silent.join('; ')}`, {
      kind: 'transient',
      waitMs: null,
    });
  }
  const total = asCount(object.number_of_results);
  const page = context.page ?? 1;
  return found({
    posts,
    total: total === 0 ? null : total,
    next: posts.length > 0 ? { pageno: page + 1 } : null,
    notes,
    partial: silent.length > 0,
  });
}
