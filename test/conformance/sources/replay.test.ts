import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { searchChannel } from '../../../shared/sources/channels.ts';
import { activeChannels } from '../../../shared/sources/config.ts';
import type { SourceDeps } from '../../../shared/sources/deps.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import { WarpedTime } from '../../support/fake-time.ts';
import { recordedHandlers } from '../../support/recorded-sources.ts';
import { type Replay, startReplay } from '../../support/replay-server.ts';
import { SYNTHETIC } from '../../support/synthetic-sources.ts';
import { FIXTURES, isAt } from './shared.ts';

let replay: Replay | null = null;
let deps: SourceDeps | null = null;
afterAll(async () => {
  await deps?.http.close();
  await replay?.close();
});

describe.skipIf(!isAt(join(FIXTURES, 'META.json')))('all sources from recordings on loopback', () => {
  it('every channel brings records of its own', async () => {
    replay = await startReplay({ ...SYNTHETIC, ...recordedHandlers(FIXTURES) });
    const time = new WarpedTime();
    deps = openSources({ env: replay.env, table: new MemoryTable(), blobs: new MemoryBlobs(), time });
    expect(activeChannels(deps.config)).toEqual(['arxiv', 'scholarly', 'web', 'community', 'github']);
    for (const source of ['arxiv', 'scholarly', 'web', 'community', 'github'] as const) {
      const options = {
        max: 20,
        days: { from: null, to: null },
        share: 'SQ1',
        deadline: time.now() + 60_000,
        onBusy: 'throw' as const,
      };
      const result = await searchChannel(source, 'software testing', options, deps);
      expect(['hits', 'partial']).toContain(result.outcome);
      expect(result.papers.length + result.posts.length).toBeGreaterThan(0);
      expect(result.papers.every((paper) => paper.source === source && paper.title && paper.url)).toBe(true);
    }
  });
});
