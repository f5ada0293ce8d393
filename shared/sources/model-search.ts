import type { ModelSearch } from '../runtime.ts';
import type { ChannelResult } from './channels.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import { failed, type Parsed } from './outcome.ts';
import { parseAnthropicSearch } from './providers/anthropic.ts';

/** The name of the run's own model among the providers of a channel. */
export const MODEL_SEARCH = 'model';

/**
 * The web by the run's own model, where no search service is configured: one search, whose pages count and whose words
 * about them do not.
 *
 * @throws SourceBusy while the budget is held by calls in flight or the model takes none, and `onBusy` says so
 */
export async function searchByModel(
  query: string,
  search: ModelSearch,
  options: { readonly max: number; readonly deadline: number; readonly onBusy: 'throw' | 'note' },
  { board, time }: SourceDeps,
): Promise<ChannelResult> {
  // Both languages of a query are one search here: each would be paid for.
  const searched = await search(query.replace(/\s*\|\|\s*/g, ' OR '), options.deadline - time.now());
  if (searched.kind === 'busy' && options.onBusy === 'throw') throw new SourceBusy(MODEL_SEARCH, searched.waitMs);
  const parsed: Parsed =
    searched.kind === 'answered' ? read(searched.body, time.now()) : failed(searched.outcome, searched.note);
  if (searched.kind === 'answered') await board.record(MODEL_SEARCH, parsed, time.now());
  const posts = parsed.posts.slice(0, options.max);
  const by = searched.kind === 'answered' ? [`searched by ${searched.model}: no search service is configured`] : [];
  const note = [...by, ...parsed.notes].join('; ').slice(0, 600);
  return {
    outcome: parsed.outcome,
    providers: [{ provider: MODEL_SEARCH, outcome: parsed.outcome, count: posts.length, note }],
    papers: [],
    posts,
    cut: false,
  };
}

function read(body: string, now: number): Parsed {
  const response = {
    status: 200,
    contentType: 'application/json',
    headers: {},
    body: new TextEncoder().encode(body),
  };
  return parseAnthropicSearch(response, { now });
}
