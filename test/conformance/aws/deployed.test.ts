import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CreateScheduleGroupCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../infra/bundle/root.ts';
import { STEPS } from '../../../infra/steps.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import { SCOPES, scopeName } from '../../../shared/api/scopes.ts';
import { Account } from '../../support/deployed/account.ts';
import { CREDENTIALS, REGION, startDynamo, startMoto } from './servers.ts';

const [dynamo, moto] = await Promise.all([startDynamo(), startMoto()]);
const why = dynamo.why ?? moto.why;
if (why !== null) console.warn(`Skipped: the whole stack on servers, because ${why}.`);

const folder = join(ROOT, 'node_modules/.cache/plumbline-deployed');
const scope = (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map(scopeName).join(' ');
let account: Account;

const common = { region: REGION, credentials: CREDENTIALS };
const there = { ...common, endpoint: moto.why === null ? moto.url : '' };
const tables = new DynamoDBClient({ ...common, endpoint: dynamo.why === null ? dynamo.url : '' });
const s3 = new S3Client({ ...there, forcePathStyle: true });
const schedules = new SchedulerClient(there);

/** What CloudFormation makes of the template before anything is called. */
async function provision(): Promise<void> {
  await tables.send(
    new CreateTableCommand({
      TableName: 'table',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  await s3.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  await s3.send(new PutBucketVersioningCommand({ Bucket: 'bucket', VersioningConfiguration: { Status: 'Enabled' } }));
  await new SecretsManagerClient(there).send(new CreateSecretCommand({ Name: 'keys', SecretString: '{}' }));
  await schedules.send(new CreateScheduleGroupCommand({ Name: 'Plumbline-topics' }));
  const topic = Object.keys(account.resources).find((id) => id.startsWith('NoticesDigests'))!;
  await new SNSClient(there).send(new CreateTopicCommand({ Name: topic.toLowerCase() }));
}

interface Asked {
  readonly params?: Record<string, string>;
  readonly body?: object;
  readonly query?: Record<string, string>;
  readonly owner?: string;
}

/** Calls the function of a route as API Gateway does. */
async function api(id: string, { params = {}, body, query, owner = 'ada' }: Asked = {}) {
  const route = ROUTES.find((one) => one.id === id)!;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const reply = (await account.call(`api-${id}`, {
    httpMethod: route.method,
    path,
    resource: route.path,
    headers: { 'content-type': 'application/json' },
    pathParameters: params,
    multiValueQueryStringParameters: query
      ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]))
      : null,
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
    requestContext: { requestId: 'r', path: `/v1${path}`, authorizer: { claims: { sub: owner, scope } } },
  })) as { statusCode: number; body: string };
  const text = reply.body === '' ? '{}' : reply.body;
  return { status: reply.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

const topic = 'consensus protocols for replicated logs';

describe.skipIf(why !== null)(
  'the stack as it is deployed: its bundles, settings, rights, definition and rules',
  () => {
    beforeAll(async () => {
      if (dynamo.why !== null || moto.why !== null) return;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const urls = { dynamo: dynamo.url, moto: moto.url };
      account = await Account.open(folder, urls);
      await provision();
      await account.call('library', {
        RequestType: 'Create',
        ResponseURL: `${moto.url}/bucket/answer`,
        StackId: 's',
        RequestId: 'r',
        LogicalResourceId: 'l',
        ResourceProperties: { id: 'starter' },
      });
    }, 600_000);
    afterAll(async () => {
      await account?.close();
      for (const server of [dynamo, moto]) if (server.why === null) server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('ends its first run: asks, is answered, and leaves everything to read, to its owner alone', async () => {
      const body = { topic, offline: true, confirmPlan: true };
      const created = await api('createRun', { body });
      expect([created.status, account.denied]).toEqual([202, []]);
      const params = { slug: String(created.body.slug) };
      const asked = await question(params);
      await api('answerQuestion', { params, body: { question: asked.id, choice: asked.default } });
      await account.settled();
      expect((await api('getRun', { params })).body).toMatchObject({ status: 'complete' });
      expect((await api('getRun', { params, owner: 'eve' })).status).toBe(404);
      for (const id of ['getPlan', 'getGraph', 'getTranscript'])
        expect((await api(id, { params })).status, id).toBe(200);
      const { paths } = (await api('getArtifacts', { params })).body as { paths: string[] };
      expect(paths).toEqual(expect.arrayContaining(['plan.md', 'report.html', 'synthesis.md', 'transcript.jsonl']));
      const link = (await api('getArtifacts', { params, query: { path: 'synthesis.md' } })).body as { url: string };
      const file = await fetch(link.url);
      expect([file.status, (await file.text()).length > 1000]).toEqual([200, true]);
      expect(account.denied).toEqual([]);
      const steps = [...account.asked.keys()].filter((name) => name.startsWith('step-')).sort();
      expect(steps).toEqual(
        Object.keys(STEPS)
          .map((name) => `step-${name}`)
          .sort(),
      );
    }, 600_000);

    it('fires a schedule twice into one run, makes its digest and tells of it', async () => {
      const request = { topic, offline: true, noInput: true, depth: 'quick' };
      const body = { name: 'Weekly', expression: '0 7 * * MON', notify: true, request };
      const { id } = (await api('createSchedule', { body })).body;
      const params = { id: String(id) };
      const { Schedules } = await schedules.send(new ListSchedulesCommand({ GroupName: 'Plumbline-topics' }));
      expect(Schedules).toHaveLength(1);
      const delivery = { owner: 'ada', schedule: params.id, scheduledTime: '2026-12-07T06:00:00Z' };
      const [first, second] = [
        await account.call('event-starter', delivery),
        await account.call('event-starter', delivery),
      ];
      expect((second as { slug: string }).slug).toBe((first as { slug: string }).slug);
      await account.settled();
      expect((await api('listDigests', { params })).body).toMatchObject({ digests: [{ number: 1 }] });
      expect((await api('getDigest', { params: { ...params, number: '1' } })).status).toBe(200);
      expect([...account.asked.get('event-digester')!]).toContain('sns:Publish');
      await api('pauseSchedule', { params });
      expect((await api('deleteSchedule', { params })).status).toBe(204);
      const left = await schedules.send(new ListSchedulesCommand({ GroupName: 'Plumbline-topics' }));
      expect(left.Schedules).toHaveLength(0);
      expect(account.denied).toEqual([]);
    }, 600_000);

    it('closes the record of an execution that somebody aborted', async () => {
      const { body } = await api('createRun', { body: { topic: 'raft', offline: true, confirmPlan: true } });
      const params = { slug: String(body.slug) };
      await question(params);
      for (const execution of account.executions.values()) if (execution.status === 'RUNNING') execution.abort();
      await account.settled();
      expect((await api('getRun', { params })).body).toMatchObject({ status: 'failed' });
      expect(account.denied).toEqual([]);
    }, 600_000);

    it('deletes a run in every version and every row, and leaves its topic nowhere', async () => {
      const { runs } = (await api('listRuns')).body as { runs: { slug: string }[] };
      expect(runs.length).toBeGreaterThan(0);
      for (const { slug } of runs) {
        const { status, body } = await api('deleteRun', { params: { slug } });
        expect([status, body, account.denied], slug).toEqual([204, {}, []]);
      }
      const objects = await s3.send(new ListObjectVersionsCommand({ Bucket: 'bucket', Prefix: 'ada/' }));
      const kept = [...(objects.Versions ?? []), ...(objects.DeleteMarkers ?? [])].map(({ Key }) => Key);
      expect(kept).toEqual([]);
      for (const { slug } of runs) {
        const rows = await tables.send(
          new QueryCommand({
            TableName: 'table',
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': { S: `RUN#ada#${slug}` } },
          }),
        );
        expect(rows.Items, slug).toEqual([]);
      }
      expect(account.denied).toEqual([]);
    }, 600_000);
  },
);

/** The question that a run comes to wait for. */
async function question(params: { slug: string }): Promise<{ id: string; default: string }> {
  for (;;) {
    const { body } = await api('getRun', { params });
    const [open] = (body.questions as { id: string; default: string; answer: unknown }[]).filter(
      ({ answer }) => !answer,
    );
    if (open) return open;
    if (!['active', 'waiting'].includes(String(body.status))) throw new Error(`The run is ${body.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
