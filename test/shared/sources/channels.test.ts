import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../../shared/contracts/enums.ts';
import type { Dispatch } from '../../../shared/contracts/finding.ts';
import { blankRecord, PaperRecord, Post } from '../../../shared/contracts/record.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import { searchChannel } from '../../../shared/sources/channels.ts';
import { activeChannels } from '../../../shared/sources/config.ts';
import type { SourceDeps } from '../../../shared/sources/deps.ts';
import { fullTextOf } from '../../../shared/sources/document.ts';
import { liveSources } from '../../../shared/sources/live.ts';
import { lookup } from '../../../shared/sources/lookup.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { isPersistent } from '../../../shared/sources/outcome.ts';
import { PROVIDERS } from '../../../shared/sources/provider.ts';
import { references } from '../../../shared/sources/references.ts';
import { registers } from '../../../shared/sources/registers.ts';
import { research } from '../../../shared/sources/researcher.ts';
import { fetchSeeds } from '../../../shared/sources/seed.ts';
import { checkSources, sourceStatus } from '../../../shared/sources/status.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import { WarpedTime } from '../../support/fake-time.ts';
import { type Replay, type ReplayHandler, startReplay } from '../../support/replay-server.ts';
import { SYNTHETIC } from '../../support/synthetic-sources.ts';

const eager = new WarpedTime();
const live: Replay[] = [];
const opened: SourceDeps[] = [];

async function open(handlers: Readonly<Record<string, ReplayHandler>>, env: Readonly<Record<string, string>> = {}) {
  const replay = await startReplay(handlers);
  live.push(replay);
  const deps = openSources({
    env: { ...replay.env, ...env },
    table: new MemoryTable(),
    blobs: new MemoryBlobs(),
    time: eager,
    random: () => 0.5,
  });
  opened.push(deps);
  return { replay, deps };
}

const options = (extra: object = {}) => ({
  max: 10,
  days: { from: null, to: null },
  share: 'SQ1',
  deadline: eager.now() + 10_000,
  onBusy: 'throw' as const,
  ...extra,
});
const goal = {
  topic_slug: 'fair-queues-2026-01-01',
  time_horizon: { from: '2023', to: '2024', rule: 'hard' },
  exclude: [] as string[],
} as unknown as Goal;
const dispatch = (source: Source): Dispatch => ({
  id: `1.1.SQ1.${source}`,
  round: 1,
  tick: 1,
  node: 'SQ1',
  source,
  query: 'fair queues',
  max_results: 8,
  reminder: null,
});

let all: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  all = await open({
    ...SYNTHETIC,
    datacite: () => ({ status: 404, body: '{"errors":[{"status":"404","title":"Not found"}]}' }),
    doi: ({ url }) => ({ body: JSON.stringify({ responseCode: url.pathname.includes('bucket') ? 1 : 100 }) }),
  });
});
afterAll(async () => {
  await Promise.all(opened.map((deps) => deps.http.close()));
  await Promise.all(live.map((replay) => replay.close()));
});

