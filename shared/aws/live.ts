import type { Bounds, Clock, LiveSources, Log } from '../runtime.ts';
import type { SourceDeps } from '../sources/deps.ts';
import type { Blobs, Table } from '../store/ports.ts';
import { PartLeftOut } from './left-out.ts';
import { Rotating } from './rotating.ts';
import { readKeys } from './secrets.ts';

export interface LiveParts {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Kept free of a step's time, as the embedded live sources do. */
const RESERVE_MS = 5000;

/**
 * Live sources with keys from the stack's secret; limiter, breaker and cache are shared by all functions. Each method
 * imports its part when it is called, and the build leaves out what the function's `PLUMBLINE_LIVE` does not cover:
 * `channels` knows names only, `lookup` finds what has an id, `search` asks sources, `read` gets full texts as well.
 */
export async function openLive(parts: LiveParts): Promise<LiveSources> {
  const channels = await channelsOf();
  parts.log.info('sources opened', { channels });
  return process.env.PLUMBLINE_LIVE === 'channels' ? namesOnly(channels) : searching(channels, parts);
}

async function channelsOf(): Promise<LiveSources['channels']> {
  const { activeChannels, sourceConfig } = await import('../sources/config.ts');
  return activeChannels(sourceConfig(process.env, await readKeys()));
}

function namesOnly(channels: LiveSources['channels']): LiveSources {
  return {
    channels,
    retrieve: leftOut,
    references: leftOut,
    fullText: leftOut,
    seeds: leftOut,
    lookup: leftOut,
    pageTitle: leftOut,
  };
}

async function searching(channels: LiveSources['channels'], parts: LiveParts): Promise<LiveSources> {
  const { table, blobs } = parts;
  const { openSources } = await import('../sources/open.ts');
  const deps = new Rotating<SourceDeps>(readKeys, async (secrets) =>
    openSources({ env: process.env, table, blobs, secrets }),
  );
  const deadline = (bounds: Bounds, { time }: SourceDeps) =>
    time.now() + Math.max(1000, bounds.remainingMs() - RESERVE_MS);
  return {
    channels,
    retrieve:
      process.env.PLUMBLINE_LIVE === 'lookup'
        ? leftOut
        : async (dispatch, goal, bounds, search) => {
            const { research } = await import('../sources/researcher.ts');
            return research(dispatch, goal, bounds.remainingMs(), await deps.get(), search);
          },
    references:
      process.env.PLUMBLINE_LIVE === 'lookup'
        ? leftOut
        : async (ids, bounds) => {
            const [{ references }, sources] = await Promise.all([import('../sources/references.ts'), deps.get()]);
            return references(ids, { share: 'references', deadline: deadline(bounds, sources) }, sources);
          },
    seeds:
      process.env.PLUMBLINE_LIVE === 'lookup'
        ? leftOut
        : async (ids, bounds) => {
            const [{ fetchSeeds }, sources] = await Promise.all([import('../sources/seed.ts'), deps.get()]);
            return fetchSeeds(ids, { share: 'seed', deadline: deadline(bounds, sources) }, sources);
          },
    async lookup(ids, bounds) {
      const [{ registers }, sources] = await Promise.all([import('../sources/registers.ts'), deps.get()]);
      return registers(ids, { share: 'lookup', deadline: deadline(bounds, sources) }, sources);
    },
    async pageTitle(url, bounds) {
      const { pageTitle } = await import('../sources/page.ts');
      return pageTitle(url, bounds.remainingMs() - RESERVE_MS, await deps.get());
    },
    fullText:
      process.env.PLUMBLINE_LIVE === 'search' || process.env.PLUMBLINE_LIVE === 'lookup'
        ? leftOut
        : async (record, bounds) => {
            const [{ fullTextOf }, sources] = await Promise.all([import('../sources/document.ts'), deps.get()]);
            return fullTextOf(record, sources, deadline(bounds, sources));
          },
  };
}

const leftOut = async (): Promise<never> => {
  throw new PartLeftOut('This function was bundled without these sources; say that it needs them in infra/steps.ts.');
};
