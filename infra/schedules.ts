import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetters } from './dead-letters.ts';
import { allow, RIGHTS } from './grants.ts';

/** EventBridge Scheduler's side of recurring topics: a group, the role that invokes the starter, and what it could not deliver. */
export class Schedules extends Construct {
  readonly group: CfnScheduleGroup;
  readonly role: Role;
  readonly deadLetters: Queue;
  private readonly starter: IFunction;

  constructor(scope: Construct, id: string, starter: IFunction, key: IKey | undefined) {
    super(scope, id);
    this.starter = starter;
    this.deadLetters = deadLetters(this, 'DeadLetters', key);
    this.group = new CfnScheduleGroup(this, 'Group', { name: `${Stack.of(this).stackName}-topics` });
    this.role = this.buildRole(key);
  }

  /** Settings of the functions that make schedules. */
  get environment(): Record<string, string> {
    return {
      SCHEDULE_GROUP: this.group.ref,
      STARTER_ARN: this.starter.functionArn,
      SCHEDULER_ROLE_ARN: this.role.roleArn,
      SCHEDULE_DLQ_ARN: this.deadLetters.queueArn,
    };
  }

  /** Making, changing and deleting schedules of the group; handing over the one role that they run by. */
  statements(): PolicyStatement[] {
    const [passRole, ...rest] = [...RIGHTS.schedule].reverse();
    const pass = allow([passRole!], [this.role.roleArn]);
    pass.addCondition('StringEquals', { 'iam:PassedToService': 'scheduler.amazonaws.com' });
    return [allow(rest.reverse(), [this.scheduleArns()]), pass];
  }

  wildcards(): Record<string, string> {
    return { [this.scheduleArns()]: 'Schedules of this group; their names are made at run time.' };
  }

  private scheduleArns(): string {
    return Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.group.ref}/*`,
    });
  }

  private buildRole(key: IKey | undefined): Role {
    const { account } = Stack.of(this);
    return new Role(this, 'Role', {
      // Only for schedules of this account's: somebody else's may not borrow the role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
      inlinePolicies: {
        Fire: new PolicyDocument({
          statements: [
            allow(['lambda:InvokeFunction'], [this.starter.functionArn]),
            allow(['sqs:SendMessage'], [this.deadLetters.queueArn]),
            ...(key ? [allow(['kms:Decrypt', 'kms:GenerateDataKey'], [key.keyArn])] : []),
          ],
        }),
      },
    });
  }
}
