import type { RoleName, Tier } from '../agents/role.ts';

/** Tokens as the provider bills them; all four have their own price. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  /** Searches of the web that the provider made and bills by the piece. */
  readonly searches?: number | undefined;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

/** Tokens of all kinds: what the budget counts. */
export const tokensOf = (usage: Usage): number => usage.input + usage.output + usage.cacheWrite + usage.cacheRead;

/** Tokens of the prompt, however they were billed. */
export const promptTokensOf = (usage: Usage): number => usage.input + usage.cacheWrite + usage.cacheRead;

export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  | 'unknown';

export type Effort = 'low' | 'medium' | 'high';

/** Text from outside, as one block of the user's turn. */
export interface RequestDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** One call, complete: nothing is left for an adapter to decide. */
export interface ModelRequest {
  readonly role: RoleName;
  readonly model: string;
  readonly system: string;
  readonly documents: readonly RequestDocument[];
  readonly instruction: string;
  /** Output tokens, thinking included. */
  readonly maxTokens: number;
  readonly effort: Effort;
  /** Off only where the model allows it. */
  readonly thinking: 'adaptive' | 'off';
  /** JSON schema of the answer, in the subset that structured outputs know. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The system prompt and the documents will be sent again within five minutes. */
  readonly cachePrefix: boolean;
}

export interface ModelReply {
  /** The model that answered, as it names itself. */
  readonly model: string;
  /** The answer's text without thinking: JSON expected, not yet parsed. */
  readonly text: string;
  readonly stop: StopReason;
  readonly usage: Usage;
}

/** One search of the web by the provider's own tool. */
export interface SearchRequest {
  readonly model: string;
  readonly query: string;
  /** Output tokens of the whole call. */
  readonly maxTokens: number;
  readonly effort: Effort;
  readonly thinking: 'adaptive' | 'off';
}

/** What became of a batch of one request. */
export type BatchState =
  | { readonly state: 'pending' }
  | { readonly state: 'answered'; readonly reply: ModelReply }
  /** Errored, expired or cancelled: not billed. */
  | { readonly state: 'lost'; readonly reason: string };

/** Calls at half price that may take a day. */
export interface BatchPort {
  /** @returns the provider's id of the batch */
  submit(request: ModelRequest, customId: string, timeoutMs: number): Promise<string>;
  poll(batchId: string, customId: string, timeoutMs: number): Promise<BatchState>;
  cancel(batchId: string, timeoutMs: number): Promise<void>;
}

/** A model provider. Failures are the named errors of `errors.ts`, with what they cost. */
export interface ModelPort {
  readonly id: 'anthropic' | 'bedrock';
  /** The model id a tier maps to. */
  readonly models: Readonly<Record<Tier, string>>;
  /** null when the provider takes none. */
  readonly batches: BatchPort | null;
  /** Input tokens by the provider's own counter; null when it has none. */
  count(request: ModelRequest, timeoutMs: number): Promise<number | null>;
  complete(request: ModelRequest, timeoutMs: number): Promise<ModelReply>;
  /** One search; the reply's text is the message as JSON, without what only the provider can read. Absent where there is no such tool. */
  search?(request: SearchRequest, timeoutMs: number): Promise<ModelReply>;
}
