import Anthropic from '@anthropic-ai/sdk';
import type { Tier } from '../agents/role.ts';
import { MessageBatches } from './batches.ts';
import { type CallLimits, completeMessage, LIMITS } from './client.ts';
import { modelError } from './failures.ts';
import { idleFetch } from './idle-fetch.ts';
import { messageParams } from './messages.ts';
import type { BatchPort, ModelPort, ModelReply, ModelRequest, SearchRequest } from './port.ts';
import { searchMessage } from './search-client.ts';
import { DEFAULT_MODELS } from './settings.ts';

const PROVIDER = 'Anthropic';
/** Time the counter of tokens gets; without its answer the bound by bytes stands. */
const COUNT_MS = 10_000;

export interface AnthropicOptions {
  readonly apiKey: string;
  /** Default: the public API. */
  readonly baseURL?: string;
  readonly models?: Partial<Record<Tier, string>>;
  readonly limits?: Partial<CallLimits>;
}

/** The Anthropic API. */
export class AnthropicModels implements ModelPort {
  readonly id = 'anthropic';
  readonly models: Readonly<Record<Tier, string>>;
  readonly batches: BatchPort;
  private readonly client: Anthropic;
  private readonly limits: CallLimits;

  constructor(options: AnthropicOptions) {
    this.limits = { ...LIMITS, ...options.limits };
    this.client = new Anthropic({
      apiKey: options.apiKey,
      authToken: null,
      ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
      fetch: idleFetch(this.limits.idleMs),
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
    });
    this.models = { ...DEFAULT_MODELS, ...options.models };
    this.batches = new MessageBatches(this.client, PROVIDER);
  }

  async count(request: ModelRequest, timeoutMs: number): Promise<number | null> {
    const { max_tokens: _max, ...params } = messageParams(request);
    try {
      const counted = await this.client.messages.countTokens(params, {
        timeout: Math.min(timeoutMs, COUNT_MS),
        maxRetries: 0,
      });
      return typeof counted.input_tokens === 'number' ? counted.input_tokens : null;
    } catch (error) {
      const named = modelError(error, PROVIDER);
      if (named.retryable) return null; // the bound by bytes stands
      throw named;
    }
  }

  complete(request: ModelRequest, timeoutMs: number): Promise<ModelReply> {
    return completeMessage(this.client, PROVIDER, request, timeoutMs, this.limits);
  }

  search(request: SearchRequest, timeoutMs: number): Promise<ModelReply> {
    return searchMessage(this.client, PROVIDER, request, timeoutMs, this.limits);
  }
}
