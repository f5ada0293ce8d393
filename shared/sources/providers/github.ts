import type { Post } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { asCount, asNumber, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
import { postOf } from '../paper.ts';
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
import { cut, plainText, titleText } from '../text.ts';

const GITHUB_WINDOW = 1000;
/** The documented bound is 256 characters without qualifiers; 200 is safe. */
const GITHUB_QUERY_LIMIT = 200;

/** GitHub's search: repositories, issues (pull requests among them) and, with a token, code. */
export const github: Provider = {
  name: 'github',
  title: 'GitHub',
  channel: 'github',
  base: 'https://api.github.com',
  urlVar: 'PLUMBLINE_GITHUB_URL',
  keyVar: 'GITHUB_TOKEN',
  keyRequired: false,
  about: '10 searches a minute without a token, 30 with one; code search needs the token',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const kind = query.kind === 'issues' || query.kind === 'code' ? query.kind : 'repositories';
    const page = cursorNumber(query, 'page', 1);
    const params = { q: searchText(query, kind), per_page: Math.min(query.max, 100), page: page > 1 ? page : null };
    return {
      method: 'GET',
      url: endpoint(access.base, `/search/${kind}`, params),
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        ...(access.key ? { authorization: `Bearer ${access.key}` } : {}),
      },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'GitHub', errorOf, special }, context, (json) =>
      parseAnswer(json, response, context),
    );
  },
};

function searchText(query: SearchQuery, kind: 'repositories' | 'issues' | 'code'): string {
  const qualifiers: string[] = kind === 'issues' ? ['is:issue'] : [];
  const { from, to } = query.days;
  if (kind !== 'code' && (from || to)) {
    const field = kind === 'repositories' ? 'pushed' : 'created';
    qualifiers.push(from && to ? `${field}:${from}..${to}` : from ? `${field}:>=${from}` : `${field}:<=${to}`);
  }
  const tail = qualifiers.length > 0 ? ` ${qualifiers.join(' ')}` : '';
  const limit = GITHUB_QUERY_LIMIT - tail.length;
  return plainQuery(termsOf(query.text), { quotes: true, limit, maxWords: query.relaxed ? 2 : 5 }) + tail;
}

/** What the code search of the API does not understand: it is the old engine. Null when the query is plain words. */
export function unsupportedCodeSyntax(query: string): string | null {
  if (/(?:^|\s)\/(?:[^/\s]|\\\/)+\/(?:\s|$)/.test(query))
    return 'GitHub code search over the API has no regular expressions';
  if (/\bpath:\S*\*/.test(query)) return 'GitHub code search over the API has no path patterns';
  if (/\bsymbol:/.test(query)) return 'GitHub code search over the API has no symbol search';
  return null;
}

function errorOf(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  if (!object || 'items' in object || asText(object.message) === null || 'html_url' in object) return null;
  const details = objectsOf(object.errors)
    .map((item) => asText(item.message) ?? asText(item.code))
    .filter((text) => text !== null);
  const status = asNumber(object.status);
  const message = [asText(object.message), ...details].join(' ');
  return status !== null && status >= 400 ? { message, status } : { message };
}

/** The secondary limit and its older name come with 403 like a missing permission; the message tells them apart. */
function special(response: SourceResponse, message: string): Parsed | null {
  if (!/secondary rate limit|abuse detection/i.test(message)) return null;
  const asked = Number(response.headers['retry-after']);
  const waitMs = Number.isFinite(asked) && asked > 0 ? asked * 1000 : 60_000;
  return failed('throttled', `GitHub answered ${response.status ?? 403}: ${message}`, { kind: 'burst', waitMs });
}

function parseAnswer(json: unknown, response: SourceResponse, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const object = asObject(json);
  const isKnown =
    Array.isArray(json) || (object && ('items' in object || 'html_url' in object || 'total_count' in object));
  if (!isKnown) return unknownShape('GitHub');
  const rows = Array.isArray(json)
    ? objectsOf(json)
    : object && 'items' in object
      ? objectsOf(object.items)
      : objectsOf(json);
  const posts = rows.flatMap((row) => parseItem(row, thisYear) ?? []);
  const notes: string[] = [];
  const pulls = rows.filter((row) => row.pull_request !== undefined && row.pull_request !== null).length;
  if (pulls > 0) notes.push(`${pulls} of ${rows.length} are pull requests`);
  const partial = object?.incomplete_results === true;
  if (partial) notes.push('GitHub ran out of time: the results are incomplete');
  const total = asCount(object?.total_count);
  if (total !== null && total > GITHUB_WINDOW) notes.push(`${total} reported, ${GITHUB_WINDOW} reachable`);
  return found({ posts, total, next: nextPage(response, context, total, rows.length), notes, partial });
}