describe('channels', () => {
  it('tell a failure that outlasts the run from one that does not', () => {
    expect((['throttled', 'blocked', 'error'] as const).every(isPersistent)).toBe(true);
    expect((['hits', 'none', 'partial', 'window_exceeded'] as const).some(isPersistent)).toBe(false);
  });

  it('uses every provider of a run when each has an address, without any key', async () => {
    expect(activeChannels(all.deps.config)).toEqual(['arxiv', 'scholarly', 'web', 'community', 'github']);
    for (const source of ['arxiv', 'scholarly', 'web', 'community', 'github'] as const) {
      const result = await searchChannel(source, 'fair queues', options(), all.deps);
      expect(result.outcome).toBe('hits');
      expect(result.providers.every((note) => note.outcome === 'hits')).toBe(true);
      for (const paper of result.papers) {
        PaperRecord.parse(paper);
        expect(paper.source).toBe(source);
        expect(paper.title && paper.url).toBeTruthy();
      }
      for (const post of result.posts) Post.parse(post);
    }
    const asked = new Set(all.replay.requests.map((request) => request.provider));
    expect([...PROVIDERS].filter((name) => !asked.has(name))).toEqual(['unpaywall']); // a lookup service, not a search
  });

  it('merges one paper of four providers into one record with all its ids', async () => {
    const { papers } = await searchChannel('scholarly', 'fair queues', options(), all.deps);
    const fair = papers.filter((paper) => paper.title === 'Fair Queues for Shared Clients');
    expect(fair).toHaveLength(1);
    expect(fair[0]!.id).toBe('doi:10.5555/fair.2024');
    expect(fair[0]!.ids).toEqual(
      expect.arrayContaining([
        'arxiv:2401.00017',
        'openalex:W17',
        `s2:${'a'.repeat(40)}`,
        'dblp:journals/synth/Queue24',
      ]),
    );
    expect(fair[0]!.citedByCount).toBe(5);
    expect(fair[0]!.authors).toEqual(['Ada Queue']);
  });

  it('keeps each failure as a note, and what the others found', async () => {
    const { deps } = await open({
      ...SYNTHETIC,
      semanticscholar: () => ({
        status: 429,
        headers: { 'retry-after': '120' },
        body: '{"message":"Too Many Requests"}',
      }),
      dblp: () => ({
        status: 500,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>Making sure</title><p>Protected by Anubis',
      }),
    });
    const result = await searchChannel('scholarly', 'fair queues', options(), deps);
    expect(result.outcome).toBe('hits');
    const outcomes = Object.fromEntries(result.providers.map((note) => [note.provider, note.outcome]));
    expect(outcomes).toMatchObject({
      semanticscholar: 'throttled',
      openalex: 'hits',
      crossref: 'hits',
      dblp: 'blocked',
    });
    expect(result.providers.find((note) => note.provider === 'dblp')!.note).toMatch(/robots/);
  });

  it('never calls nothing found what was a failure', async () => {
    const none = await open({
      hackernews: () => ({ body: '{"hits":[],"nbHits":0,"page":0,"nbPages":0,"hitsPerPage":20}' }),
      stackexchange: () => ({ status: 503, body: '' }),
    });
    expect((await searchChannel('community', 'fair queues', options(), none.deps)).outcome).toBe('partial');
    const failed = await open({
      arxiv: () => ({ status: 403, headers: { 'content-type': 'text/html' }, body: '<html><title>Denied</title>' }),
    });
    const deps = {
      ...failed.deps,
      config: {
        ...failed.deps.config,
        providers: {
          ...failed.deps.config.providers,
          huggingface: { ...failed.deps.config.providers.huggingface, active: false },
        },
      },
    };
    expect((await searchChannel('arxiv', 'fair queues', options(), deps)).outcome).toBe('blocked');
  });

  it('marks the answer partial when the time is over, and keeps what arrived', async () => {
    const { deps } = await open({
      hackernews: SYNTHETIC.hackernews!,
      stackexchange: () => ({ body: '{}', delayMs: 30_000 }),
    });
    const result = await searchChannel('community', 'fair queues', options({ deadline: eager.now() + 700 }), deps);
    expect(result.outcome).toBe('partial');
    expect(result.posts).toHaveLength(1);
  });

  it('says which provider to configure when a channel has none', async () => {
    const { deps } = await open({});
    const result = await searchChannel('web', 'fair queues', options(), deps);
    expect(result.outcome).toBe('error');
    expect(result.providers[0]!.note).toMatch(/BRAVE_API_KEY/);
  });

  it('asks in two languages when the query has two', async () => {
    const { replay, deps } = await open({ hackernews: SYNTHETIC.hackernews! });
    await searchChannel('community', 'gerechte Warteschlangen || fair queues', options(), {
      ...deps,
      config: {
        ...deps.config,
        providers: {
          ...deps.config.providers,
          stackexchange: { ...deps.config.providers.stackexchange, active: false },
        },
      },
    });
    expect(replay.requests.map((request) => request.url.searchParams.get('query'))).toEqual([
      'gerechte Warteschlangen',
      'fair queues',
    ]);
  });

  it('asks nobody again for what is stored', async () => {
    const { replay, deps } = await open({ hackernews: SYNTHETIC.hackernews!, stackexchange: SYNTHETIC.stackexchange! });
    await searchChannel('community', 'fair queues', options(), deps);
    const count = replay.requests.length;
    const again = await searchChannel('community', 'fair queues', options(), deps);
    expect(replay.requests.length).toBe(count);
    expect(again.posts).toHaveLength(2);
  });
});

