import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  SingleValueWidget,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { METRICS } from '../shared/aws/metrics.ts';
import type { Settings } from './settings.ts';
import { STEPS } from './steps.ts';

export interface NetsProps {
  readonly settings: Settings;
  readonly machine: StateMachine;
  readonly steps: ReadonlyMap<string, NodejsFunction>;
  readonly reconciler: NodejsFunction;
  readonly digester: NodejsFunction;
  /** Holds events that could not be delivered, or that a function failed on. */
  readonly lost: Queue;
  readonly scheduleDeadLetters: Queue;
  readonly api: RestApi;
  readonly table: Table;
  readonly alarms: Topic;
}

const FIVE_MINUTES = Duration.minutes(5);
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.QUERY,
];
/** Part of a step's time-out above which its slowest calls are worth a look. */
const NEAR = 0.9;

/** What catches what falls through, and what says so. */
export class Nets extends Construct {
  private readonly props: NetsProps;
  private readonly action: SnsAction;

  constructor(scope: Construct, id: string, props: NetsProps) {
    super(scope, id);
    this.props = props;
    this.action = new SnsAction(props.alarms);
    this.letPublish();
    this.buildReconciliation();
    this.buildDigests();
    this.buildFailureAlarms();
    this.buildThrottleAlarms();
    this.buildTimeAlarms();
    this.buildDeadLetterAlarms();
    this.buildSpendAlarms();
    this.buildDashboard();
  }

  /** A topic with a policy of its own, and this one refuses whoever comes without TLS, allows only what that policy says. */
  private letPublish(): void {
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const service of ['cloudwatch', 'budgets'])
      this.props.alarms.grantPublish(new ServicePrincipal(`${service}.amazonaws.com`, { conditions }));
  }

  /** An execution that could not close its run's record has it closed by the reconciler. */
  private buildReconciliation(): void {
    this.onEnd('Unclosed', ['FAILED', 'TIMED_OUT', 'ABORTED'], this.props.reconciler);
  }

  /** When a scheduled run has ended, its digest is made. */
  private buildDigests(): void {
    this.onEnd('Ended', ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'], this.props.digester);
  }

  private onEnd(id: string, status: string[], target: NodejsFunction): void {
    new Rule(this, id, {
      eventBus: EventBus.fromEventBusName(this, `${id}Bus`, 'default'),
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { status, stateMachineArn: [this.props.machine.stateMachineArn] },
      },
      targets: [
        new LambdaFunction(target, {
          deadLetterQueue: this.props.lost,
          retryAttempts: 5,
          maxEventAge: Duration.hours(2),
        }),
      ],
    });
  }

  private buildFailureAlarms(): void {
    const { machine, api } = this.props;
    this.alarm('RunsFailed', machine.metricFailed({ period: FIVE_MINUTES }), 1, 'A run failed. Its record says why.');
    this.alarm('RunsTimedOut', machine.metricTimedOut({ period: FIVE_MINUTES }), 1, 'A run passed its time limit.');
    this.alarm('RunsAborted', machine.metricAborted({ period: FIVE_MINUTES }), 1, 'Somebody aborted an execution.');
    this.alarm('ApiErrors', api.metricServerError({ period: FIVE_MINUTES }), 1, 'The API answered with 5xx.');
  }

  private buildThrottleAlarms(): void {
    const { machine, table } = this.props;
    const lambda = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: Stats.SUM,
      period: FIVE_MINUTES,
    });
    this.alarm('RunsThrottled', machine.metricThrottled({ period: FIVE_MINUTES }), 1, 'Step Functions throttled.');
    this.alarm('FunctionsThrottled', lambda, 20, 'Lambda throttled: the account has too little concurrency.');
    const throttled = table.metricThrottledRequestsForOperations({ operations: OPERATIONS, period: FIVE_MINUTES });
    this.alarm('TableThrottled', throttled, 20, 'The table throttled more than retries hide.');
  }

  /** The slowest calls of a step near its time-out: the next larger topic will pass it. */
  private buildTimeAlarms(): void {
    for (const [name, step] of this.props.steps) {
      const metric = step.metricDuration({ statistic: Stats.percentile(99), period: Duration.minutes(15) });
      const bound = STEPS[name]!.seconds * 1000 * NEAR;
      this.alarm(
        `Slow-${name}`,
        metric,
        bound,
        `The step ${name} comes near its time-out of ${STEPS[name]!.seconds} s.`,
      );
    }
  }

  private buildDeadLetterAlarms(): void {
    for (const [id, queue] of [
      ['EventsLost', this.props.lost],
      ['SchedulesLost', this.props.scheduleDeadLetters],
    ] as const) {
      const metric = queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM });
      this.alarm(id, metric, 1, 'Something could not be delivered; the queue holds it for 14 days.');
    }
  }

  /** Models by what the functions count themselves, hourly; AWS by its own budget, daily. */
  private buildSpendAlarms(): void {
    const { monthlyBudget, dailyModelBudget } = this.props.settings;
    this.alarm('ModelSpend', modelCost(Duration.days(1)), dailyModelBudget, 'Models cost more today than is planned.');
    const notify = (threshold: number, notificationType: 'ACTUAL' | 'FORECASTED') => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: this.props.alarms.topicArn }],
    });
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudget, unit: 'USD' } },
      notificationsWithSubscribers: [notify(80, 'ACTUAL'), notify(100, 'FORECASTED')],
    });
  }

  private alarm(id: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.action);
  }

  private buildDashboard(): void {
    const { machine, api, steps } = this.props;
    const hour = { period: Duration.hours(1) };
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new SingleValueWidget({
            title: 'Runs today',
            width: 12,
            setPeriodToTimeRange: true,
            metrics: [machine.metricStarted(), machine.metricSucceeded(), machine.metricFailed()],
          }),
          new SingleValueWidget({ title: 'Models, US$', width: 12, metrics: [modelCost(Duration.days(1))] }),
        ],
        [
          new GraphWidget({
            title: 'Runs',
            width: 12,
            left: [machine.metricStarted(hour), machine.metricSucceeded(hour), machine.metricFailed(hour)],
          }),
          new GraphWidget({
            title: 'API',
            width: 12,
            left: [api.metricCount(hour), api.metricClientError(hour), api.metricServerError(hour)],
            right: [api.metricLatency({ statistic: Stats.percentile(99), ...hour })],
          }),
        ],
        [
          new GraphWidget({
            title: 'Steps, share of their time-out (p99)',
            width: 24,
            left: [...steps].map(
              ([name, step]) =>
                new MathExpression({
                  expression: `100 * ${name} / ${STEPS[name]!.seconds * 1000}`,
                  usingMetrics: { [name]: step.metricDuration({ statistic: Stats.percentile(99), ...hour }) },
                  label: name,
                  ...hour,
                }),
            ),
          }),
        ],
      ],
    });
  }
}

function modelCost(period: Duration): Metric {
  return new Metric({
    namespace: METRICS.namespace,
    metricName: METRICS.modelCost,
    dimensionsMap: { service: METRICS.service },
    statistic: Stats.SUM,
    period,
  });
}
