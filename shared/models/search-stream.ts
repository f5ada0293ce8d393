import type Anthropic from '@anthropic-ai/sdk';
import { ModelOverloaded } from './errors.ts';
import type { ModelReply, Usage } from './port.ts';
import { UNKNOWN_SEARCH_INPUT } from './search-bounds.ts';
import { StreamedMessage, stopOf } from './stream.ts';

interface Citation {
  readonly url: string | null;
  readonly cited_text: string | null;
}
type Block =
  | { readonly type: 'server_tool_use' }
  | { readonly type: 'web_search_tool_result'; readonly content: unknown }
  | { readonly type: 'text'; readonly citations: Citation[] };

/** Puts a streamed search together, without the model's words and without what only the provider can read. */
export class StreamedSearch extends StreamedMessage {
  private readonly blocks: Block[] = [];
  /** Tokens that the results cannot pass: what only the provider can read is the pages' text, encrypted and in base64. */
  private brought = 0;

  /** The model has called the tool once more than it may. */
  get again(): boolean {
    return this.blocks.filter(({ type }) => type === 'server_tool_use').length > 1;
  }

  protected open(block: Anthropic.RawContentBlockStartEvent['content_block'] | undefined): void {
    if (block?.type === 'server_tool_use') this.blocks.push({ type: block.type });
    else if (block?.type === 'web_search_tool_result') {
      this.brought += Buffer.byteLength(JSON.stringify(block.content ?? null));
      this.blocks.push({ type: block.type, content: readable(block.content) });
    } else if (block?.type === 'text') this.blocks.push({ type: block.type, citations: [] });
  }

  protected delta(delta: Anthropic.RawContentBlockDelta | undefined): void {
    const last = this.blocks.at(-1);
    if (delta?.type !== 'citations_delta' || last?.type !== 'text') return;
    const { citation } = delta;
    if (citation?.type === 'web_search_result_location')
      last.citations.push({ url: citation.url, cited_text: citation.cited_text });
  }

  /**
   * What the call has cost so far; null before the provider has said anything. The input is told when the message starts,
   * for its first turn, and when it ends. Of a search that was broken off the second turn is counted by the bytes of what
   * it read; of a line that broke nobody knows how far the provider got.
   */
  spent(): Usage | null {
    if (this.usage === null || this.ended) return this.usage;
    const output = this.output(this.usage);
    if (!this.blocks.some(({ type }) => type === 'server_tool_use') || this.stop !== null)
      return { ...this.usage, output };
    const first = this.usage.input;
    const second = first + this.brought;
    return {
      ...this.usage,
      output,
      input: first + (this.again ? second : Math.max(second, UNKNOWN_SEARCH_INPUT)),
      searches: 1,
    };
  }

  /** @throws {ModelOverloaded} when the stream ended before the message did */
  reply(): ModelReply {
    const usage = this.spent();
    if (usage === null || !(this.ended || this.again)) {
      throw new ModelOverloaded('The stream of a search ended before it was complete.', {
        kind: 'cut-stream',
        spent: usage ?? 'unknown',
      });
    }
    const stop = this.again ? 'tool_use' : stopOf(this.stop);
    const text = JSON.stringify({
      type: 'message',
      stop_reason: stop,
      // A second call was never answered: it is not part of what was found.
      content: this.again ? this.blocks.slice(0, -1) : this.blocks,
      usage: { server_tool_use: { web_search_requests: usage.searches ?? 0 } },
    });
    return { model: this.model, text, stop, usage };
  }
}

/** A result's address, title and age; an error as it is. */
function readable(content: Anthropic.WebSearchToolResultBlock['content'] | undefined): unknown {
  if (!Array.isArray(content)) return content ?? [];
  return content.map((one) => ({ type: one?.type, url: one?.url, title: one?.title, page_age: one?.page_age }));
}