function nextPage(
  response: SourceResponse,
  context: ParseContext,
  total: number | null,
  rows: number,
): Record<string, unknown> | null {
  const link = /<([^>]*)>;\s*rel="next"/.exec(response.headers.link ?? '')?.[1];
  const page = /[?&]page=(\d+)/.exec(link ?? '')?.[1];
  if (page) return { page: Number(page) };
  if (response.headers.link !== undefined || total === null || rows === 0) return null;
  const current = context.page ?? 1;
  return current * rows < Math.min(total, GITHUB_WINDOW) ? { page: current + 1 } : null;
}

function parseItem(row: JsonObject, thisYear: number): Post | null {
  const url = asText(row.html_url);
  const name = asText(row.full_name);
  if (name !== null) return repository(row, name, url, thisYear);
  const repo =
    asText(at(row, 'repository', 'full_name')) ??
    /\/repos\/([^/]+\/[^/]+)/.exec(asText(row.repository_url) ?? asText(row.url) ?? '')?.[1];
  const number = asCount(row.number);
  if (number !== null && repo) return issue(row, repo, number, url, thisYear);
  const path = asText(row.path);
  if (path !== null && repo && url) return code(row, repo, path, url);
  const message = asText(at(row, 'commit', 'message'));
  if (message !== null && url && repo) {
    const title = message.split('\n')[0] ?? message;
    const date = parseDate(asText(at(row, 'commit', 'author', 'date')), thisYear);
    return postOf({
      id: `url:${url}`,
      title: `${repo}: ${title}`,
      url,
      date,
      site: 'github.com',
      text: cut(message, 20_000),
    });
  }
  const topic = asText(row.name);
  if (topic !== null && url === null && 'curated' in row) {
    return postOf({
      id: `url:https://github.com/topics/${encodeURIComponent(topic)}`,
      title: asText(row.display_name) ?? topic,
      url: `https://github.com/topics/${encodeURIComponent(topic)}`,
      site: 'github.com',
      score: asNumber(row.score),
      text: plainText(asText(row.short_description) ?? asText(row.description)),
    });
  }
  return null;
}

function repository(row: JsonObject, name: string, url: string | null, thisYear: number): Post | null {
  const facts = [
    asText(row.language),
    asText(at(row, 'license', 'spdx_id')),
    row.archived === true ? 'archived' : null,
  ].filter((part) => part !== null);
  const text = [plainText(asText(row.description)), facts.length > 0 ? facts.join(', ') : null]
    .filter((part) => part !== null)
    .join('\n');
  return postOf({
    id: `gh:${name}`,
    title: name,
    url: url ?? `https://github.com/${name}`,
    author: asText(at(row, 'owner', 'login')),
    date: parseDate(asText(row.pushed_at) ?? asText(row.updated_at) ?? asText(row.created_at), thisYear),
    site: 'github.com',
    score: asNumber(row.stargazers_count),
    text,
  });
}

function issue(row: JsonObject, repo: string, number: number, url: string | null, thisYear: number): Post | null {
  const isPull = row.pull_request !== undefined && row.pull_request !== null;
  return postOf({
    id: `gh:${repo}#${number}`,
    title: titleText(asText(row.title)) ?? `${repo}#${number}`,
    url: url ?? `https://github.com/${repo}/${isPull ? 'pull' : 'issues'}/${number}`,
    author: asText(at(row, 'user', 'login')),
    date: parseDate(asText(row.created_at), thisYear),
    site: 'github.com',
    score: asNumber(at(row, 'reactions', 'total_count')) ?? asNumber(row.comments),
    text: asText(row.body) === null ? null : cut(asText(row.body)!.trim(), 20_000),
  });
}

function code(row: JsonObject, repo: string, path: string, url: string): Post | null {
  const fragments = objectsOf(row.text_matches).flatMap((match) => asText(match.fragment) ?? []);
  return postOf({
    id: `url:${url}`,
    title: `${repo}: ${path}`,
    url,
    author: repo.split('/')[0] ?? null,
    site: 'github.com',
    text: fragments.join('\n…\n') || (plainText(asText(at(row, 'repository', 'description'))) ?? ''),
  });
}
