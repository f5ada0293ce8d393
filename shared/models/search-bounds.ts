import { STOP_SHARE } from '../run/budget-item.ts';
import type { ModelError } from './errors.ts';
import { type ModelPort, NO_USAGE, type SearchRequest, type Usage } from './port.ts';
import { searchParams } from './search-messages.ts';
import { maxTokens, thinkingOf } from './settings.ts';

/** Longest prompt of every model in use, by `MODELS.md`: a turn that would be longer is not sampled. */
const CONTEXT_WINDOW = 1_000_000;
/** The tool's own description and the provider's words about it. Recorded first turns have 2,040 tokens in all. */
const TOOL_FRAME = 6000;
/** Room for a dozen sentences; what is cited in them is not counted. */
const ANSWER = 1200;

/** Input of the longest search. */
export const MOST_SEARCH_INPUT = CONTEXT_WINDOW + TOOL_FRAME;

/** Input of a usual search, both turns: recorded ones have 9,000 to 16,000. */
export const USUAL_SEARCH = { input: 15_000, output: 500 } as const;
/**
 * Input that a search is charged whose usage nobody will know, within what was held: six times the most that was recorded.
 * The whole window would end most runs, for a line that broke.
 */
export const UNKNOWN_SEARCH_INPUT = 100_000;

export function searchRequest(models: ModelPort['models'], query: string): SearchRequest {
  const model = models.fast;
  return { model, query, maxTokens: maxTokens(ANSWER, 'low', model, 1), effort: 'low', thinking: thinkingOf(model) };
}

/**
 * Tokens that a search cannot pass. Two turns are sampled: one reads the request and calls the tool, one reads what it
 * found, for which the provider names no limit but the window. There is no third: when the model calls again, which
 * `max_uses` answers with an error, the stream is broken off (see `search-client.ts`).
 */
export function mostOfSearch(request: SearchRequest): number {
  const first = Buffer.byteLength(JSON.stringify(searchParams(request))) + TOOL_FRAME;
  return first + CONTEXT_WINDOW + 2 * request.maxTokens;
}

/** Longest query that is sent; the tool refuses long ones. */
export const LONGEST_QUERY = 400;

/** Whether a run of this budget could ever hold a search. */
export function couldSearch(models: ModelPort['models'], budget: number): boolean {
  return mostOfSearch(searchRequest(models, 'x'.repeat(LONGEST_QUERY))) <= budget * STOP_SHARE;
}

/** What a failed search is charged. */
export function usageOfFailedSearch({ spent }: Pick<ModelError, 'spent'>, request: SearchRequest): Usage {
  if (spent === 'nothing') return NO_USAGE;
  if (spent !== 'unknown') return spent;
  return { ...NO_USAGE, input: UNKNOWN_SEARCH_INPUT, output: request.maxTokens, searches: 1 };
}
