import { parseDate } from '../dates.ts';
import { asList, asNumber, asObject, asText, at, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { type Access, endpoint, type Provider, type ProviderRequest, type SearchQuery } from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { cut } from '../text.ts';
import { webPost } from '../web-post.ts';

/** Longest text of a page asked for. */
const TEXT_LIMIT = 2000;

/** Exa web search. Written from its documentation: no recorded answer was at hand to check it against. */
export const exa: Provider = {
  name: 'exa',
  title: 'Exa',
  channel: 'web',
  base: 'https://api.exa.ai',
  urlVar: 'PLUMBLINE_EXA_URL',
  keyVar: 'EXA_API_KEY',
  keyRequired: true,
  about: 'needs a key',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const { from, to } = query.days;
    const body = {
      query: plainQuery(termsOf(query.text), { quotes: true, limit: 400 }),
      type: 'auto',
      numResults: Math.min(query.max, 25),
      contents: { text: { maxCharacters: TEXT_LIMIT }, highlights: true },
      ...(from ? { startPublishedDate: `${from}T00:00:00.000Z` } : {}),
      ...(to ? { endPublishedDate: `${to}T23:59:59.999Z` } : {}),
    };
    return {
      method: 'POST',
      url: endpoint(access.base, '/search'),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(access.key ? { 'x-api-key': access.key } : {}),
      },
      body: JSON.stringify(body),
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Exa' }, context, (json) => {
      if (!Array.isArray(asObject(json)?.results))
        return failed('error', 'Exa sent an answer without results', { kind: 'never', waitMs: null });
      const thisYear = new Date(context.now).getUTCFullYear();
      const posts = objectsOf(at(json, 'results')).flatMap((row) => {
        const highlights = asList(row.highlights)
          .map(asText)
          .filter((part) => part !== null)
          .join('\n');
        const post = webPost({
          url: asText(row.url) ?? asText(row.id),
          title: asText(row.title),
          text: asText(row.text) ?? (highlights === '' ? asText(row.summary) : highlights),
          date: parseDate(asText(row.publishedDate), thisYear),
          author: asText(row.author),
          score: asNumber(row.score),
        });
        return post === null ? [] : [{ ...post, text: cut(post.text, TEXT_LIMIT) }];
      });
      return found({ posts });
    });
  },
};
