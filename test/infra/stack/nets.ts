import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { STEPS } from '../../../infra/steps.ts';
import { flat, type Synthesized } from '../../support/synthesized.ts';

export function netChecks({ template, ofType }: Synthesized): void {
  it('hands every execution that failed to the reconciler, and every ended one to the digester', () => {
    const targetOf = (status: string[]) => {
      const rule = ofType('AWS::Events::Rule').find(([, { Properties }]) => {
        const { detail } = Properties.EventPattern as { detail: { status: string[] } };
        return detail.status.join() === status.join();
      });
      return (rule![1].Properties.Targets as { Arn: unknown; DeadLetterConfig?: object; RetryPolicy?: object }[])[0]!;
    };
    const failed = targetOf(['FAILED', 'TIMED_OUT', 'ABORTED']);
    expect(flat(failed.Arn)).toMatch(/Eventreconciler/);
    const ended = targetOf(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);
    expect(flat(ended.Arn)).toMatch(/Eventdigester/);
    for (const target of [failed, ended]) {
      expect(target.DeadLetterConfig).toBeDefined();
      expect(target.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 7200, MaximumRetryAttempts: 5 });
    }
  });

  it('keeps what a function of events failed on: Lambda drops it after its own tries otherwise', () => {
    const queue = ofType('AWS::SQS::Queue').find(([id]) => id.startsWith('EventsLost'))![0];
    const invoked = new Map(
      ofType('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => [
        (Properties.FunctionName as { Ref: string }).Ref,
        Properties.DestinationConfig as { OnFailure: { Destination: unknown } },
      ]),
    );
    for (const name of ['starter', 'reconciler', 'digester']) {
      const [id] = ofType('AWS::Lambda::Function').find(([, { Properties }]) =>
        String(Properties.Description).endsWith(`by an event: ${name}`),
      )!;
      expect(flat(invoked.get(id)!.OnFailure.Destination), name).toBe(`<${queue}.Arn>`);
    }
    expect(invoked.size).toBe(3);
  });

  it('lets alarms and the budget publish: a policy of its own takes away what a topic allows by itself', () => {
    const [, alarm] = ofType('AWS::CloudWatch::Alarm')[0]!;
    const [topic] = (alarm.Properties.AlarmActions as { Ref: string }[]).map(({ Ref }) => Ref);
    const [, policy] = ofType('AWS::SNS::TopicPolicy').find(([, { Properties }]) =>
      (Properties.Topics as { Ref: string }[]).some(({ Ref }) => Ref === topic),
    )!;
    const { Statement } = policy.Properties.PolicyDocument as {
      Statement: { Effect: string; Action: string; Principal: { Service?: string | string[] } }[];
    };
    const publishers = Statement.filter(({ Effect, Action }) => Effect === 'Allow' && Action === 'sns:Publish');
    expect(publishers.flatMap(({ Principal }) => Principal.Service).sort()).toEqual([
      'budgets.amazonaws.com',
      'cloudwatch.amazonaws.com',
    ]);
  });

  it('alarms on failures, throttles, slow steps, dead letters and spend, all to the operators', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    // Ten are free; bench/aws-cost.ts counts the rest.
    expect(alarms).toHaveLength(Object.keys(STEPS).length + 10);
    const topic = ofType('AWS::SNS::Topic').find(([id]) => id.includes('Alarms'))![0];
    for (const [id, { Properties }] of alarms) {
      expect((Properties.AlarmActions as unknown[]).map(flat), id).toEqual([`<${topic}>`]);
      expect(Properties.TreatMissingData, id).toBe('notBreaching');
    }
    const metrics = alarms.map(([, { Properties }]) => Properties.MetricName).filter((name) => name !== undefined);
    for (const name of [
      'ExecutionsFailed',
      'ExecutionsTimedOut',
      'ExecutionsAborted',
      'ExecutionThrottled',
      'Throttles',
      '5XXError',
      'ModelCost',
    ])
      expect(metrics).toContain(name);
    expect(metrics.filter((name) => name === 'ApproximateNumberOfMessagesVisible')).toHaveLength(2);
    const slow = alarms.filter(([, { Properties }]) => Properties.ExtendedStatistic === 'p99');
    expect(slow).toHaveLength(Object.keys(STEPS).length);
    for (const [id, { Properties }] of slow) {
      const step = Object.keys(STEPS).find((name) => id.includes(`Slow${name}`))!;
      expect(Properties.Threshold, id).toBe(STEPS[step]!.seconds * 900);
    }
  });

  it('watches the month by a budget, and draws a dashboard', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 25, Unit: 'USD' } },
      NotificationsWithSubscribers: Match.arrayWith([
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }) }),
      ]),
    });
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
  });

  it('lets the scheduler invoke the starter and nothing else, and only for this account', () => {
    const [, role] = ofType('AWS::IAM::Role').find(([id]) => id.startsWith('SchedulesRole'))!;
    expect(JSON.stringify(role.Properties.AssumeRolePolicyDocument)).toContain('"aws:SourceAccount"');
    const [policy] = role.Properties.Policies as {
      PolicyDocument: { Statement: { Action: string; Resource: unknown }[] };
    }[];
    const granted = policy!.PolicyDocument.Statement.map(({ Action, Resource }) => `${Action} ${flat(Resource)}`);
    expect(granted).toEqual([
      expect.stringMatching(/^lambda:InvokeFunction <FunctionsEventstarter\w+\.Arn>$/),
      expect.stringMatching(/^sqs:SendMessage <SchedulesDeadLetters\w+\.Arn>$/),
    ]);
    template.resourceCountIs('AWS::Scheduler::ScheduleGroup', 1);
  });

  it('passes only the scheduler its role', () => {
    const passes = ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
      (
        Properties.PolicyDocument as { Statement: { Action: unknown; Condition?: unknown; Resource: unknown }[] }
      ).Statement.filter(({ Action }) => Action === 'iam:PassRole'),
    );
    expect(passes.length).toBeGreaterThan(0);
    for (const pass of passes) {
      expect(pass.Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } });
      expect(flat(pass.Resource)).toMatch(/^<SchedulesRole\w+\.Arn>$/);
    }
  });
}
