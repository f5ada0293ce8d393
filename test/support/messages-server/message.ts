import { answerOf } from './answer.ts';
import { type Costume, type Fault, inventIds } from './faults.ts';
import type { MessagesRequest } from './material.ts';

/** A message as the API gives it. */
export interface Message {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly Content[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cache_creation_input_tokens: number;
    readonly cache_read_input_tokens: number;
    readonly server_tool_use?: { readonly web_search_requests: number };
  };
}
export type Content =
  | { readonly type: 'text'; readonly text: string; readonly citations?: readonly object[] }
  | {
      readonly type: 'server_tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: { readonly query: string };
    }
  | { readonly type: 'web_search_tool_result'; readonly tool_use_id: string; readonly content: unknown }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

export const CHARACTERS_PER_TOKEN = 3.5;

/** Input tokens of a request: all its text, at 3.5 characters each. */
export function countTokens(request: MessagesRequest): number {
  const text = JSON.stringify([request.system ?? '', request.messages, request.output_config?.format ?? null]);
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** The message that answers a request, wrapped and damaged as asked. */
export function messageOf(request: MessagesRequest, nth: number, fault: Fault | null, costume: Costume): Message {
  const good = answerOf(request, `${nth}`);
  const thinking: Content[] =
    costume === 'thinking' && request.thinking?.type !== 'disabled'
      ? [{ type: 'thinking', thinking: 'Going through {"the": "documents"} one by one.', signature: 'sig' }]
      : [];
  if (costume === 'redacted') thinking.push({ type: 'redacted_thinking', data: '{"x": 1}' });
  const text = textOf(good, fault, costume);
  const cut = fault === 'truncation' ? text.slice(0, Math.floor(text.length * 0.6)) : text;
  const output = Math.min(
    request.max_tokens,
    Math.ceil((cut.length + JSON.stringify(thinking).length) / CHARACTERS_PER_TOKEN),
  );
  return {
    id: `msg_${nth}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: fault === 'empty' ? thinking : [...thinking, ...said(cut, costume)],
    stop_reason: stopOf(fault),
    stop_sequence: null,
    usage: {
      input_tokens: countTokens(request),
      output_tokens: output,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

/** The text in one block, or in two with a thought between them. */
function said(text: string, costume: Costume): Content[] {
  if (costume !== 'pieces') return [{ type: 'text', text }];
  const half = Math.floor(text.length / 2);
  return [
    { type: 'text', text: text.slice(0, half) },
    { type: 'redacted_thinking', data: 'xyz' },
    { type: 'text', text: text.slice(half) },
  ];
}

function textOf(good: unknown, fault: Fault | null, costume: Costume): string {
  const json = JSON.stringify(good);
  if (fault === 'malformed') return `${json.slice(0, -1)},,`;
  if (fault === 'wrong-schema') return JSON.stringify({ unrelated: [1, 2, 3] });
  if (fault === 'invented-ids') return JSON.stringify(inventIds(good));
  if (costume === 'fenced') return `\`\`\`json\n${json}\n\`\`\``;
  if (costume === 'surrounded') return `Here is what I found:\n${json}\nI hope {this} helps.`;
  if (costume === 'duplicate-keys') return json.replace(/^\{("[^"]+"):/, '{$1:null,$1:');
  return json;
}

export function stopOf(fault: Fault | null): string {
  if (fault === 'truncation') return 'max_tokens';
  if (fault === 'refusal') return 'refusal';
  if (fault === 'paused') return 'pause_turn';
  if (fault === 'window') return 'model_context_window_exceeded';
  if (fault === 'tool') return 'tool_use';
  if (fault === 'unknown-stop') return 'brand_new_reason';
  return 'end_turn';
}

/** The events that stream a message. */
export function eventsOf(message: Message): { readonly event: string; readonly data: object }[] {
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    usage: startUsage(message),
  };
  return [
    { event: 'message_start', data: { type: 'message_start', message: start } },
    { event: 'ping', data: { type: 'ping' } },
    ...message.content.flatMap((content, index) => blockEvents(content, index)),
    {
      event: 'message_delta',
      data: {
        type: 'message_delta',
        delta: { stop_reason: message.stop_reason, stop_sequence: null },
        usage: message.usage,
      },
    },
    { event: 'message_stop', data: { type: 'message_stop' } },
  ];
}

/** The first turn of a search is counted when the message starts, what it brought only at its end. */
function startUsage({ usage }: Message): Message['usage'] {
  const { server_tool_use: searched, ...first } = usage;
  return { ...first, input_tokens: searched ? FIRST_TURN : first.input_tokens, output_tokens: 1 };
}

/** Input tokens of a search's first turn. */
export const FIRST_TURN = 2040;

const CHUNK = 400;

function blockEvents(content: Content, index: number): { event: string; data: object }[] {
  if (content.type === 'redacted_thinking' || content.type === 'web_search_tool_result') {
    return [
      { event: 'content_block_start', data: { type: 'content_block_start', index, content_block: content } },
      { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
    ];
  }
  if (content.type === 'server_tool_use') return toolEvents(content, index);
  const empty =
    content.type === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' };
  const whole = content.type === 'text' ? content.text : content.thinking;
  const pieces = whole.match(new RegExp(`.{1,${CHUNK}}`, 'gs')) ?? [];
  const deltas = pieces.map((piece) =>
    content.type === 'text' ? { type: 'text_delta', text: piece } : { type: 'thinking_delta', thinking: piece },
  );
  return [
    { event: 'content_block_start', data: { type: 'content_block_start', index, content_block: empty } },
    ...[...deltas, ...citationsOf(content)].map((delta) => ({
      event: 'content_block_delta',
      data: { type: 'content_block_delta', index, delta },
    })),
    { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
  ];
}

function toolEvents(content: Content & { type: 'server_tool_use' }, index: number): { event: string; data: object }[] {
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(content.input) };
  const start = { type: 'content_block_start', index, content_block: { ...content, input: {} } };
  return [
    { event: 'content_block_start', data: start },
    { event: 'content_block_delta', data: { type: 'content_block_delta', index, delta } },
    { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
  ];
}

function citationsOf(content: Content): object[] {
  if (content.type !== 'text') return [];
  return (content.citations ?? []).map((citation) => ({ type: 'citations_delta', citation }));
}
