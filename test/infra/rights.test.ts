import { beforeAll, describe, expect, it } from 'vitest';
import { STEPS } from '../../infra/steps.ts';
import type { LambdaHandler } from '../../local/cloud/engine.ts';
import { HANDLERS } from '../../local/cloud/handlers.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { ExtractiveRunner } from '../../shared/models/extractive.ts';
import { cloudOver, request, runToEnd, storesWith } from '../support/pipeline.ts';
import { beyond, Recorder } from '../support/recorded-rights.ts';
import { smallLibrary } from '../support/small-library.ts';

/** Which bundles have which part of the live sources. */
const COVERED = {
  off: [],
  channels: ['channels'],
  lookup: ['channels', 'lookup'],
  search: ['channels', 'retrieve', 'references', 'seeds', 'lookup', 'pageTitle'],
  read: ['channels', 'retrieve', 'references', 'seeds', 'lookup', 'pageTitle', 'fullText'],
} as const;

const recorder = new Recorder();

/** The step's handler, known by its folder's name while it runs. */
function known(placeholder: string, handler: LambdaHandler): LambdaHandler {
  const name = placeholder[0]!.toLowerCase() + placeholder.slice(1).replace(/Function$/, '');
  return (event, context) => recorder.run(name, () => handler(event, context));
}

beforeAll(async () => {
  const handlers = Object.fromEntries(
    Object.entries(HANDLERS).map(([name, handler]) => [name, known(name, handler as LambdaHandler)]),
  );
  const embedder = recorder.embedder(loadStaticEmbedder());
  const stores = await storesWith(smallLibrary());
  const cloud = await cloudOver(
    { table: recorder.table(stores.table), blobs: recorder.blobs(stores.blobs) },
    { handlers, embedder, roles: recorder.roles(new ExtractiveRunner(embedder)), live: recorder.live() },
  );
  await runToEnd(
    cloud,
    request('consensus protocols for replicated logs', {
      offline: false,
      // One that the searches bring, one that nobody has.
      seedPapers: ['doi:10.1145/279227.279229', 'arxiv:9999.99999'],
      exclude: ['arxiv:1309.5671'],
    }),
  );
  await runToEnd(cloud, request('raft and paxos compared', { depth: 'quick' }));
  const { slug } = await cloud.service.create(request('leader election'));
  await cloud.service.cancel(slug);
  await cloud.ended(slug);
  await cloud.service.resume(slug);
  await cloud.ended(slug);
});

describe('what the steps of real runs did', () => {
  it('is done by every step but the one that waits for people', () => {
    const quiet = Object.keys(STEPS).filter((name) => !recorder.used.has(name));
    expect(quiet).toEqual(['questioner']);
  });

  it.each(Object.keys(STEPS).filter((name) => name !== 'questioner'))('is granted to %s', (name) => {
    expect(beyond(recorder.used.get(name)!, STEPS[name]!.grants)).toEqual([]);
  });

  it.each(Object.keys(STEPS).filter((name) => name !== 'questioner'))('is in the bundle of %s', (name) => {
    const { parts } = recorder.used.get(name)!;
    const { embedder, roles, live, grants } = STEPS[name]!;
    if (parts.has('embedder')) expect(embedder, 'embedder').toBe(true);
    if (parts.has('roles.run')) expect(roles).toBe('on');
    if (parts.has('roles.describe')) expect(roles).not.toBe('off');
    const needed = [...parts].filter((part) => part.startsWith('live.')).map((part) => part.slice('live.'.length));
    for (const part of needed) expect(COVERED[live] as readonly string[], part).toContain(part);
    if (roles !== 'off' || live !== 'off') expect(grants.rights).toContain('keys');
    if (!['off', 'channels'].includes(live)) expect(grants.objects).toHaveProperty('cache');
  });
});
