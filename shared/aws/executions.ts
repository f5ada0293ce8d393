import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Executions } from '../api/executions.ts';
import { executionName } from '../contracts/ids.ts';

/** Executions on Step Functions, named by run, attempt and a hash of the owner. */
export class SfnExecutions implements Executions {
  private readonly machine: string;
  private readonly client: SFNClient;

  /** @param machine ARN of the state machine */
  constructor(machine: string, client: SFNClient = new SFNClient({})) {
    this.machine = machine;
    this.client = client;
  }

  async start(owner: string, slug: string, attempt: number): Promise<void> {
    try {
      await this.client.send(
        new StartExecutionCommand({
          stateMachineArn: this.machine,
          name: executionName(slug, attempt, owner),
          input: JSON.stringify({ run: { owner, slug, attempt } }),
        }),
      );
    } catch (error) {
      // The same name is the same execution: a duplicate delivery has started it already.
      if (!(error instanceof Error && error.name === 'ExecutionAlreadyExists')) throw error;
    }
  }

  async hasEnded(owner: string, slug: string, attempt: number): Promise<boolean> {
    const arn = `${this.machine.replace(':stateMachine:', ':execution:')}:${executionName(slug, attempt, owner)}`;
    try {
      const { status } = await this.client.send(new DescribeExecutionCommand({ executionArn: arn }));
      return status !== 'RUNNING' && status !== 'PENDING_REDRIVE';
    } catch (error) {
      // Never started, or closed so long ago that the service has forgotten it.
      if (error instanceof Error && error.name === 'ExecutionDoesNotExist') return true;
      throw error;
    }
  }
}
