import { readFileSync } from 'node:fs';
import { CreateScheduleGroupCommand, GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executionArnOf, SfnExecutions } from '../../../shared/aws/executions.ts';
import { SnsNotifier } from '../../../shared/aws/notifier.ts';
import { EventBridgeScheduler, nameOf } from '../../../shared/aws/scheduler.ts';
import { readKeys } from '../../../shared/aws/secrets.ts';
import { SfnTokens } from '../../../shared/aws/tokens.ts';
import { executionName } from '../../../shared/contracts/ids.ts';
import { RunRequest } from '../../../shared/contracts/run.ts';
import type { Schedule } from '../../../shared/schedule/schedule.ts';
import { CREDENTIALS, REGION, startMoto } from './servers.ts';

const server = await startMoto();
if (server.why !== null) console.warn(`Skipped: services of AWS on a server, because ${server.why}.`);

describe.skipIf(server.why !== null)('services of AWS, as a server has them', () => {
  const config = { endpoint: server.why === null ? server.url : '', region: REGION, credentials: CREDENTIALS };
  const sfn = new SFNClient(config);
  let machine = '';

  beforeAll(async () => {
    const text = readFileSync(new URL('../../../statemachine/research.asl.json', import.meta.url), 'utf8');
    const definition = text.replace(/\$\{(\w+)\}/g, 'arn:aws:lambda:us-east-1:123456789012:function:$1');
    const made = await sfn.send(
      new CreateStateMachineCommand({
        name: 'research',
        definition,
        roleArn: 'arn:aws:iam::123456789012:role/research',
      }),
    );
    machine = made.stateMachineArn!;
  });
  afterAll(() => {
    sfn.destroy();
    if (server.why === null) server.stop();
  });

  it('start an execution once, with the run as its input, and say when it has ended', async () => {
    const executions = new SfnExecutions(machine, sfn, 0);
    await executions.start('a', 'raft-2026-03-01', 1);
    await executions.start('a', 'raft-2026-03-01', 1);
    const executionArn = executionArnOf(machine, executionName('raft-2026-03-01', 1, 'a'));
    const { input } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    expect(JSON.parse(input!)).toEqual({ run: { owner: 'a', slug: 'raft-2026-03-01', attempt: 1 } });
    expect(await executions.hasEnded('a', 'raft-2026-03-01', 1)).toBe(false);
    await sfn.send(new StopExecutionCommand({ executionArn }));
    expect(await executions.hasEnded('a', 'raft-2026-03-01', 1)).toBe(true);
    expect(await executions.hasEnded('a', 'raft-2026-03-01', 2)).toBe(true);
  });

  it('take a spent token for none', async () => {
    await expect(new SfnTokens(sfn).succeed('x'.repeat(64), { answered: true })).resolves.toBeUndefined();
  });

  it('keep schedules as the rows say: made, changed, paused, deleted, each twice without harm', async () => {
    const client = new SchedulerClient(config);
    await client.send(new CreateScheduleGroupCommand({ Name: 'topics' }));
    const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:123456789012:${rest}`;
    const scheduler = new EventBridgeScheduler(
      {
        group: 'topics',
        starter: arn('lambda', 'function:starter'),
        role: 'arn:aws:iam::123456789012:role/scheduler',
        deadLetters: arn('sqs', 'lost'),
      },
      client,
    );
    const schedule: Schedule = {
      id: 'weekly-raft',
      name: 'Weekly raft',
      expression: '0 7 * * MON',
      timezone: 'Europe/Berlin',
      flexibleMinutes: 30,
      paused: false,
      notify: true,
      request: RunRequest.parse({ topic: 'raft' }),
      created: '2026-03-01T00:00:00Z',
      anchor: '2026-03-01T00:00:00Z',
      doneUntil: '2026-03-01T00:00:00Z',
      lastRun: null,
      lastTime: null,
      version: 1,
    };
    const look = () => client.send(new GetScheduleCommand({ Name: nameOf('a', 'weekly-raft'), GroupName: 'topics' }));
    await scheduler.put('a', schedule);
    await scheduler.put('a', { ...schedule, paused: true });
    expect(await look()).toMatchObject({
      ScheduleExpression: 'cron(0 7 ? * MON *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      State: 'DISABLED',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 30 },
    });
    await scheduler.remove('a', 'weekly-raft');
    await scheduler.remove('a', 'weekly-raft');
    await expect(look()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    client.destroy();
  });

  it('give the keys of the one secret', async () => {
    const client = new SecretsManagerClient(config);
    await client.send(new CreateSecretCommand({ Name: 'keys', SecretString: '{}' }));
    await client.send(new PutSecretValueCommand({ SecretId: 'keys', SecretString: '{"ANTHROPIC_API_KEY":"k"}' }));
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: config.endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      SECRET_ID: 'keys',
    });
    expect(await readKeys()).toEqual({ ANTHROPIC_API_KEY: 'k' });
    client.destroy();
  });

  it('take notices, with their owner for filters', async () => {
    const client = new SNSClient(config);
    const { TopicArn } = await client.send(new CreateTopicCommand({ Name: 'digests' }));
    await new SnsNotifier(TopicArn!, client).notify('a', 'Weekly raft: 3 new papers', 'See …');
    await expect(new SnsNotifier(`${TopicArn}-none`, client).notify('a', 's', 't')).rejects.toMatchObject({
      name: 'NotFoundException',
    });
    client.destroy();
  });
});
