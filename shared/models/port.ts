import type * as z from 'zod';
import type { Prompt, RoleName, Tier } from '../agents/role.ts';

/** Tokens as the provider bills them; all four have their own price. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  | 'unknown';

export interface ModelRequest {
  readonly role: RoleName;
  readonly tier: Tier;
  readonly prompt: Prompt;
  readonly schema: z.ZodType;
  /** Milliseconds the call may take: the step's time left. */
  readonly timeoutMs: number;
}

export interface ModelReply {
  readonly model: string;
  /** The answer's text: JSON expected, not yet parsed. */
  readonly text: string;
  readonly stop: StopReason;
  readonly usage: Usage;
}

/** A model provider. Failures are the named errors of `errors.ts`; the reply's usage is charged even when it is useless. */
export interface ModelPort {
  readonly id: 'anthropic' | 'bedrock';
  /** The model id a tier maps to. */
  modelFor(tier: Tier): string;
  /** Upper bound of the input tokens of a request, for reservations. */
  estimateInput(request: ModelRequest): number;
  complete(request: ModelRequest): Promise<ModelReply>;
}
