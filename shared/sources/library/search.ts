import type { Dispatch } from '../../contracts/finding.ts';
import type { LibraryRecord } from '../../contracts/record.ts';
import type { Goal } from '../../contracts/run.ts';
import { withinHorizon } from '../../run/horizon.ts';
import type { Library, Retrieved } from '../../runtime.ts';
import { terms } from '../../text/tokenise.ts';
import { byScore, linked } from './links.ts';

/** Below this share of the best hit's score a record is not about the query. */
const FLOOR = 0.2;

/** Records looked at for each that is returned. */
const POOL = 4;
/** What the sub-questions this one builds on have found already counts for so much. */
const KNOWN = 0.8;

/**
 * The library as a researcher: best records within the horizon, without those the user excluded.
 * @param telling index terms of which the records must hold one; nothing: any record will do
 * @param known ids that the sub-questions before have found: others come first where they are nearly as good
 */
export async function searchLibrary(
  library: Library,
  dispatch: Dispatch,
  goal: Goal,
  telling: readonly string[] = [],
  known: ReadonlySet<string> = new Set(),
): Promise<Retrieved> {
  const excluded = new Set(goal.exclude);
  const left = { outOfHorizon: 0, undated: 0, excluded: 0 };
  const papers: Retrieved['papers'][number][] = [];
  const found = await library.search(dispatch.query, dispatch.max_results * POOL);
  const ranked = telling.length === 0 || found.some(({ record }) => holdsAny(record, telling)) ? found : [];
  const hits = (await linked(library, ranked, dispatch.max_results))
    .map(({ record, score }) => ({ record, score: record.ids.some((id) => known.has(id)) ? KNOWN * score : score }))
    .sort(byScore);
  const best = hits[0]?.score ?? 0;
  for (const { record, score } of hits) {
    if (papers.length === dispatch.max_results || score < FLOOR * best) break;
    const { sections: _fullText, ...paper } = record;
    const position = withinHorizon(record, goal.time_horizon, 'library');
    if (record.ids.some((id) => excluded.has(id))) left.excluded++;
    else if (position === 'out') left.outOfHorizon++;
    else if (position === 'undated') left.undated++;
    else papers.push(paper);
  }
  const outcome = papers.length > 0 ? 'hits' : 'none';
  const note =
    papers.length > 0
      ? ''
      : hits.length > 0
        ? 'Every match lies outside the horizon or was excluded.'
        : found.length > 0
          ? 'No record holds a word of the topic itself.'
          : 'No record matches.';
  return {
    outcome,
    sources: [{ provider: library.name, outcome, count: papers.length, note }],
    papers,
    posts: [],
    notes: note,
    left,
  };
}

function holdsAny({ title, abstract }: LibraryRecord, telling: readonly string[]): boolean {
  const held = new Set(terms(`${title ?? ''} ${abstract ?? ''}`));
  return telling.some((term) => held.has(term));
}
