import { SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { TaskTokens } from '../runtime.ts';

/** Wakes an execution of Step Functions. */
export class SfnTokens implements TaskTokens {
  private readonly client: SFNClient;

  constructor(client: SFNClient = new SFNClient({})) {
    this.client = client;
  }

  /** A token that is spent (the task timed out, or was woken before) is no failure: the answer row is the truth. */
  async succeed(token: string, output: object): Promise<void> {
    try {
      await this.client.send(new SendTaskSuccessCommand({ taskToken: token, output: JSON.stringify(output) }));
    } catch (error) {
      if (!(error instanceof Error && ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'].includes(error.name)))
        throw error;
    }
  }
}
