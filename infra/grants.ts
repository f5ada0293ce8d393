import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Data } from './data.ts';

/** What a function does to the table, by the methods of the table's port. */
export const TABLE_ACTIONS = {
  get: 'dynamodb:GetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  query: 'dynamodb:Query',
} as const;
export type TableOp = keyof typeof TABLE_ACTIONS;

/** Where objects lie. The first part of a key is the owner, `shared` or `cache`. */
export const PLACES = {
  runs: '*/runs/*',
  /** The list of an owner's runs, for people. */
  index: '*/INDEX.md',
  schedules: '*/schedules/*',
  library: 'shared/library/*',
  cache: 'cache/http/*',
  papers: 'cache/pdf/*',
} as const;
export type Place = keyof typeof PLACES;

export const OBJECT_ACTIONS = {
  read: 's3:GetObject',
  write: 's3:PutObject',
  delete: 's3:DeleteObject',
  deleteVersions: 's3:DeleteObjectVersion',
} as const;
export type ObjectOp = keyof typeof OBJECT_ACTIONS;

/** Everything else, one word a right. */
export const RIGHTS = {
  /** Starts executions of the research machine. */
  start: ['states:StartExecution'],
  /** Asks whether an execution has ended. */
  describe: ['states:DescribeExecution'],
  /** Wakes an execution that waits for an answer. */
  wake: ['states:SendTaskSuccess'],
  /** Reads the keys of models and sources. */
  keys: ['secretsmanager:GetSecretValue'],
  /** Asks models on Bedrock. */
  bedrock: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
  /** Sends notices of digests. */
  notify: ['sns:Publish'],
  /** Makes, changes and deletes schedules of the group, and hands them their role. */
  schedule: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule', 'iam:PassRole'],
  /** Sees versions of objects, to delete them all. */
  versions: ['s3:ListBucketVersions'],
  /** Keeps what it failed on: Lambda puts it into the queue by the function's own role. */
  lost: ['sqs:SendMessage'],
  /** Has a PDF read by the function that can. */
  pdf: ['lambda:InvokeFunction'],
} as const;
export type Right = keyof typeof RIGHTS;

/** What one function may do: nothing but this, its own log and its traces. */
export interface Grants {
  readonly table?: readonly TableOp[];
  readonly objects?: Readonly<Partial<Record<Place, readonly ObjectOp[]>>>;
  readonly rights?: readonly Right[];
}

/** Every action of a function's policy, sorted; the tests compare them with the template. */
export function actionsOf(grants: Grants): string[] {
  const objects = Object.values(grants.objects ?? {});
  return [
    ...(grants.table ?? []).map((op) => TABLE_ACTIONS[op]),
    ...objects.flatMap((ops) => ops.map((op) => OBJECT_ACTIONS[op])),
    ...(objects.length > 0 ? ['s3:ListBucket'] : []),
    ...(grants.rights ?? []).flatMap((right) => RIGHTS[right]),
  ]
    .filter((action, at, all) => all.indexOf(action) === at)
    .sort();
}

/** Statements on the table and the bucket. */
export function dataStatements({ table, bucket }: Data, grants: Grants): PolicyStatement[] {
  const statements: PolicyStatement[] = [];
  if (grants.table?.length) {
    statements.push(
      allow(
        grants.table.map((op) => TABLE_ACTIONS[op]),
        [table.tableArn],
      ),
    );
  }
  const places = Object.entries(grants.objects ?? {}) as [Place, readonly ObjectOp[]][];
  for (const [place, ops] of places) {
    statements.push(
      allow(
        ops.map((op) => OBJECT_ACTIONS[op]),
        [bucket.arnForObjects(PLACES[place])],
      ),
    );
  }
  if (places.length > 0) {
    // Without it S3 answers 403 instead of 404 for an object that is not there; a condition on the prefix has the same
    // effect, because a GET carries none.
    statements.push(allow(['s3:ListBucket'], [bucket.bucketArn]));
  }
  if (grants.rights?.includes('versions')) statements.push(allow([...RIGHTS.versions], [bucket.bucketArn]));
  return statements;
}

export function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] });
}

/** What it takes to read and write what a customer's key encrypts. */
export const KEY_ACTIONS = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

/** ARN of the state machine by its name: functions may be granted it although it is made from them. */
export function machineArn(scope: Construct, name: string): string {
  return Stack.of(scope).formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

export function executionsArn(scope: Construct, name: string): string {
  return Stack.of(scope).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${name}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
