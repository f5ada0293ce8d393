import type { Clock, LiveSources, Log } from '../runtime.ts';
import { liveSources } from '../sources/live.ts';
import { openSources } from '../sources/open.ts';
import type { Blobs, Table } from '../store/ports.ts';
import { Rotating } from './rotating.ts';
import { readKeys } from './secrets.ts';

export interface LiveParts {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Live sources with keys from the stack's secret; limiter, breaker and cache are shared by all functions. */
export async function openLive({ table, blobs, log }: LiveParts): Promise<LiveSources> {
  const sources = new Rotating(readKeys, async (secrets) => {
    const live = liveSources(await openSources({ env: process.env, table, blobs, secrets }));
    log.info('sources opened', { channels: live.channels });
    return live;
  });
  const { channels } = await sources.get();
  return {
    channels,
    retrieve: async (dispatch, goal, bounds) => (await sources.get()).retrieve(dispatch, goal, bounds),
    references: async (ids, bounds) => (await sources.get()).references(ids, bounds),
    fullText: async (record, bounds) => (await sources.get()).fullText(record, bounds),
    lookup: async (ids, bounds) => (await sources.get()).lookup(ids, bounds),
    pageTitle: async (url, bounds) => (await sources.get()).pageTitle(url, bounds),
  };
}
