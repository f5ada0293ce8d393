import { describe, expect, it } from 'vitest';
import type { Dispatch } from '../../../shared/contracts/finding.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import type { Searched } from '../../../shared/runtime.ts';
import { searchChannel } from '../../../shared/sources/channels.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { research } from '../../../shared/sources/researcher.ts';
import { sourceStatus } from '../../../shared/sources/status.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';

const sources = (env: Record<string, string> = {}) =>
  openSources({ env, table: new MemoryTable(), blobs: new MemoryBlobs(), reach: async () => false });

const ask = (searched: Searched, onBusy: 'throw' | 'note' = 'throw', env = {}) => {
  const deps = sources(env);
  const queries: string[] = [];
  const search = async (query: string) => {
    queries.push(query);
    return searched;
  };
  const options = { max: 5, days: { from: null, to: null }, share: 'SQ1', deadline: deps.time.now() + 5000, onBusy };
  const result = searchChannel('web', 'Warteschlangen || fair queues', { ...options, search }, deps);
  return { result, queries, deps };
};

const message = (content: unknown, stop_reason = 'end_turn'): Searched => ({
  kind: 'answered',
  model: 'claude-haiku-5-5',
  body: JSON.stringify({ type: 'message', stop_reason, content }),
});
const tool = { type: 'server_tool_use' };
const found = (content: unknown) => ({ type: 'web_search_tool_result', content });
const page = (n: number) => ({
  type: 'web_search_result',
  url: `https://a.org/${n}`,
  title: `Page ${n}`,
  page_age: 'April 30, 2025',
  encrypted_content: 'EtweCioI',
});

describe('the web by the run’s own model', () => {
  it('gives posts of title, address, age and what was cited, and says who searched', async () => {
    const cite = (url: string, cited_text: string) => ({ type: 'web_search_result_location', url, cited_text });
    const said = {
      type: 'text',
      text: 'The model’s words.',
      citations: [cite('https://a.org/1', 'Fair queues scale.'), cite('https://a.org/1', 'Fair queues scale.')],
    };
    const more = { type: 'text', text: 'More.', citations: [cite('https://a.org/1', 'They are short.')] };
    const { result, queries } = ask(message([tool, found([page(1), page(2)]), said, more]));
    const { posts, outcome, providers } = await result;
    expect(outcome).toBe('hits');
    expect(posts[0]).toMatchObject({
      title: 'Page 1',
      url: 'https://a.org/1',
      date: '2025-04-30',
      text: expect.stringMatching(/^Fair queues scale\.\s+They are short\.$/),
    });
    expect(posts[1]).toMatchObject({ title: 'Page 2', text: '' });
    expect(JSON.stringify(posts)).not.toMatch(/words|EtweCioI/);
    expect(providers).toMatchObject([
      { provider: 'model', count: 2, note: expect.stringContaining('claude-haiku-5-5') },
    ]);
    expect(queries).toEqual(['Warteschlangen OR fair queues']);
  });

  it.each([
    ['max_uses_exceeded', 'throttled'],
    ['too_many_requests', 'throttled'],
    ['unavailable', 'error'],
    ['query_too_long', 'error'],
    ['invalid_tool_input', 'error'],
    ['something_new', 'error'],
  ])('types the tool’s error %s', async (error_code, outcome) => {
    const { result } = ask(message([tool, found({ type: 'web_search_tool_result_error', error_code })]));
    expect(await result).toMatchObject({
      outcome,
      posts: [],
      providers: [{ note: expect.stringContaining(error_code) }],
    });
  });

  it('types pauses, refusals, answers without a search, empty results and failures', async () => {
    const of = async (searched: Searched) => (await ask(searched).result).outcome;
    expect(await of(message([tool, found([page(1)])], 'pause_turn'))).toBe('partial');
    expect(await of(message([tool], 'pause_turn'))).toBe('partial');
    expect(await of(message([], 'refusal'))).toBe('blocked');
    expect(await of(message([{ type: 'text', text: 'No.' }], 'refusal'))).toBe('blocked');
    expect(await of(message([{ type: 'text', text: 'I know.' }]))).toBe('error');
    expect(await of(message([tool, found([])]))).toBe('none');
    expect(await of({ kind: 'failed', outcome: 'none', note: 'budget: none left' })).toBe('none');
    const body = '{"type":"error","error":{"type":"api_error","message":"the search did not end in time"}}';
    expect(await of({ kind: 'answered', model: 'm', body })).toBe('error');
  });

  it('is waited for a while, and then done without', async () => {
    const busy = { kind: 'busy', waitMs: 5000, outcome: 'none', note: 'budget: held by calls in flight' } as const;
    await expect(ask(busy).result).rejects.toMatchObject({ name: 'SourceBusy', waitMs: 5000 });
    expect(await ask(busy, 'note').result).toMatchObject({ outcome: 'none', providers: [{ note: busy.note }] });
  });

  it('is waited for longer than a provider is, and its absence is told from a search that found nothing', async () => {
    const deps = sources();
    const busy = { kind: 'busy', waitMs: 1, outcome: 'none', note: 'budget: held by calls in flight' } as const;
    const row = {
      id: '1.1.SQ1.web',
      round: 1,
      tick: 1,
      node: 'SQ1',
      source: 'web',
      query: 'q',
      max_results: 5,
      reminder: null,
    };
    const goal = { topic_slug: 't', time_horizon: { from: null, to: null, rule: 'preferred' }, exclude: [] };
    let tries = 0;
    const attempt = async () => {
      tries++;
      return research(row as Dispatch, goal as unknown as Goal, 60_000, deps, async () => busy);
    };
    for (;;) {
      try {
        expect(await attempt()).toMatchObject({ outcome: 'none', notes: `model: none (${busy.note}).` });
        break;
      } catch (error) {
        expect((error as Error).name).toBe('SourceBusy');
      }
    }
    expect(tries).toBe(13);
  });

  it('is not asked where a search service is configured', async () => {
    const { result, queries } = ask(message([]), 'throw', { TAVILY_API_KEY: 'k' });
    expect((await result).providers.map(({ provider }) => provider)).toEqual(['tavily']);
    expect(queries).toEqual([]);
  });

  it('is listed with how it is configured', async () => {
    const line = async (env: Record<string, string>, model: string | null) =>
      (await sourceStatus(sources(env), model)).find(({ provider }) => provider === 'model');
    expect(await line({}, null)).toMatchObject({
      configured: false,
      missing: 'ANTHROPIC_API_KEY is not set',
      key: 'absent',
    });
    expect(await line({}, 'https://m.org')).toMatchObject({
      configured: true,
      key: 'present',
      base: 'https://m.org',
      last: null,
    });
    expect(await line({ EXA_API_KEY: 'k' }, 'https://m.org')).toMatchObject({
      configured: false,
      missing: 'not needed: exa searches the web',
    });
    const { result, deps } = ask(message([tool, found([page(1)])]));
    await result;
    expect((await sourceStatus(deps, 'x')).at(-1)).toMatchObject({ last: { outcome: 'hits' } });
  });
});
