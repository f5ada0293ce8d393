import { describe, expect, it } from 'vitest';
import { limitOf } from '../../../../shared/sources/limits.ts';
import { parseAnthropicSearch } from '../../../../shared/sources/providers/anthropic.ts';
import { unsupportedCodeSyntax } from '../../../../shared/sources/providers/github.ts';
import { REGISTRY } from '../../../../shared/sources/registry.ts';
import { access, answer, NOW, params, parse, query } from './support.ts';

describe('Hacker News, Reddit and Stack Exchange, what went wrong for others', () => {
  it('hn-01: beyond the thousandth hit is the window, not nothing', () => {
    const beyond = {
      hits: [],
      nbHits: 0,
      page: 12,
      nbPages: 0,
      hitsPerPage: 100,
      message: 'you can only fetch the 1000 hits for this query',
    };
    expect(parse('hackernews', beyond).outcome).toBe('window_exceeded');
    expect(parse('hackernews', { ...beyond, message: undefined }).outcome).toBe('window_exceeded');
    expect(parse('hackernews', { hits: [], nbHits: 0, page: 0, nbPages: 0, hitsPerPage: 20 }).outcome).toBe('none');
    const last = parse('hackernews', {
      hits: [{ objectID: '1', title: 'x', url: 'https://a.org/' }],
      nbHits: 5000,
      page: 9,
      nbPages: 50,
      hitsPerPage: 100,
    });
    expect(last.next).toBeNull();
  });

  it('hn-02: a post without an address has its own page, a comment too', () => {
    const posts = parse('hackernews', {
      hits: [
        { objectID: '41', title: 'Ask HN: bees?', url: null, story_text: '<p>I&#x27;d ask: a&#x2F;b?' },
        {
          objectID: '42',
          title: null,
          url: '',
          comment_text: 'No.',
          story_title: 'Bees',
          story_url: 'https://bees.org/',
        },
      ],
      nbHits: 2,
    }).posts;
    expect(posts.map((post) => post.url)).toEqual([
      'https://news.ycombinator.com/item?id=41',
      'https://news.ycombinator.com/item?id=42',
    ]);
    expect(posts[0]!.text).toBe("I'd ask: a/b?");
    expect(posts[1]!.title).toBe('Comment on: Bees');
  });

  it('reddit-01: the page for programs is blocked and names what is needed', () => {
    for (const status of [403, 200, null]) {
      const result = parse(
        'reddit',
        '<html><head><title>Blocked</title></head><body>whoa there, pardner!</body></html>',
        { status, contentType: 'text/html' },
      );
      expect([result.outcome, result.retry?.kind]).toEqual(['blocked', 'never']);
      expect(result.notes.join()).toMatch(/OAuth/);
    }
  });

  it('reads Reddit’s listing: removed text, encoded entities, float times', () => {
    const child = (data: object) => ({
      kind: 't3',
      data: {
        id: 'a1',
        title: 'Bees &amp; me',
        permalink: '/r/bees/comments/a1/x/',
        created_utc: 1_700_000_000.0,
        ...data,
      },
    });
    const result = parse('reddit', {
      kind: 'Listing',
      data: {
        after: 't3_b',
        children: [
          child({ selftext: '[removed]', author: '[deleted]' }),
          child({ id: 'a2', permalink: '/r/bees/comments/a2/x/', selftext: 'x &gt; y' }),
        ],
      },
    });
    expect(result.posts.map((post) => [post.title, post.text, post.author])).toEqual([
      ['Bees & me', '', null],
      ['Bees & me', 'x > y', null],
    ]);
    expect(result.next).toEqual({ after: 't3_b' });
  });

  it('finds Stack Exchange’s waits where they stand: in the text, and beside good answers', () => {
    const burst = parse(
      'stackexchange',
      {
        error_id: 502,
        error_name: 'throttle_violation',
        error_message: 'too many requests from this IP, more requests available in 42 seconds',
      },
      { status: 400 },
    );
    expect([burst.outcome, burst.retry]).toEqual(['throttled', { kind: 'burst', waitMs: 42_000 }]);
    const quota = parse(
      'stackexchange',
      {
        error_id: 502,
        error_name: 'throttle_violation',
        error_message: 'too many requests from this IP, more requests available in 81234 seconds',
      },
      { status: 400 },
    );
    expect(quota.retry?.kind).toBe('quota');
    const fine = parse('stackexchange', {
      items: [{ question_id: 1, title: 'a &lt;div&gt;', link: 'https://cs.stackexchange.com/questions/1/a' }],
      has_more: true,
      backoff: 10,
      quota_remaining: 3,
    });
    expect(fine).toMatchObject({ outcome: 'hits', retry: { kind: 'burst', waitMs: 10_000 }, next: { page: 2 } });
    expect(fine.posts[0]).toMatchObject({ id: 'so:cs/1', title: 'a <div>' });
  });
});

