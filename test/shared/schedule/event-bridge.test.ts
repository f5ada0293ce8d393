import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import { EventBridgeScheduler, nameOf } from '../../../shared/aws/scheduler.ts';
import type { Schedule } from '../../../shared/schedule/schedule.ts';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { request } from '../api/fakes.ts';

const TARGET = { group: 'g', starter: 'arn:starter', role: 'arn:role', deadLetters: 'arn:dlq' };
const SCHEDULE: Schedule = {
  id: 'weekly',
  name: 'weekly',
  expression: '0 7 * * MON',
  timezone: 'Europe/Berlin',
  flexibleMinutes: 15,
  paused: false,
  notify: true,
  request: request('raft'),
  created: '',
  anchor: '',
  doneUntil: '',
  lastRun: null,
  lastTime: null,
  version: 1,
};

function client(...failures: (string | null)[]) {
  const sent: { name: string; input: Record<string, unknown> }[] = [];
  const send = async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    sent.push({ name: command.constructor.name, input: command.input });
    const failure = failures[sent.length - 1];
    if (failure) throw Object.assign(new Error(failure), { name: failure });
    return {};
  };
  return { sent, scheduler: new EventBridgeScheduler(TARGET, { send } as unknown as SchedulerClient) };
}

describe('EventBridge Scheduler', () => {
  it('is told everything a firing needs; the time it was due comes from the service', async () => {
    const { sent, scheduler } = client(null);
    await scheduler.put('a', SCHEDULE);
    expect(sent).toMatchObject([
      {
        name: 'CreateScheduleCommand',
        input: {
          Name: nameOf('a', 'weekly'),
          GroupName: 'g',
          ScheduleExpression: 'cron(0 7 ? * MON *)',
          ScheduleExpressionTimezone: 'Europe/Berlin',
          FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
          State: 'ENABLED',
          Target: { Arn: 'arn:starter', RoleArn: 'arn:role', DeadLetterConfig: { Arn: 'arn:dlq' } },
        },
      },
    ]);
    const target = sent[0]!.input.Target as { Input: string };
    expect(JSON.parse(target.Input)).toEqual({
      owner: 'a',
      schedule: 'weekly',
      scheduledTime: '<aws.scheduler.scheduled-time>',
    });
  });

  it('is told again when it knows it; paused is disabled', async () => {
    const { sent, scheduler } = client('ConflictException', null);
    await scheduler.put('a', { ...SCHEDULE, paused: true, flexibleMinutes: 0 });
    expect(sent.map(({ name }) => name)).toEqual(['CreateScheduleCommand', 'UpdateScheduleCommand']);
    expect(sent[1]?.input).toMatchObject({ State: 'DISABLED', FlexibleTimeWindow: { Mode: 'OFF' } });
  });

  it('does not mind what is gone already, and says what it could not do', async () => {
    await client('ResourceNotFoundException').scheduler.remove('a', 'weekly');
    await expect(client('ThrottlingException').scheduler.remove('a', 'weekly')).rejects.toThrow(StoreUnavailable);
    await expect(client('ThrottlingException').scheduler.put('a', SCHEDULE)).rejects.toThrow(StoreUnavailable);
  });

  it('keeps owners apart by names of at most 64 characters', () => {
    const id = 'x'.repeat(50);
    expect(nameOf('a', id)).not.toBe(nameOf('b', id));
    expect(nameOf('a', id)).toMatch(/^[0-9A-Za-z_.-]{1,64}$/);
  });
});
