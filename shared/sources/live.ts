import type { PaperRecord } from '../contracts/record.ts';
import type { StoredText } from '../contracts/text.ts';
import type { Bounds, LiveSources } from '../runtime.ts';
import { activeChannels } from './config.ts';
import type { SourceDeps } from './deps.ts';
import { lookup } from './lookup.ts';
import { pageTitle } from './page.ts';
import { references } from './references.ts';
import { research } from './researcher.ts';

/** Kept free of a handler's time by everything but a researcher, which keeps its own. */
const RESERVE_MS = 5000;

/**
 * The live sources as a run sees them.
 *
 * @param fullText the ladder of full texts, which lives with the evidence
 */
export function liveSources(
  deps: SourceDeps,
  fullText: (record: PaperRecord, bounds: Bounds) => Promise<StoredText>,
): LiveSources {
  const until = (bounds: Bounds, share: string) => ({
    share,
    deadline: deps.time.now() + Math.max(1000, bounds.remainingMs() - RESERVE_MS),
  });
  return {
    channels: activeChannels(deps.config),
    retrieve: (dispatch, goal, bounds) => research(dispatch, goal, bounds.remainingMs(), deps),
    references: (ids, bounds) => references(ids, until(bounds, 'references'), deps),
    fullText,
    async lookup(ids, bounds) {
      const { records } = await lookup(ids, until(bounds, 'lookup'), deps);
      return records;
    },
    pageTitle: (url, bounds) => pageTitle(url, bounds.remainingMs() - RESERVE_MS, deps),
  };
}