describe('a researcher', () => {
  it('applies a hard horizon and exclusions, and counts what it left out', async () => {
    const web = await research(dispatch('web'), goal, 60_000, all.deps);
    expect(web.left.undated).toBe(2);
    expect(web.posts.every((post) => post.date?.startsWith('2024'))).toBe(true);
    const without = await research(
      dispatch('scholarly'),
      { ...goal, exclude: ['https://doi.org/10.5555/Fair.2024'] },
      60_000,
      all.deps,
    );
    expect(without.left.excluded).toBe(1);
    expect(without.papers.map((paper) => paper.title)).toEqual(['Fair Queues in Repositories']);
  });

  it('completes a short abstract by id from another provider', async () => {
    const { deps } = await open({
      ...SYNTHETIC,
      semanticscholar: () => ({ status: 503, body: '' }),
      core: () => ({ status: 404, body: '' }),
    });
    const found = await research(dispatch('scholarly'), goal, 60_000, deps);
    expect(found.papers[0]!.abstract).toMatch(/^Fair queues share one client/);
  });

  it('gives way with SourceBusy, and after some patience goes on without the busy provider', async () => {
    const { deps } = await open({ hackernews: SYNTHETIC.hackernews!, stackexchange: SYNTHETIC.stackexchange! });
    // Somebody died holding the only connection of Stack Exchange.
    await deps.table.put(
      { pk: 'LIMIT#stackexchange', sk: 'LIMIT' },
      { next: 0, shares: {}, busy0: eager.now() + 500_000 },
    );
    let busy = 0;
    for (;;) {
      try {
        const found = await research(dispatch('community'), goal, 60_000, deps);
        expect(found.sources.find((note) => note.provider === 'stackexchange')?.outcome).toBe('throttled');
        expect(found.posts).toHaveLength(1);
        break;
      } catch (error) {
        expect((error as Error).name).toBe('SourceBusy');
        busy++;
      }
    }
    expect(busy).toBe(6);
  });
});

describe('lookups', () => {
  it('openalex-11 and crossref-17: found, absent and unchecked are told apart over several registers', async () => {
    const at = { share: 'audit', deadline: eager.now() + 10_000 };
    const result = await lookup(
      ['10.5555/FAIR.2024', 'arXiv:2401.00017v3', 'doi:10.5555/never.was', 'doi:10.5555/bucket.1999', 'lib:0123456789'],
      at,
      all.deps,
    );
    expect(result.records.get('10.5555/FAIR.2024')?.title).toBe('Fair Queues for Shared Clients');
    expect(result.records.get('arXiv:2401.00017v3')?.title).toBe('Fair Queues for Shared Clients');
    expect(result.records.get('doi:10.5555/never.was')).toBeNull();
    expect(result.unchecked).toEqual(['doi:10.5555/bucket.1999', 'lib:0123456789']);
    const answers = await registers(['doi:10.5555/never.was'], at, all.deps);
    const said = answers.get('doi:10.5555/never.was')!.map((one) => `${one.provider} ${one.outcome}`);
    expect(said).toEqual([
      'semanticscholar not_found',
      'openalex not_found',
      'crossref not_found',
      'datacite not_found',
      'doi.org not_found',
    ]);
  });

  it('leaves an id unchecked when a register failed', async () => {
    const { deps } = await open({
      semanticscholar: () => ({ status: 503, body: '' }),
      openalex: () => ({ status: 503, body: '' }),
      crossref: () => ({ status: 503, body: '' }),
      datacite: () => ({ status: 503, body: '' }),
      doi: () => ({ status: 503, body: '' }),
    });
    const result = await lookup(['doi:10.5555/fair.2024'], { share: 'audit', deadline: eager.now() + 10_000 }, deps);
    expect(result.records.size).toBe(0);
    expect(result.unchecked).toEqual(['doi:10.5555/fair.2024']);
  });

  it('fetches seed papers by id, once each', async () => {
    const seeds = await fetchSeeds(
      ['arXiv:2401.00017', 'doi:10.5555/fair.2024', 'arxiv:9999.99999'],
      { share: 'seed', deadline: eager.now() + 10_000 },
      all.deps,
    );
    expect(seeds.papers).toHaveLength(1);
    expect(seeds.absent).toEqual(['arxiv:9999.99999']);
  });

  it('fetches a seed paper by its title, and takes no other one for it', async () => {
    const at = { share: 'seed', deadline: eager.now() + 10_000 };
    const seeds = await fetchSeeds(['fair queues for shared clients', 'unfair queues of another kind'], at, all.deps);
    expect(seeds.papers.map((paper) => paper.id)).toEqual(['doi:10.5555/fair.2024']);
    expect(seeds.absent).toEqual(['unfair queues of another kind']);
  });

  it('climbs to a free copy that only Unpaywall knows', async () => {
    const page = `<html><body><article class="ltx_document"><h1 class="ltx_title ltx_title_document">Fair Queues</h1><section class="ltx_section"><h2 class="ltx_title">1 Introduction</h2><div class="ltx_para"><p class="ltx_p">${'Queues are fair when they take turns. '.repeat(200)}</p></div></section></article></body></html>`;
    const { deps } = await open({
      ...SYNTHETIC,
      arxiv_html: () => ({ status: 404, body: '' }),
      ar5iv: ({ url }) => ({
        status: url.pathname === '/html/2401.00099' ? 200 : 404,
        headers: { 'content-type': 'text/html' },
        body: page,
      }),
      unpaywall: () => ({
        body: JSON.stringify({
          doi: '10.5555/only',
          is_oa: true,
          best_oa_location: { url_for_pdf: 'https://host.invalid/x.pdf' },
        }),
      }),
    });
    const preprint = { ...blankRecord('arxiv:2401.00099', 'arxiv'), arxivId: '2401.00099', title: 'Fair Queues' };
    const text = await fullTextOf(preprint, deps, eager.now() + 60_000);
    expect(text).toMatchObject({ access: 'full', origin: 'ar5iv' });
    const article = {
      ...blankRecord('doi:10.5555/only', 'scholarly'),
      doi: '10.5555/only',
      title: 'Only',
      abstract: 'An abstract that is all there is to read about this one article.',
    };
    const abstract = await fullTextOf(article, deps, eager.now() + 60_000);
    expect(abstract).toMatchObject({ access: 'abstract' });
    expect(abstract!.notes.join()).toMatch(/pdf: unavailable/);
  });

  it('gives references as edges with records of both ends', async () => {
    const result = await references(
      ['arxiv:2401.00017', 'doi:10.5555/nobody.knows'],
      { share: 'graph', deadline: eager.now() + 10_000 },
      all.deps,
    );
    expect(result.edges).toContainEqual(['arxiv:2401.00017', 'doi:10.5555/bucket.1999']);
    expect(result.records.map((record) => record.id)).toEqual(
      expect.arrayContaining(['doi:10.5555/fair.2024', 'doi:10.5555/bucket.1999']),
    );
    expect(result.notes.join(' ')).toMatch(/1 of 2 papers/);
    expect(result.failed).toEqual(['doi:10.5555/nobody.knows']);
    expect(result.nodes).toContainEqual({
      id: 'arxiv:2401.00017',
      title: 'Fair Queues for Shared Clients',
      year: 2024,
    });
  });

  it('falls back to OpenAlex where a list is elided', async () => {
    const elided = [
      {
        paperId: 'a'.repeat(40),
        externalIds: { ArXiv: '2401.00017' },
        title: 'Fair',
        referenceCount: 40,
        references: [],
      },
    ];
    const { deps } = await open({ ...SYNTHETIC, semanticscholar: () => ({ body: JSON.stringify(elided) }) });
    const result = await references(['arxiv:2401.00017'], { share: 'graph', deadline: eager.now() + 10_000 }, deps);
    expect(result.edges.map(([, cited]) => cited)).toEqual([]);
    const byDoi = await references(['doi:10.5555/fair.2024'], { share: 'graph', deadline: eager.now() + 10_000 }, deps);
    expect(byDoi.edges).toContainEqual(['doi:10.5555/fair.2024', 'openalex:W1999']);
  });
});

