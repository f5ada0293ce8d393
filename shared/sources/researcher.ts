import type { Source } from '../contracts/enums.ts';
import type { Dispatch, ProviderNote } from '../contracts/finding.ts';
import { normaliseId, sha256 } from '../contracts/ids.ts';
import type { PaperRecord, Post } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { withinHorizon } from '../run/horizon.ts';
import type { ModelSearch, Retrieved } from '../runtime.ts';
import { type ChannelResult, searchChannel } from './channels.ts';
import { dayRange } from './dates.ts';
import type { SourceDeps } from './deps.ts';
import { enrichAbstracts } from './enrich.ts';
import { RequestAbandoned, SourceBusy } from './errors.ts';
import { REVIEW_COMMENT } from './providers/crossref.ts';

/** The seed's limit for one researcher. */
const RESEARCHER_MS = 180_000;
/** Kept free at the end of the handler's time, to write down what came. */
const RESERVE_MS = 5000;
/** Asked for beyond what is wanted: some will lie outside the horizon or be excluded. */
const SURPLUS = 2;
/** Times a dispatch gives way to others before it goes on without the busy provider. */
const PATIENCE = 6;
/** And until it goes on without a search by the model: a standard budget holds one at a time, of a quarter of a minute. */
const SEARCH_PATIENCE = 12;

/**
 * One live researcher: its channel searched, horizon and exclusions applied, short abstracts completed, the best kept.
 *
 * @param remainingMs time left in the handler
 * @param search the web by the run's own model
 * @throws SourceBusy while a provider has no turn; after several of them the dispatch goes on without it
 */
export async function research(
  dispatch: Dispatch,
  goal: Goal,
  remainingMs: number,
  deps: SourceDeps,
  search: ModelSearch | null = null,
): Promise<Retrieved> {
  if (dispatch.source === 'library') throw new RangeError('the library is no live source');
  const deadline = deps.time.now() + Math.max(1000, Math.min(RESEARCHER_MS, remainingMs - RESERVE_MS));
  const patient = await isPatient(dispatch, search === null ? PATIENCE : SEARCH_PATIENCE, deps);
  const share = `${goal.topic_slug}/${dispatch.node}`;
  const days = dayRange(goal.time_horizon);
  const options = {
    max: dispatch.max_results * SURPLUS,
    days,
    share,
    deadline,
    onBusy: patient ? 'throw' : 'note',
    search,
  } as const;
  let result: ChannelResult;
  try {
    result = await searchChannel(dispatch.source, dispatch.query, options, deps);
  } catch (error) {
    if (error instanceof SourceBusy) await countBusy(dispatch, deps);
    throw error;
  }
  const left = { outOfHorizon: 0, undated: 0, excluded: 0 };
  const excluded = excludedIds(goal.exclude);
  const keep = (item: PaperRecord | Post) => keeps(item, dispatch.source, goal, excluded, left);
  const chosen = result.papers
    .filter((paper) => !REVIEW_COMMENT.test(paper.doi ?? '') && keep(paper))
    .slice(0, dispatch.max_results);
  const posts = result.posts.filter(keep).slice(0, dispatch.max_results);
  const { papers, notes } = await enriched(chosen, share, deadline, deps);
  const count = papers.length + posts.length;
  const outcome = count > 0 || !found(result) ? result.outcome : 'none';
  return { outcome, sources: [...result.providers], papers, posts, notes: summary(result, count, left, notes), left };
}

function found(result: ChannelResult): boolean {
  return result.outcome === 'hits';
}

async function enriched(
  papers: PaperRecord[],
  share: string,
  deadline: number,
  deps: SourceDeps,
): Promise<{ papers: PaperRecord[]; notes: string[] }> {
  try {
    return await enrichAbstracts(papers, { share, deadline }, deps);
  } catch (error) {
    // Completing abstracts is a courtesy: what was found is not asked for again because of it.
    if (error instanceof SourceBusy || error instanceof RequestAbandoned)
      return { papers, notes: [`abstracts not completed: ${error.message}`] };
    throw error;
  }
}

function keeps(
  item: PaperRecord | Post,
  source: Source,
  goal: Goal,
  excluded: ReadonlySet<string>,
  left: { outOfHorizon: number; undated: number; excluded: number },
): boolean {
  const ids = 'ids' in item ? item.ids : [item.id, normaliseId(item.url) ?? item.id];
  if (ids.some((id) => excluded.has(id))) {
    left.excluded++;
    return false;
  }
  const dated = { date: item.date, year: 'year' in item ? item.year : null };
  const position = withinHorizon(dated, goal.time_horizon, source);
  if (position === 'out') left.outOfHorizon++;
  if (position === 'undated') left.undated++;
  return position === 'in';
}

/** The user's exclusions in canonical spelling, and as they were written. */
function excludedIds(list: readonly string[]): ReadonlySet<string> {
  return new Set(list.flatMap((id) => [id, normaliseId(id) ?? id]));
}

function summary(result: ChannelResult, count: number, left: Retrieved['left'], notes: readonly string[]): string {
  const gone = [
    left.outOfHorizon > 0 ? `${left.outOfHorizon} outside the horizon` : null,
    left.undated > 0 ? `${left.undated} without a date` : null,
    left.excluded > 0 ? `${left.excluded} excluded by the user` : null,
  ].filter((part) => part !== null);
  const silent = (note: ProviderNote) => note.outcome === 'hits' || (note.outcome === 'none' && !unasked(note));
  const failures = result.providers.filter((note) => !silent(note));
  return [
    count === 0 && !result.providers.every(unasked) ? 'Nothing usable was found.' : '',
    gone.length > 0 ? `Left out: ${gone.join(', ')}.` : '',
    result.cut ? 'The time limit cut the search; what had arrived is kept.' : '',
    ...failures.map((note) => `${note.provider}: ${note.outcome}${note.note === '' ? '' : ` (${note.note})`}.`),
    ...notes.map((note) => `${note}.`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Nothing was found because nobody was asked: the budget had no room. */
const unasked = (note: ProviderNote): boolean => note.note.startsWith('budget:');

const busyKey = (dispatch: Dispatch) => ({
  pk: 'LIMIT#busy',
  sk: sha256(`${dispatch.id}\n${dispatch.query}`).slice(0, 32),
});

async function isPatient(dispatch: Dispatch, patience: number, deps: SourceDeps): Promise<boolean> {
  const row = await deps.table.get(busyKey(dispatch));
  return typeof row?.count !== 'number' || row.count < patience;
}

async function countBusy(dispatch: Dispatch, deps: SourceDeps): Promise<void> {
  await deps.table.update(busyKey(dispatch), { add: { count: 1 } });
}