const github = (body: unknown, more = {}) => parse('github', body, more);

describe('GitHub, what went wrong for others', () => {
  it('github-01: incomplete results are partial', () => {
    const result = github({
      total_count: 9,
      incomplete_results: true,
      items: [{ full_name: 'a/b', html_url: 'https://github.com/a/b' }],
    });
    expect(result.outcome).toBe('partial');
    expect(github({ total_count: 0, incomplete_results: true, items: [] }).outcome).toBe('partial');
  });

  it('github-02: long queries stay below the bound; the refusal is an error', () => {
    const long = Array.from({ length: 60 }, (_, i) => `keyword${i}`).join(' ');
    for (const kind of ['repositories', 'issues', 'code']) {
      const { url } = REGISTRY.github.buildRequest(
        query(long, { kind, days: { from: '2024-01-01', to: '2024-12-31' } }),
        access('https://api.github.com'),
      );
      expect(params(url).get('q')!.length).toBeLessThanOrEqual(200);
    }
    const refused = github(
      {
        message: 'Validation Failed',
        errors: [
          { resource: 'Search', field: 'q', code: 'invalid', message: 'The search is longer than 256 characters.' },
        ],
      },
      { status: 422 },
    );
    expect([refused.outcome, refused.retry?.kind]).toEqual(['error', 'never']);
    expect(github({ message: 'Only the first 1000 search results are available' }, { status: 422 }).outcome).toBe(
      'window_exceeded',
    );
  });

  it('github-03: the secondary limit is a wait, not a missing permission', () => {
    for (const message of [
      'You have exceeded a secondary rate limit. Please wait.',
      'You have triggered an abuse detection mechanism.',
    ]) {
      expect(github({ message }, { status: 403, headers: { 'retry-after': '60' } })).toMatchObject({
        outcome: 'throttled',
        retry: { kind: 'burst', waitMs: 60_000 },
      });
      expect(github({ message }, { status: null })).toMatchObject({ outcome: 'throttled', retry: { waitMs: 60_000 } });
    }
    const primary = github(
      { message: 'Forbidden' },
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 90) } },
    );
    expect(primary).toMatchObject({ outcome: 'throttled', retry: { waitMs: 90_000 } });
    expect(github({ message: 'Resource not accessible by integration' }, { status: 403 }).outcome).toBe('blocked');
    expect(
      github('Request forbidden by administrative rules. Please make sure your request has a User-Agent header.', {
        status: 403,
        contentType: 'text/plain',
      }).outcome,
    ).toBe('blocked');
  });

  it('github-04: a page of HTML labelled as JSON is a stumble', () => {
    const page = '<!DOCTYPE html><html><head><title>Unicorn! &middot; GitHub</title></head></html>';
    expect(github(page, { status: 503 })).toMatchObject({ outcome: 'error', retry: { kind: 'transient' } });
  });

  it('github-05: what the old code search cannot do is said', () => {
    expect(unsupportedCodeSyntax('path:src/**/*.ts parser')).toMatch(/path patterns/);
    expect(unsupportedCodeSyntax('find /ab+c/ here')).toMatch(/regular expressions/);
    expect(unsupportedCodeSyntax('symbol:parse')).toMatch(/symbol/);
    expect(unsupportedCodeSyntax('tokio select and/or join')).toBeNull();
  });

  it('github-06: pull requests among issues are counted and keep their address', () => {
    const issue = (number: number, more = {}) => ({
      number,
      title: `T${number}`,
      html_url: `https://github.com/a/b/issues/${number}`,
      repository_url: 'https://api.github.com/repos/a/b',
      ...more,
    });
    const result = github({
      total_count: 2,
      incomplete_results: false,
      items: [issue(1), issue(2, { html_url: 'https://github.com/a/b/pull/2', pull_request: { url: 'x' } })],
    });
    expect(result.notes.join()).toContain('1 of 2 are pull requests');
    expect(result.posts.map((post) => post.id)).toEqual(['gh:a/b#1', 'gh:a/b#2']);
    const { url } = REGISTRY.github.buildRequest(query('bees', { kind: 'issues' }), access('https://api.github.com'));
    expect(params(url).get('q')).toContain('is:issue');
  });
});

