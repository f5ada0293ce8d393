import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import type { Tier } from '../agents/role.ts';
import { type CallLimits, completeMessage, LIMITS } from './client.ts';
import { idleFetch } from './idle-fetch.ts';
import type { ModelPort, ModelReply, ModelRequest } from './port.ts';
import { DEFAULT_MODELS } from './settings.ts';

export interface BedrockOptions {
  readonly region?: string;
  readonly baseURL?: string;
  readonly models?: Partial<Record<Tier, string>>;
  readonly limits?: Partial<CallLimits>;
  /** Tests against a loopback server do not sign. */
  readonly skipAuth?: boolean;
}

/** The inference profile that serves a model from any region. */
const profileOf = (model: string): string => `global.anthropic.${model}`;

/** Claude on Amazon Bedrock. It has no counter of tokens and no search of the web, and its batches are another service. */
export class BedrockModels implements ModelPort {
  readonly id = 'bedrock';
  readonly models: Readonly<Record<Tier, string>>;
  readonly batches = null;
  private readonly client: AnthropicBedrock;
  private readonly limits: CallLimits;

  constructor(options: BedrockOptions = {}) {
    this.limits = { ...LIMITS, ...options.limits };
    this.client = new AnthropicBedrock({
      ...(options.region === undefined ? {} : { awsRegion: options.region }),
      ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
      ...(options.skipAuth === undefined ? {} : { skipAuth: options.skipAuth }),
      fetch: idleFetch(this.limits.idleMs),
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
    });
    this.models = {
      fast: profileOf(DEFAULT_MODELS.fast),
      reader: profileOf(DEFAULT_MODELS.reader),
      best: profileOf(DEFAULT_MODELS.best),
      ...options.models,
    };
  }

  async count(): Promise<null> {
    return null;
  }

  complete(request: ModelRequest, timeoutMs: number): Promise<ModelReply> {
    return completeMessage(this.client, 'Bedrock', request, timeoutMs, this.limits);
  }
}
