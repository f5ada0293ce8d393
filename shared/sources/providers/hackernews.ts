import type { Post } from '../../contracts/record.ts';
import { dateOfSeconds, parseDate, secondsOf } from '../dates.ts';
import { asCount, asNumber, asObject, asText, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { postOf, webUrl } from '../paper.ts';
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
import { markupText, titleText } from '../text.ts';

/** Hits beyond this are not served; slice by date to see them. */
const HN_WINDOW = 1000;
const DAY = 86_400;

/** Hacker News through Algolia's search. */
export const hackernews: Provider = {
  name: 'hackernews',
  title: 'Hacker News',
  channel: 'community',
  base: 'https://hn.algolia.com',
  urlVar: 'PLUMBLINE_HACKERNEWS_URL',
  keyVar: null,
  keyRequired: false,
  about: 'no key needed',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const text = plainQuery(termsOf(query.text), { quotes: true, limit: 200, maxWords: query.relaxed ? 3 : 6 });
    const filters: string[] = [];
    if (query.days.from) filters.push(`created_at_i>=${secondsOf(query.days.from)}`);
    if (query.days.to) filters.push(`created_at_i<${secondsOf(query.days.to) + DAY}`);
    const url = endpoint(access.base, '/api/v1/search', {
      query: text,
      tags: '(story,poll)',
      numericFilters: filters.length > 0 ? filters.join(',') : null,
      page: cursorNumber(query, 'page', 0) || null,
      hitsPerPage: Math.min(query.max, 100),
    });
    return { method: 'GET', url, headers: { accept: 'application/json' } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Hacker News', errorOf }, context, (json) => parseAnswer(json, context));
  },
};

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  if (!object || 'hits' in object) return null;
  const status = asCount(object.status);
  if (object.error === undefined && (status === null || status < 400)) return null;
  const message = asText(object.message) ?? asText(object.error) ?? 'no reason given';
  return status === null ? { message } : { message, status };
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json) ?? {};
  if (Array.isArray(object.hits)) return parseSearch(object, thisYear);
  if (asText(object.type) !== null || Array.isArray(object.children)) {
    return found({ posts: itemsOf(object, thisYear) });
  }
  if ('karma' in object || 'username' in object)
    return found({ notes: ['Hacker News answered with a user, not posts'] });
  return failed('error', 'Hacker News sent an answer of an unknown kind', { kind: 'never', waitMs: null });
}

function parseSearch(object: JsonObject, thisYear: number): Parsed {
  const hits = objectsOf(object.hits);
  const page = asCount(object.page) ?? 0;
  const size = asCount(object.hitsPerPage) ?? hits.length;
  const total = asCount(object.nbHits);
  const message = asText(object.message);
  if (hits.length === 0 && (message !== null || (page > 0 && page * size >= HN_WINDOW))) {
    const note = `Hacker News serves only the first ${HN_WINDOW} hits${message ? `: ${message}` : ''}; narrow the dates`;
    return failed('window_exceeded', note, { kind: 'never', waitMs: null });
  }
  const posts = hits.flatMap((hit) => parseHit(hit, thisYear) ?? []);
  const pages = asCount(object.nbPages) ?? 0;
  const more = hits.length > 0 && page + 1 < pages && (page + 1) * size < HN_WINDOW;
  const notes = object.exhaustiveNbHits === false ? ['the total is an estimate'] : [];
  return found({ posts, total, next: more ? { page: page + 1 } : null, notes });
}

function parseHit(hit: JsonObject, thisYear: number): Post | null {
  const id = asText(hit.objectID) ?? asText(hit.id);
  if (id === null) return null;
  const isComment = asText(hit.comment_text) !== null;
  const story = titleText(asText(hit.story_title));
  return post(id, {
    title: titleText(asText(hit.title)) ?? (story === null ? null : isComment ? `Comment on: ${story}` : story),
    // A comment is found at its own page, not at the page it talks about.
    url: isComment ? null : asText(hit.url),
    author: asText(hit.author),
    points: asNumber(hit.points),
    text: markupText(asText(hit.story_text) ?? asText(hit.comment_text)),
    created: hit.created_at_i ?? null,
    createdText: asText(hit.created_at),
    thisYear,
  });
}

/** `items/{id}`: the item and its answers, depth first, without recursion (threads nest deep). */
function itemsOf(root: JsonObject, thisYear: number): Post[] {
  const posts: Post[] = [];
  const stack: JsonObject[] = [root];
  const rootTitle = titleText(asText(root.title));
  while (stack.length > 0 && posts.length < 1000) {
    const item = stack.pop()!;
    const id = asText(item.id);
    const text = markupText(asText(item.text));
    // Of a deleted comment only its place in the thread is left.
    const deleted = text === null && titleText(asText(item.title)) === null && asText(item.url) === null;
    const entry =
      id === null || deleted
        ? null
        : post(id, {
            title:
              titleText(asText(item.title)) ??
              (rootTitle
                ? `Comment on: ${rootTitle}`
                : `Comment by ${asText(item.author) ?? 'unknown'} on Hacker News`),
            url: asText(item.url),
            author: asText(item.author),
            points: asNumber(item.points),
            text,
            created: item.created_at_i ?? null,
            createdText: asText(item.created_at),
            thisYear,
          });
    if (entry) posts.push(entry);
    stack.push(...objectsOf(item.children).reverse());
  }
  return posts;
}

interface HnFacts {
  readonly title: string | null;
  readonly url: string | null;
  readonly author: string | null;
  readonly points: number | null;
  readonly text: string | null;
  readonly created: unknown;
  readonly createdText: string | null;
  readonly thisYear: number;
}

function post(id: string, facts: HnFacts): Post | null {
  const page = `https://news.ycombinator.com/item?id=${encodeURIComponent(id)}`;
  return postOf({
    id: `hn:${id}`,
    title: facts.title ?? `Hacker News item ${id}`,
    url: webUrl(facts.url) ?? page,
    author: facts.author,
    date: dateOfSeconds(facts.created, facts.thisYear) ?? parseDate(facts.createdText, facts.thisYear),
    site: 'news.ycombinator.com',
    score: facts.points,
    text: facts.text,
  });
}
