import type { Bounds, LiveSources } from '../runtime.ts';
import { activeChannels } from './config.ts';
import type { SourceDeps } from './deps.ts';
import { fullTextOf } from './document.ts';
import { pageTitle } from './page.ts';
import { references } from './references.ts';
import { registers } from './registers.ts';
import { research } from './researcher.ts';
import { fetchSeeds } from './seed.ts';

/** Kept free of a handler's time by everything but a researcher, which keeps its own. */
const RESERVE_MS = 5000;

/** The live sources as a run sees them. */
export function liveSources(deps: SourceDeps): LiveSources {
  const deadline = (bounds: Bounds) => deps.time.now() + Math.max(1000, bounds.remainingMs() - RESERVE_MS);
  return {
    channels: activeChannels(deps.config),
    retrieve: (dispatch, goal, bounds, search) => research(dispatch, goal, bounds.remainingMs(), deps, search),
    references: (ids, bounds) => references(ids, { share: 'references', deadline: deadline(bounds) }, deps),
    fullText: (record, bounds) => fullTextOf(record, deps, deadline(bounds)),
    seeds: (ids, bounds) => fetchSeeds(ids, { share: 'seed', deadline: deadline(bounds) }, deps),
    lookup: (ids, bounds) => registers(ids, { share: 'lookup', deadline: deadline(bounds) }, deps),
    pageTitle: (url, bounds) => pageTitle(url, bounds.remainingMs() - RESERVE_MS, deps),
  };
}
