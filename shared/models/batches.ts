import type Anthropic from '@anthropic-ai/sdk';
import { ModelRejected } from './errors.ts';
import { modelError } from './failures.ts';
import { messageParams } from './messages.ts';
import type { BatchPort, BatchState, ModelRequest } from './port.ts';
import { replyOf } from './stream.ts';

/** Message Batches at half price, one request each: every step waits for its own. */
export class MessageBatches implements BatchPort {
  private readonly client: Anthropic;
  private readonly provider: string;

  constructor(client: Anthropic, provider: string) {
    this.client = client;
    this.provider = provider;
  }

  async submit(request: ModelRequest, customId: string, timeoutMs: number): Promise<string> {
    return this.named(async () => {
      const requests = [{ custom_id: customId, params: messageParams(request) }];
      const batch = await this.client.messages.batches.create({ requests }, { timeout: timeoutMs, maxRetries: 0 });
      return batch.id;
    });
  }

  async poll(batchId: string, customId: string, timeoutMs: number): Promise<BatchState> {
    return this.named(async () => {
      const options = { timeout: timeoutMs, maxRetries: 0 };
      const batch = await this.client.messages.batches.retrieve(batchId, {}, options);
      if (batch.processing_status !== 'ended') return { state: 'pending' };
      const results = await this.client.messages.batches.results(batchId, {}, options);
      for await (const { custom_id, result } of results) {
        if (custom_id !== customId) continue;
        if (result.type === 'succeeded') return { state: 'answered', reply: replyOf(result.message) };
        if (result.type === 'errored' && result.error.error.type === 'invalid_request_error') {
          throw new ModelRejected(`${this.provider} does not accept the call (${result.error.error.message}).`, {
            kind: 'batch:invalid_request_error',
          });
        }
        return { state: 'lost', reason: result.type };
      }
      return { state: 'lost', reason: 'without a result' };
    });
  }

  async cancel(batchId: string, timeoutMs: number): Promise<void> {
    await this.named(() => this.client.messages.batches.cancel(batchId, {}, { timeout: timeoutMs, maxRetries: 0 }));
  }

  private async named<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw modelError(error, this.provider, 'nothing');
    }
  }
}
