import type { Post } from '../../contracts/record.ts';
import { dateOfSeconds, secondsOf } from '../dates.ts';
import { asNumber, asObject, asText, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { postOf } from '../paper.ts';
import {
  type Access,
  cursorText,
  endpoint,
  type Provider,
  type ProviderRequest,
  type SearchQuery,
} from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { decoded, markupText, titleText } from '../text.ts';

/** Reddit: only with OAuth, and off until it is configured; anonymous programs are refused with a web page. */
export const reddit: Provider = {
  name: 'reddit',
  title: 'Reddit',
  channel: 'community',
  base: 'https://oauth.reddit.com',
  urlVar: 'PLUMBLINE_REDDIT_URL',
  keyVar: 'REDDIT_CLIENT',
  keyRequired: true,
  about: 'off by default; needs an OAuth client, given as id:secret',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const url = endpoint(access.base, '/search', {
      q: plainQuery(termsOf(query.text), { quotes: true, limit: 300, maxWords: query.relaxed ? 3 : 8 }),
      sort: 'relevance',
      t: 'all',
      limit: Math.min(query.max, 100),
      after: cursorText(query, 'after'),
      raw_json: 1,
    });
    return {
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...(access.key ? { authorization: `Bearer ${access.key}` } : {}) },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Reddit', special: refusedPage }, context, (json) =>
      parseAnswer(json, context),
    );
  },
};

/** A request for a bearer token by client credentials. */
export function redditToken(base: string, client: string): ProviderRequest {
  return {
    method: 'POST',
    url: endpoint(base, '/api/v1/access_token'),
    headers: {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  };
}

function refusedPage(response: SourceResponse, text: string): Parsed | null {
  if (response.status === 429) return null;
  if (response.status !== 403 && !/whoa there|<title>\s*blocked/i.test(text)) return null;
  return failed('blocked', 'Reddit refuses programs without OAuth: set REDDIT_CLIENT to id:secret', {
    kind: 'never',
    waitMs: null,
  });
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const object = asObject(json);
  if (object && 'access_token' in object) return found({ notes: ['Reddit answered with a token, not posts'] });
  const kind = asText(object?.kind);
  if (kind === 't2' || kind === 't5')
    return found({ notes: ['Reddit answered with a user or a community, not posts'] });
  const listings = (Array.isArray(json) ? objectsOf(json) : [object ?? {}]).filter((item) => item.kind === 'Listing');
  if (listings.length === 0)
    return failed('error', 'Reddit sent an answer that is no listing', { kind: 'never', waitMs: null });
  const thisYear = new Date(context.now).getUTCFullYear();
  const posts: Post[] = [];
  let removed = 0;
  for (const child of listings.flatMap((listing) => objectsOf(asObject(listing.data)?.children))) {
    const post = parseChild(child, thisYear);
    if (post === 'removed') removed++;
    else if (post) posts.push(post);
  }
  const after = asText(asObject(listings[0]?.data)?.after);
  return found({
    posts,
    next: after ? { after } : null,
    notes: removed > 0 ? [`${removed} removed or deleted posts left out`] : [],
  });
}

function parseChild(child: JsonObject, thisYear: number): Post | 'removed' | null {
  const data = asObject(child.data);
  const kind = asText(child.kind);
  if (!data || (kind !== 't3' && kind !== 't1')) return null;
  const id = asText(data.id) ?? asText(data.name)?.replace(/^t\d_/, '');
  const body = asText(data.selftext) ?? asText(data.body);
  if (!id) return null;
  const gone = /^\[(?:removed|deleted)\]$/.test(body?.trim() ?? '');
  if (gone && kind === 't1') return 'removed';
  const permalink = asText(data.permalink);
  const title =
    titleText(asText(data.title)) ??
    (asText(data.link_title) ? `Comment on: ${titleText(asText(data.link_title))}` : null);
  return postOf({
    id: `reddit:${kind === 't1' ? `t1_${id}` : id}`,
    title: title ?? `Reddit ${kind === 't1' ? 'comment' : 'post'} ${id}`,
    url: permalink ? `https://www.reddit.com${permalink}` : `https://www.reddit.com/comments/${id}`,
    author: asText(data.author) === '[deleted]' ? null : asText(data.author),
    date: dateOfSeconds(data.created_utc, thisYear),
    site: asText(data.subreddit) ? `reddit.com/r/${asText(data.subreddit)}` : 'reddit.com',
    score: asNumber(data.score),
    text: gone ? null : markupText(body === null ? null : decoded(body)),
  });
}

/** Reddit has no date filter: what lies outside the horizon is left out after the answer. */
export function withinDays(posts: readonly Post[], from: string | null, to: string | null): Post[] {
  const low = from ? secondsOf(from) : Number.NEGATIVE_INFINITY;
  const high = to ? secondsOf(to) + 86_400 : Number.POSITIVE_INFINITY;
  return posts.filter((post) => {
    if (post.date === null) return false;
    const at = Date.parse(post.date) / 1000;
    return at >= low && at < high;
  });
}