describe('the status of the sources', () => {
  it('lists every provider, and checks each with one call', async () => {
    const checks = await checkSources(all.deps);
    expect(checks.map((check) => check.provider)).toEqual([...PROVIDERS, 'model']);
    expect(checks.filter((check) => check.outcome !== 'hits')).toMatchObject([
      { provider: 'model', outcome: 'skipped' },
    ]);
    const status = await sourceStatus(all.deps);
    expect(status.find((line) => line.provider === 'openalex')).toMatchObject({
      configured: true,
      key: 'absent',
      last: { outcome: 'hits' },
    });
  });

  it('shows what is missing, without a network', async () => {
    const deps = openSources({
      env: {},
      table: new MemoryTable(),
      blobs: new MemoryBlobs(),
      time: eager,
      reach: async () => false,
    });
    opened.push(deps);
    const checks = await checkSources(deps);
    expect(checks.find((check) => check.provider === 'tavily')).toMatchObject({
      outcome: 'skipped',
      note: 'TAVILY_API_KEY is not set',
    });
    expect(checks.find((check) => check.provider === 'arxiv')!.note).toMatch(/no network/);
  });
});

describe('the live port of a run', () => {
  it('offers channels, titles of pages and lookups', async () => {
    const page: ReplayHandler = () => ({
      headers: { 'content-type': 'text/html' },
      body: '<html><head><meta name="citation_title" content="Fair &amp; Square"><title>x</title></head></html>',
    });
    const { replay, deps } = await open({ ...SYNTHETIC, pages: page });
    const port = liveSources(deps);
    const bounds = { remainingMs: () => 60_000 };
    expect(port.channels).toContain('github');
    expect(await port.pageTitle(`${replay.url}/pages/a`, bounds)).toBe('Fair & Square');
    expect(await port.pageTitle('http://169.254.169.254/latest/meta-data', bounds)).toBeNull();
    expect((await port.lookup(['arxiv:2401.00017'], bounds)).get('arxiv:2401.00017')).toContainEqual(
      expect.objectContaining({ outcome: 'found', record: expect.objectContaining({ year: 2024 }) }),
    );
  });
});
