import type { Post } from '../../contracts/record.ts';
import { dateOfSeconds, secondsOf } from '../dates.ts';
import { asCount, asNumber, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { postOf, siteOf } from '../paper.ts';
import {
  type Access,
  cursorNumber,
  endpoint,
  type Provider,
  type ProviderRequest,
  type SearchQuery,
} from '../provider.ts';
import { readJson } from '../read.ts';
import { askedWait } from '../retry.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { decoded, markupText, titleText } from '../text.ts';

const DAY = 86_400;

/** Stack Exchange, by default Stack Overflow. `backoff` in an answer is an order, also when the answer is fine. */
export const stackexchange: Provider = {
  name: 'stackexchange',
  title: 'Stack Exchange',
  channel: 'community',
  base: 'https://api.stackexchange.com',
  urlVar: 'PLUMBLINE_STACKEXCHANGE_URL',
  keyVar: 'STACKEXCHANGE_KEY',
  keyRequired: false,
  about: '300 requests a day without a key, 10,000 with the free one',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const page = cursorNumber(query, 'page', 1);
    const url = endpoint(access.base, '/2.3/search/advanced', {
      site: query.kind ?? 'stackoverflow',
      q: plainQuery(termsOf(query.text), { quotes: true, limit: 200, maxWords: query.relaxed ? 3 : 6 }),
      fromdate: query.days.from ? secondsOf(query.days.from) : null,
      todate: query.days.to ? secondsOf(query.days.to) + DAY - 1 : null,
      sort: 'relevance',
      order: 'desc',
      page: page > 1 ? page : null,
      pagesize: Math.min(query.max, 100),
      filter: 'withbody',
      key: access.key === '' ? null : access.key,
    });
    return { method: 'GET', url, headers: { accept: 'application/json', 'accept-encoding': 'gzip' } };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const reading = { provider: 'Stack Exchange', errorOf, special };
    return readJson(response, reading, context, (json) => parseAnswer(json, context));
  },
};

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  const id = asCount(object?.error_id);
  if (!object || id === null) return null;
  return { message: `${asText(object.error_name) ?? 'error'} ${id} ${asText(object.error_message) ?? ''}`.trim() };
}

/** Its failures come as HTTP 400 with a number of their own. */
function special(response: SourceResponse, message: string, now: number): Parsed | null {
  const id = /^\S+ (\d{3})\b/.exec(message)?.[1];
  const note = `Stack Exchange answered ${message.slice(0, 300)}`;
  if (id === '502' || /throttle/i.test(message)) {
    const kind = /quota|daily|\bmore requests available in \d{5,}/i.test(message) ? 'quota' : 'burst';
    return failed('throttled', note, { kind, waitMs: askedWait(response.headers, message, now) });
  }
  if (id === '403' && /page/i.test(message)) return failed('window_exceeded', note, { kind: 'never', waitMs: null });
  if (id === '401' || id === '402' || id === '403' || id === '405' || id === '406')
    return failed('blocked', note, { kind: 'never', waitMs: null });
  if (id === '404') return failed('none', note);
  if (id === '500' || id === '503') return failed('error', note, { kind: 'transient', waitMs: null });
  return null;
}

function parseAnswer(json: unknown, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json);
  if (!object || !Array.isArray(object.items)) {
    return failed('error', 'Stack Exchange sent an answer without items', { kind: 'never', waitMs: null });
  }
  const items = objectsOf(object.items);
  const posts = items.flatMap((item) => parseItem(item, thisYear) ?? []);
  const notes: string[] = [];
  const backoff = asNumber(object.backoff);
  const left = asCount(object.quota_remaining);
  if (backoff !== null && backoff > 0) notes.push(`asked to wait ${backoff} s before the same call`);
  if (left !== null && left < 20) notes.push(`${left} requests left today`);
  if (posts.length < items.length)
    notes.push(`${items.length - posts.length} items that are no questions or answers left out`);
  const page = asCount(object.page) ?? context.page ?? 1;
  const wait =
    left === 0
      ? ({ kind: 'quota', waitMs: null } as const)
      : backoff
        ? ({ kind: 'burst', waitMs: backoff * 1000 } as const)
        : null;
  return found({
    posts,
    total: asCount(object.total),
    next: object.has_more === true ? { page: page + 1 } : null,
    notes,
    retry: wait,
  });
}

function parseItem(item: JsonObject, thisYear: number): Post | null {
  const question = asText(item.question_id);
  const answer = asText(item.answer_id);
  const number = answer ?? question;
  const link = asText(item.link) ?? asText(item.share_link);
  if (number === null) return null;
  const host = link ? siteOf(link) : 'stackoverflow.com';
  const name = host.replace(/\.stackexchange\.com$|\.com$/, '');
  const licence = asText(item.content_license);
  const author = asText(at(item, 'owner', 'display_name'));
  return postOf({
    id: `so:${name}/${number}`,
    title: titleText(asText(item.title)) ?? `${answer ? 'Answer' : 'Question'} ${number} on ${host}`,
    url: link ?? `https://${host}/${answer ? 'a' : 'q'}/${number}`,
    author: author === null ? null : licence ? `${decoded(author)} (${licence})` : decoded(author),
    date: dateOfSeconds(item.creation_date, thisYear),
    site: host,
    score: asNumber(item.score),
    text: markupText(asText(item.body) ?? asText(item.excerpt)),
  });
}
