import { Duration, Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventInvokeConfig, type LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnyRoute } from '../shared/api/route.ts';
import { ROUTES } from '../shared/api/routes.ts';
import { type EventName, eventSpec, PDF_SPEC, routeSpec, stepSpec } from './bundle/specs.ts';
import type { Data } from './data.ts';
import { embedderModel, MODEL_ENVIRONMENT } from './embedder-model.ts';
import {
  allow,
  dataStatements,
  executionsArn,
  type Grants,
  KEY_ACTIONS,
  machineArn,
  PLACES,
  type Place,
  RIGHTS,
  type Right,
} from './grants.ts';
import { type HandlerProps, handlerFunction } from './handler-function.ts';
import { EVENT_GRANTS, ROUTE_GRANTS } from './routes.ts';
import type { Schedules } from './schedules.ts';
import type { Settings } from './settings.ts';
import { STEPS, type Step } from './steps.ts';

export interface FunctionsProps {
  readonly settings: Settings;
  readonly data: Data;
  readonly keys: Secret;
  readonly digests: ITopic;
  /** Takes what functions of events failed on. */
  readonly lost: IQueue;
  readonly machineName: string;
  readonly key: IKey | undefined;
}

/** Every function of the pipeline and of what stands around it: one per handler, each with a role of its own. */
export class Functions extends Construct {
  /** By folder of `lambdas/`. */
  readonly steps: ReadonlyMap<string, NodejsFunction>;
  readonly starter: NodejsFunction;
  readonly reconciler: NodejsFunction;
  readonly digester: NodejsFunction;
  readonly pdf: NodejsFunction;
  private readonly props: FunctionsProps;
  private readonly model: LayerVersion;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    this.props = props;
    this.model = embedderModel(this);
    this.pdf = this.buildPdf();
    this.steps = new Map(Object.entries(STEPS).map(([name, step]) => [name, this.buildStep(name, step)]));
    this.starter = this.buildEvent('starter');
    this.reconciler = this.buildEvent('reconciler');
    this.digester = this.buildEvent('digester');
  }

  /** The function of each route, by operation id; built by whoever knows where schedules go. */
  buildRoutes(schedules: Schedules): ReadonlyMap<string, NodejsFunction> {
    return new Map(ROUTES.map((route) => [route.id, this.buildRoute(route, schedules)]));
  }

  private buildStep(name: string, step: Step): NodejsFunction {
    const { bedrock, contact, reservedConcurrency } = this.props.settings;
    const { grants, roles, live, embedder, memoryMb, seconds } = step;
    return this.build(`Step-${name}`, grants, {
      bundle: stepSpec(name, step),
      description: `Plumbline, step of a run: ${name}`,
      memoryMb,
      seconds,
      ...(step.reserve && reservedConcurrency !== null ? { reserved: reservedConcurrency } : {}),
      ...(embedder ? { layer: this.model } : {}),
      environment: {
        ...(embedder ? MODEL_ENVIRONMENT : {}),
        ...(roles !== 'off' || live !== 'off' ? { SECRET_ID: this.props.keys.secretArn } : {}),
        ...(roles !== 'off' ? { PLUMBLINE_BEDROCK: bedrock ? 'on' : 'off' } : {}),
        ...(live !== 'off' && contact !== null ? { PLUMBLINE_CONTACT: contact } : {}),
        ...(live === 'read' ? { PDF_FUNCTION: this.pdf.functionArn } : {}),
      },
    });
  }

  private buildRoute(route: AnyRoute, schedules: Schedules): NodejsFunction {
    const grants = ROUTE_GRANTS[route.id];
    if (!grants) throw new Error(`The route ${route.id} has no line in infra/routes.ts: say what its function may do.`);
    return this.build(
      `Api-${route.id}`,
      grants,
      {
        bundle: routeSpec(route.id),
        description: `Plumbline API: ${route.summary}`,
        memoryMb: 512,
        seconds: 29,
        environment: {
          ...this.serviceEnvironment(),
          ...(grants.rights?.includes('schedule') ? schedules.environment : {}),
        },
      },
      schedules,
    );
  }

  private buildEvent(name: EventName): NodejsFunction {
    const grants: Grants = EVENT_GRANTS[name];
    const handler = this.build(`Event-${name}`, grants, {
      bundle: eventSpec(name),
      description: `Plumbline, called by an event: ${name}`,
      memoryMb: 512,
      seconds: 60,
      environment: {
        ...this.serviceEnvironment(),
        ...(grants.rights?.includes('notify') ? { NOTICE_TOPIC_ARN: this.props.digests.topicArn } : {}),
      },
    });
    // Whoever delivers an event has done so when Lambda has queued it: what the function then fails on is Lambda's to keep.
    new EventInvokeConfig(this, `Event-${name}Lost`, {
      function: handler,
      onFailure: new SqsDestination(this.props.lost),
      retryAttempts: 2,
      maxEventAge: Duration.hours(2),
    });
    return handler;
  }

  /** Reads files that came from anywhere: no keys, no table, no run; only what is to be read. */
  private buildPdf(): NodejsFunction {
    return this.build(
      'Pdf',
      { objects: { papers: ['read', 'write'] } },
      {
        bundle: PDF_SPEC,
        description: 'Plumbline: takes the text out of a PDF',
        memoryMb: 1536,
        seconds: 30,
        environment: {},
      },
    );
  }

  private build(
    id: string,
    grants: Grants,
    props: Omit<HandlerProps, 'logDays' | 'statements' | 'wildcards'>,
    schedules?: Schedules,
  ): NodejsFunction {
    const { data, settings, key } = this.props;
    const rights = (grants.rights ?? []).filter((right) => right !== 'bedrock' || settings.bedrock);
    const places = Object.keys(grants.objects ?? {}) as Place[];
    return handlerFunction(this, id, {
      ...props,
      logDays: settings.logDays,
      environment: {
        ...(id === 'Pdf' ? {} : { TABLE_NAME: data.table.tableName }),
        BUCKET_NAME: data.bucket.bucketName,
        ...props.environment,
      },
      statements: [
        ...dataStatements(data, grants),
        ...rights.flatMap((right) => this.statementsOf(right, schedules)),
        ...(key ? [allow(KEY_ACTIONS, [key.keyArn])] : []),
      ],
      wildcards: {
        ...Object.fromEntries(places.map((place) => [data.bucket.arnForObjects(PLACES[place]), WHY_PLACE[place]])),
        ...Object.assign({}, ...rights.map((right) => this.wildcardsOf(right, schedules))),
      },
    });
  }

  private statementsOf(right: Right, schedules: Schedules | undefined): PolicyStatement[] {
    const { keys, digests, machineName } = this.props;
    const machine = machineArn(this, machineName);
    switch (right) {
      case 'start':
      case 'wake':
        return [allow(RIGHTS[right], [machine])];
      case 'describe':
        return [allow(RIGHTS.describe, [executionsArn(this, machineName)])];
      case 'keys':
        return [allow(RIGHTS.keys, [keys.secretArn])];
      case 'lost':
        return [allow(RIGHTS.lost, [this.props.lost.queueArn])];
      case 'notify':
        return [allow(RIGHTS.notify, [digests.topicArn])];
      case 'pdf':
        return [allow(RIGHTS.pdf, [this.pdf.functionArn])];
      case 'bedrock':
        return [allow(RIGHTS.bedrock, this.bedrockArns())];
      case 'schedule':
        return schedules!.statements();
      case 'versions':
        return []; // on the bucket, with the rest of its rights
    }
  }

  private wildcardsOf(right: Right, schedules: Schedules | undefined): Record<string, string> {
    if (right === 'describe')
      return {
        [executionsArn(this, this.props.machineName)]: 'Executions of this machine; their names are made at run time.',
      };
    if (right === 'schedule') return schedules!.wildcards();
    if (right === 'bedrock')
      return Object.fromEntries(
        this.bedrockArns().map((arn) => [
          arn,
          'Anthropic models only; their versions and the regions a profile routes to change.',
        ]),
      );
    return {};
  }

  /** Inference profiles of this account, and the models that they route to in any region. */
  private bedrockArns(): string[] {
    const { partition, region, account } = Stack.of(this);
    return [
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/global.anthropic.*`,
      `arn:${partition}:bedrock:*::foundation-model/anthropic.*`,
    ];
  }

  /** Settings of everything that has the service: the API, and what events call. */
  private serviceEnvironment(): Record<string, string> {
    const { runsAtOnce, tokensPerMonth, autoModel } = this.props.settings;
    return {
      STATE_MACHINE_ARN: this.aliasArn(),
      RUNS_AT_ONCE: String(runsAtOnce),
      TOKENS_PER_MONTH: String(tokensPerMonth),
      AUTO_MODEL: autoModel,
    };
  }

  /** Runs are started by the alias: a deployment moves it, and what runs already goes on as it began. */
  private aliasArn(): string {
    return `${machineArn(this, this.props.machineName)}:${ALIAS}`;
  }
}

/** Name of the state machine's alias that runs are started by. */
export const ALIAS = 'live';

const WHY_PLACE: Readonly<Record<Place, string>> = {
  index: 'One file an owner; the owner is known at run time.',
  runs: 'Files of runs; owner and slug are made at run time, and the code fences them.',
  schedules: 'Digests of schedules; owner and id are made at run time, and the code fences them.',
  library: 'Files of the shared libraries.',
  cache: 'Answers of sources, named by their hash.',
  papers: 'Papers to be read and what was read, named by their hash.',
};
