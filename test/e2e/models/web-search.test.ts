import { afterEach, describe, expect, it } from 'vitest';
import { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { canonicalHash } from '../../../shared/models/canonical.ts';
import { openProviders } from '../../../shared/models/open.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { readBudget } from '../../../shared/run/stops.ts';
import { liveSources } from '../../../shared/sources/live.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { fastAsl } from '../../support/fast-asl.ts';
import { Fuse, fused } from '../../support/faults.ts';
import type { MessagesServer, MessagesServerOptions } from '../../support/messages-server/server.ts';
import { CLOCK, runToEnd, SILENT, type Stores, storesWith } from '../../support/pipeline.ts';
import { asked, closeServers, serve, textOf } from './bench.ts';
import { RECORDS } from './library.ts';

afterEach(closeServers);

/** A cloud with a model and live sources of which none searches the web. */
function cloudWith(stores: Stores, url: string, env: Record<string, string> = {}): Promise<EmbeddedCloud> {
  const providers = openProviders({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url });
  const live = liveSources(openSources({ env, ...stores, reach: async () => false }));
  return EmbeddedCloud.open({
    ...stores,
    clock: CLOCK,
    log: SILENT,
    roles: new ModelRunner(providers),
    live,
    asl: fastAsl(),
  });
}

const web = (more: object = {}) => asked({ sources: ['web', 'library'], ...more });
const searchesOf = (server: MessagesServer) => server.calls.filter(({ request }) => request.tools !== undefined);

/** Where the reply of a search is kept. */
function hashOf(body: string): string {
  const { stream: _streamed, ...params } = JSON.parse(body) as { stream: boolean };
  return canonicalHash(params);
}

async function world(options: MessagesServerOptions = {}) {
  const server = await serve(options);
  const stores = await storesWith(RECORDS);
  return { server, cloud: await cloudWith(stores, server.url) };
}

async function findings(cloud: EmbeddedCloud, slug: string): Promise<string> {
  const files = (await cloud.service.artifacts(slug)).filter((path) => path.startsWith('findings/'));
  return (await Promise.all(files.map((path) => textOf(cloud, slug, path)))).join('\n');
}

describe('a run whose web is searched by its model', () => {
  it('finds pages, says who searched, and adds up to the token', async () => {
    const { server, cloud } = await world();
    const slug = await runToEnd(cloud, web());
    expect((await cloud.service.meta(slug)).status).toBe('complete');
    expect(searchesOf(server).length).toBeGreaterThan(0);
    const found = await findings(cloud, slug);
    expect(found).toContain('https://pages.example.org/');
    expect(found).toContain('finds that it scales.');
    expect(found).not.toMatch(/encrypted|The page says so/);
    expect(await textOf(cloud, slug, 'synthesis.md')).toMatch(/model hits 2 \(searched by claude-haiku-5-5/);
    const budget = await readBudget(new RunHandle(cloud.runtime, { owner: 'local', slug, attempt: 1 }));
    expect(budget.used).toBe(server.billed.input + server.billed.output);
    expect(budget.open).toEqual({});
  });

  it('says in its methodology where a search did not fit the budget left, and ends as it should', async () => {
    const { server, cloud } = await world({ web: () => ({ brings: 180_000 }) });
    const slug = await runToEnd(cloud, web());
    expect((await cloud.service.meta(slug)).status).toBe('complete');
    expect(searchesOf(server).length).toBeGreaterThan(0);
    expect(await textOf(cloud, slug, 'synthesis.md')).toMatch(/model none 0 \(budget: /);
    expect(await findings(cloud, slug)).toMatch(/model: none \(budget: /);
    expect(server.billed.input + server.billed.output).toBeLessThanOrEqual(1_500_000);
  });

  it('makes no search offline, nor with a budget that could not hold one', async () => {
    const { server, cloud } = await world();
    await runToEnd(cloud, web({ offline: true, sources: null }));
    const slug = await runToEnd(cloud, web({ budget: 600_000 }));
    expect(searchesOf(server)).toEqual([]);
    expect(await textOf(cloud, slug, 'synthesis.md')).toContain('The web was not searched');
  });

  it('leaves the web to a search service that is configured', async () => {
    const server = await serve();
    const stores = await storesWith(RECORDS);
    const cloud = await cloudWith(stores, server.url, { TAVILY_API_KEY: 'k' });
    const slug = await runToEnd(cloud, web({ depth: 'quick' }));
    expect(searchesOf(server)).toEqual([]);
    expect(await findings(cloud, slug)).toContain('tavily');
    expect((await cloud.service.meta(slug)).warnings.join()).not.toContain('web was not searched');
  });

  it('killed and resumed repeats no search that was answered', async () => {
    const server = await serve();
    const stores = await storesWith(RECORDS);
    const fuse = new Fuse(null);
    const first = await cloudWith(fused(stores, fuse), server.url);
    const { slug } = await first.service.create(web());
    const replies = async () => (await stores.blobs.list(`runs/${slug}/replies/`)).length;
    while (searchesOf(server).length < 2 || (await replies()) < server.calls.length - 3)
      await new Promise((resolve) => setTimeout(resolve, 2));
    fuse.dead = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = searchesOf(server).map(({ request }) => JSON.stringify(request));
    const kept = new Set(
      (await stores.blobs.list(`runs/${slug}/replies/`)).map((key) => /(\w+)\.json$/.exec(key)![1]!),
    );
    expect(before.map(hashOf).some((hash) => kept.has(hash))).toBe(true);
    const second = await cloudWith(stores, server.url);
    await second.service.resume(slug);
    await second.ended(slug);
    expect((await second.service.meta(slug)).status).toBe('complete');
    const all = searchesOf(server).map(({ request }) => JSON.stringify(request));
    const later = all.slice(before.length);
    expect(later.filter((body) => kept.has(hashOf(body)))).toEqual([]);
    // At most the one that was in flight: only one fits this budget at a time.
    expect(later.filter((body) => before.includes(body)).length).toBeLessThanOrEqual(1);
    const budget = await readBudget(new RunHandle(second.runtime, { owner: 'local', slug, attempt: 2 }));
    expect(budget.open).toEqual({});
    expect(budget.available + budget.used).toBe(budget.total);
  });
});
