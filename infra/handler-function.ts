import { cpSync } from 'node:fs';
import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Policy, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, type LayerVersion, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeWildcards } from './acknowledge.ts';
import { type BundleSpec, bundledFolder } from './bundle/bundle.ts';
import { ROOT } from './bundle/root.ts';
import { allow } from './grants.ts';

export interface HandlerProps {
  readonly bundle: BundleSpec;
  readonly description: string;
  readonly memoryMb: number;
  readonly seconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly logDays: number;
  readonly layer?: LayerVersion;
  /** Concurrent invocations kept for this function, which are also the most it may have. */
  readonly reserved?: number;
  /** What it may do beside writing its log and its traces. */
  readonly statements: readonly PolicyStatement[];
  /** Why resources of these statements end in a wildcard, by resource. */
  readonly wildcards: Readonly<Record<string, string>>;
}

/** A function with a bundle, a log and a role of its own; one policy says everything it may do. */
export function handlerFunction(scope: Construct, id: string, props: HandlerProps): NodejsFunction {
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: props.logDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const policy = new Policy(scope, `${id}Policy`, {
    statements: [
      ...props.statements,
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
      allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
    ],
    roles: [role],
  });
  acknowledgeWildcards(policy, {
    ...props.wildcards,
    [logGroup.logGroupArn]: 'Streams of its own log group, which Lambda names.',
    '*': 'X-Ray knows no resources: its actions are granted on everything or not at all.',
  });
  const handler = new NodejsFunction(scope, id, {
    code: codeOf(props.bundle),
    handler: 'index.handler',
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: props.memoryMb,
    timeout: Duration.seconds(props.seconds),
    tracing: Tracing.ACTIVE,
    // The policy above is all of it: nothing that CDK would add by itself.
    role: role.withoutPolicyUpdates(),
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    environment: { ...props.environment },
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    ...(props.layer ? { layers: [props.layer] } : {}),
    ...(props.reserved === undefined ? {} : { reservedConcurrentExecutions: props.reserved }),
  });
  handler.node.addDependency(policy);
  return handler;
}

/** The bundle as an asset; in tests CDK skips it. */
function codeOf(spec: BundleSpec): Code {
  return Code.fromAsset(ROOT, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('none'), // never used: the local bundler answers
      // CDK takes two assets with the same folder and the same options for one.
      command: [JSON.stringify(spec)],
      local: {
        tryBundle: (outdir) => {
          cpSync(bundledFolder(spec), outdir, { recursive: true });
          return true;
        },
      },
    },
  });
}
