import type Anthropic from '@anthropic-ai/sdk';
import { ModelOverloaded } from './errors.ts';
import { type ModelReply, NO_USAGE, type StopReason, type Usage } from './port.ts';

const STOPS: ReadonlySet<string> = new Set<StopReason>([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

/** A stop reason that this version does not know is `unknown`, never an error. */
export function stopOf(reason: string | null | undefined): StopReason {
  return typeof reason === 'string' && STOPS.has(reason) ? (reason as StopReason) : 'unknown';
}

type Counts = { readonly [K in keyof Anthropic.Usage]?: Anthropic.Usage[K] | null };

/** Usage as the API words it; members that are missing or not numbers count as before. */
export function usageOf(counts: Counts | null | undefined, before: Usage = NO_USAGE): Usage {
  const number = (value: unknown, old: number) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.ceil(value) : old;
  const searches = number(counts?.server_tool_use?.web_search_requests, before.searches ?? 0);
  return {
    input: number(counts?.input_tokens, before.input),
    output: number(counts?.output_tokens, before.output),
    cacheWrite: number(counts?.cache_creation_input_tokens, before.cacheWrite),
    cacheRead: number(counts?.cache_read_input_tokens, before.cacheRead),
    ...(searches > 0 ? { searches } : {}),
  };
}

/**
 * The reply in a whole message: its text blocks, whatever else (thinking, tools) stands between them.
 * @throws {ModelOverloaded} when the body is no message
 */
export function replyOf(message: Anthropic.Message): ModelReply {
  if (!Array.isArray(message?.content) || typeof message.usage !== 'object' || message.usage === null) {
    throw new ModelOverloaded('The body of the reply is no message; the state machine tries again.', {
      kind: 'garbled',
      spent: 'unknown',
    });
  }
  const text = message.content.flatMap((block) => (block?.type === 'text' ? [String(block.text ?? '')] : [])).join('');
  return { model: String(message.model ?? ''), text, stop: stopOf(message.stop_reason), usage: usageOf(message.usage) };
}

/** Follows a stream of the Messages API: which model, what it used, why it stopped. What it says is the reader's affair. */
export abstract class StreamedMessage {
  protected model = '';
  protected stop: string | null = null;
  protected usage: Usage | null = null;
  protected ended = false;
  /** Characters of all kinds that have come, thinking included. */
  protected characters = 0;

  /** @param event of the Messages stream; unknown ones are passed over */
  take(event: Anthropic.MessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.model = String(event.message?.model ?? '');
        this.usage = usageOf(event.message?.usage);
        break;
      case 'content_block_start':
        this.open(event.content_block);
        break;
      case 'content_block_delta':
        if (event.delta?.type === 'text_delta') this.characters += event.delta.text.length;
        else if (event.delta?.type === 'thinking_delta') this.characters += event.delta.thinking.length;
        this.delta(event.delta);
        break;
      case 'message_delta':
        this.stop = event.delta?.stop_reason ?? this.stop;
        this.usage = usageOf(event.usage, this.usage ?? NO_USAGE);
        break;
      case 'message_stop':
        this.ended = true;
        break;
      default:
        break;
    }
  }

  protected abstract open(block: Anthropic.RawContentBlockStartEvent['content_block'] | undefined): void;
  protected abstract delta(delta: Anthropic.RawContentBlockDelta | undefined): void;

  /** Output so far: it is reported last, so until then it is counted. */
  protected output(usage: Usage): number {
    return Math.max(usage.output, Math.ceil(this.characters / 2));
  }
}

/** Puts a streamed reply together, and knows at every moment what it has cost so far. */
export class StreamedReply extends StreamedMessage {
  private text = '';

  protected open(block: Anthropic.RawContentBlockStartEvent['content_block'] | undefined): void {
    if (block?.type === 'text') this.text += block.text ?? '';
  }

  protected delta(delta: Anthropic.RawContentBlockDelta | undefined): void {
    if (delta?.type === 'text_delta') this.text += delta.text;
  }

  /** What the call has cost so far; null before the provider has said anything. */
  spent(): Usage | null {
    return this.usage && { ...this.usage, output: this.output(this.usage) };
  }

  /** @throws {ModelOverloaded} when the stream ended before the message did */
  reply(): ModelReply {
    if (!this.ended || this.usage === null) {
      throw new ModelOverloaded('The stream ended before the reply was complete; the state machine tries again.', {
        kind: 'cut-stream',
        spent: this.spent() ?? 'unknown',
      });
    }
    return { model: this.model, text: this.text, stop: stopOf(this.stop), usage: this.usage };
  }
}
