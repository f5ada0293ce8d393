import { APIConnectionTimeoutError } from '@anthropic-ai/sdk';
import type { CallLimits, MessagesClient } from './client.ts';
import { modelError } from './failures.ts';
import type { ModelReply, SearchRequest } from './port.ts';
import { searchParams } from './search-messages.ts';
import { StreamedSearch } from './search-stream.ts';

/**
 * One search, streamed, so that it can be broken off when the model calls the tool a second time: what it found by then is
 * the answer, and no further turn begins.
 *
 * @throws {ModelError} by name, with what the call has cost
 */
export async function searchMessage(
  client: MessagesClient,
  provider: string,
  request: SearchRequest,
  timeoutMs: number,
  limits: CallLimits,
): Promise<ModelReply> {
  const abort = new AbortController();
  const overall = setTimeout(() => abort.abort(), timeoutMs);
  const search = new StreamedSearch();
  try {
    const events = await client.messages.create(
      { ...searchParams(request), stream: true },
      { timeout: Math.min(timeoutMs, limits.firstMs), maxRetries: 0, signal: abort.signal },
    );
    for await (const event of events) {
      search.take(event);
      if (search.again) break;
    }
    if (abort.signal.aborted) throw new APIConnectionTimeoutError();
    return search.reply();
  } catch (error) {
    throw modelError(abort.signal.aborted ? new APIConnectionTimeoutError() : error, provider, search.spent());
  } finally {
    clearTimeout(overall);
    abort.abort();
  }
}
