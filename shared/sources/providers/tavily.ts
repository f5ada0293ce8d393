import { parseDate } from '../dates.ts';
import { asNumber, asObject, asText, at, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { type Access, endpoint, type Provider, type ProviderRequest, type SearchQuery } from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { webPost } from '../web-post.ts';

/** Tavily web search. */
export const tavily: Provider = {
  name: 'tavily',
  title: 'Tavily',
  channel: 'web',
  base: 'https://api.tavily.com',
  urlVar: 'PLUMBLINE_TAVILY_URL',
  keyVar: 'TAVILY_API_KEY',
  keyRequired: true,
  about: 'needs a key; the free plan has a monthly limit',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const { from, to } = query.days;
    const body = {
      query: plainQuery(termsOf(query.text), { quotes: true, limit: 400 }),
      search_depth: 'basic',
      topic: 'general',
      max_results: Math.min(query.max, 20),
      ...(from ? { start_date: from } : {}),
      ...(to ? { end_date: to } : {}),
    };
    return {
      method: 'POST',
      url: endpoint(access.base, '/search'),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(access.key ? { authorization: `Bearer ${access.key}` } : {}),
      },
      body: JSON.stringify(body),
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const errorOf = (json: unknown) => {
      const message = asText(at(json, 'detail', 'error')) ?? asText(at(json, 'detail'));
      return message === null || at(json, 'results') !== undefined ? null : { message };
    };
    return readJson(response, { provider: 'Tavily', errorOf }, context, (json) => {
      if (!Array.isArray(asObject(json)?.results))
        return failed('error', 'Tavily sent an answer without results', { kind: 'never', waitMs: null });
      const thisYear = new Date(context.now).getUTCFullYear();
      const posts = objectsOf(at(json, 'results')).flatMap(
        (row) =>
          webPost({
            url: asText(row.url),
            title: asText(row.title),
            text: asText(row.content),
            date: parseDate(asText(row.published_date), thisYear),
            score: asNumber(row.score),
          }) ?? [],
      );
      return found({ posts });
    });
  },
};
