import { pathToFileURL } from 'node:url';
import type { Bundle } from '../bundle/bundle.ts';
import { type Call, callsOf, type Result } from './calls.ts';
import { type FakeAws, openFakeAws } from './fake-aws.ts';

/** Settings as the stack would give them, of an account at a loopback address. */
function environment(aws: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: aws,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'check',
    AWS_SECRET_ACCESS_KEY: 'check',
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: 'table',
    BUCKET_NAME: 'bucket',
    SECRET_ID: 'keys',
    PLUMBLINE_BEDROCK: 'off',
    STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:research:live',
    NOTICE_TOPIC_ARN: 'arn:aws:sns:us-east-1:1:digests',
    SCHEDULE_GROUP: 'topics',
    STARTER_ARN: 'arn:aws:lambda:us-east-1:1:function:starter',
    SCHEDULER_ROLE_ARN: 'arn:aws:iam::1:role/scheduler',
    SCHEDULE_DLQ_ARN: 'arn:aws:sqs:us-east-1:1:lost',
    PDF_FUNCTION: 'pdf',
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  };
}

/**
 * Imports every bundle and calls it, against a loopback account with nothing in it. Says what does not come to what it
 * must: a module that is missing, a class whose name is gone, a handler that answers 500.
 */
export async function invokeAll(bundles: ReadonlyMap<string, Bundle>): Promise<string[]> {
  const aws = await openFakeAws();
  Object.assign(process.env, environment(aws.url));
  const problems: string[] = [];
  try {
    for (const [name, { folder }] of bundles) problems.push(...(await invoke(name, folder, aws)));
    if (aws.asked.get('secretsmanager.GetSecretValue') === undefined) problems.push('Nobody asked for the keys.');
    if (aws.asked.get('PUT /bucket/shared/library/starter/manifest.json') !== 1)
      problems.push('The starter library was not stored.');
  } finally {
    await aws.close();
  }
  return problems;
}

async function invoke(name: string, folder: string, aws: FakeAws): Promise<string[]> {
  let handler: (event: unknown, context: object) => Promise<unknown>;
  try {
    ({ handler } = await import(pathToFileURL(`${folder}/index.mjs`).href));
  } catch (error) {
    return [`${name} cannot be imported: ${String(error)}`];
  }
  const problems: string[] = [];
  for (const call of callsOf(name, aws.url)) {
    const wrong = call.judge(await resultOf(handler, call));
    if (wrong !== null) problems.push(`${name}, ${call.what}: ${wrong}`);
  }
  return problems;
}

async function resultOf(handler: (event: unknown, context: object) => Promise<unknown>, call: Call): Promise<Result> {
  const context = { functionName: 'check', awsRequestId: 'check', getRemainingTimeInMillis: () => 30_000 };
  try {
    return { value: await handler(call.event, context) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
