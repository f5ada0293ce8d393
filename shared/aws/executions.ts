import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Executions } from '../api/executions.ts';
import { executionName } from '../contracts/ids.ts';

/** The service is eventually consistent: an execution that was started just now may not be seen at once. */
const LOOKS = 3;
const PAUSE_MS = 500;

/** Executions on Step Functions, named by run, attempt and a hash of the owner. */
export class SfnExecutions implements Executions {
  private readonly machine: string;
  private readonly client: SFNClient;
  private readonly pauseMs: number;

  /** @param machine ARN of the state machine, or of an alias of it */
  constructor(machine: string, client: SFNClient = new SFNClient({}), pauseMs = PAUSE_MS) {
    this.machine = machine;
    this.client = client;
    this.pauseMs = pauseMs;
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
    const executionArn = executionArnOf(this.machine, executionName(slug, attempt, owner));
    for (let look = 1; look <= LOOKS; look++) {
      try {
        const { status } = await this.client.send(new DescribeExecutionCommand({ executionArn }));
        return status !== 'RUNNING' && status !== 'PENDING_REDRIVE';
      } catch (error) {
        if (!(error instanceof Error && error.name === 'ExecutionDoesNotExist')) throw error;
        if (look < LOOKS) await sleep(this.pauseMs);
      }
    }
    // Never started, or closed so long ago that the service has forgotten it.
    return true;
  }
}

/** An execution's ARN names the machine alone, also when it was started by an alias or a version. */
export function executionArnOf(machine: string, name: string): string {
  const [arn, partition, service, region, account, , machineName] = machine.split(':');
  return [arn, partition, service, region, account, 'execution', machineName, name].join(':');
}
