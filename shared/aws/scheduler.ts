import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { sha256 } from '../contracts/ids.ts';
import { eventBridgeOf, parseExpression } from '../schedule/expression.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import { StoreUnavailable } from '../store/errors.ts';

/** Where schedules fire to. */
export interface SchedulerTarget {
  readonly group: string;
  /** ARN of the starter function. */
  readonly starter: string;
  /** ARN of the role that may invoke it. */
  readonly role: string;
  /** ARN of the queue for what could not be delivered. */
  readonly deadLetters: string;
}

/** A delivery older than this has no use: the next one comes. */
const MAX_AGE_S = 3600;
const RETRIES = 5;

/** Schedules on EventBridge Scheduler. */
export class EventBridgeScheduler implements Scheduler {
  private readonly target: SchedulerTarget;
  private readonly client: SchedulerClient;

  constructor(target: SchedulerTarget, client: SchedulerClient = new SchedulerClient({})) {
    this.target = target;
    this.client = client;
  }

  async put(owner: string, schedule: Schedule): Promise<void> {
    const input = this.inputOf(owner, schedule);
    await this.attempt(schedule.id, async () => {
      try {
        await this.client.send(new CreateScheduleCommand(input));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'ConflictException')) throw error;
        await this.client.send(new UpdateScheduleCommand(input));
      }
    });
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.attempt(id, async () => {
      try {
        await this.client.send(new DeleteScheduleCommand({ Name: nameOf(owner, id), GroupName: this.target.group }));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
      }
    });
  }

  private inputOf(owner: string, schedule: Schedule): CreateScheduleCommandInput {
    const { id, expression, timezone, flexibleMinutes, paused } = schedule;
    return {
      Name: nameOf(owner, id),
      GroupName: this.target.group,
      ScheduleExpression: eventBridgeOf(parseExpression(expression)),
      ScheduleExpressionTimezone: timezone,
      FlexibleTimeWindow:
        flexibleMinutes === 0 ? { Mode: 'OFF' } : { Mode: 'FLEXIBLE', MaximumWindowInMinutes: flexibleMinutes },
      State: paused ? 'DISABLED' : 'ENABLED',
      Target: {
        Arn: this.target.starter,
        RoleArn: this.target.role,
        // The scheduled time is the same for every delivery of one firing; EventBridge puts it in.
        Input: JSON.stringify({ owner, schedule: id, scheduledTime: '<aws.scheduler.scheduled-time>' }),
        RetryPolicy: { MaximumEventAgeInSeconds: MAX_AGE_S, MaximumRetryAttempts: RETRIES },
        DeadLetterConfig: { Arn: this.target.deadLetters },
      },
    };
  }

  private async attempt(id: string, call: () => Promise<void>): Promise<void> {
    try {
      await call();
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailable(`The scheduler did not take the schedule ${id}: ${what}. Try again.`, { cause });
    }
  }
}

/** At most 64 characters; a hash keeps owners apart. */
export function nameOf(owner: string, id: string): string {
  return `${sha256(owner).slice(0, 12)}-${id}`;
}