describe('web search, what went wrong for others', () => {
  it('web-01: Brave’s second and its month are told apart, and its requests stand in a line', () => {
    const error = (meta: object) => ({
      type: 'ErrorResponse',
      error: { code: 'RATE_LIMITED', detail: 'Request rate limit exceeded for plan', status: 429, meta },
    });
    expect(
      parse('brave', error({ rate_limit: 1, quota_limit: 2000, quota_current: 9 }), { status: 429 }),
    ).toMatchObject({ outcome: 'throttled', retry: { kind: 'burst' } });
    expect(
      parse('brave', error({ rate_limit: 1, quota_limit: 2000, quota_current: 2000 }), { status: 429 }),
    ).toMatchObject({ outcome: 'throttled', retry: { kind: 'quota' } });
    expect(parse('brave', error({}), { status: null }).outcome).toBe('throttled');
    expect(limitOf('brave', true)).toMatchObject({ connections: 1, burst: 1 });
    expect(limitOf('brave', true).intervalMs).toBeGreaterThanOrEqual(1000);
  });

  it('web-02: SearXNG without JSON is a matter of its settings', () => {
    for (const [body, more] of [
      ['<!doctype html><html><title>SearXNG</title>', { status: 200, contentType: 'text/html' }],
      ['Forbidden', { status: 403, contentType: 'text/plain' }],
      ['<html><title>403 Forbidden</title>', { status: 403, contentType: 'text/html' }],
    ] as const) {
      const result = parse('searxng', body, more);
      expect(result.outcome).toBe('error');
      expect(result.notes.join()).toContain('search.formats');
    }
    expect(
      parse('searxng', {
        results: [],
        unresponsive_engines: [
          ['a', 'timeout'],
          ['b', 'CAPTCHA'],
        ],
      }).outcome,
    ).toBe('error');
    expect(parse('searxng', { results: [], unresponsive_engines: [] }).outcome).toBe('none');
  });

  it('web-04: a tool’s error inside an answer that worked is typed', () => {
    const result = (code: string) =>
      parseAnthropicSearch(
        answer({
          type: 'message',
          stop_reason: 'end_turn',
          content: [
            { type: 'server_tool_use', id: 't', name: 'web_search' },
            {
              type: 'web_search_tool_result',
              tool_use_id: 't',
              content: { type: 'web_search_tool_result_error', error_code: code },
            },
          ],
        }),
        { now: NOW },
      );
    expect(result('max_uses_exceeded').outcome).toBe('throttled');
    expect(result('unavailable')).toMatchObject({ outcome: 'error', posts: [] });
    const good = parseAnthropicSearch(
      answer({
        stop_reason: 'pause_turn',
        content: [
          { type: 'server_tool_use', id: 'a' },
          { type: 'server_tool_use', id: 'b' },
          {
            type: 'web_search_tool_result',
            content: [{ type: 'web_search_result', url: 'https://a.org/x', title: 'X', page_age: '6 days ago' }],
          },
        ],
      }),
      { now: NOW },
    );
    expect(good).toMatchObject({ outcome: 'partial', next: { pause_turn: true } });
    expect(good.posts[0]).toMatchObject({ url: 'https://a.org/x', date: null });
  });

  it('knows Tavily’s plan limits from its bursts, and refused keys from both', () => {
    expect(
      parse('tavily', { detail: { error: 'This request exceeds your plan’s set usage limit.' } }, { status: 432 }),
    ).toMatchObject({ outcome: 'throttled', retry: { kind: 'quota' } });
    expect(
      parse(
        'tavily',
        { detail: { error: 'Your request has been blocked due to excessive requests.' } },
        { status: 429 },
      ),
    ).toMatchObject({ outcome: 'throttled', retry: { kind: 'burst' } });
    expect(
      parse('tavily', { detail: { error: 'Unauthorized: missing or invalid API key.' } }, { status: 401 }).outcome,
    ).toBe('blocked');
    expect(parse('exa', { error: 'Invalid API key', tag: 'INVALID_API_KEY' }, { status: null }).outcome).toBe(
      'blocked',
    );
  });
});
