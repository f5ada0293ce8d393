import type { SFNClient } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { executionArnOf, SfnExecutions } from '../../../shared/aws/executions.ts';

const MACHINE = 'arn:aws:states:eu-west-1:123456789012:stateMachine:plumbline';

function client(...answers: (string | { status: string })[]) {
  const sent: Record<string, unknown>[] = [];
  const send = async (command: { input: Record<string, unknown> }) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!;
    sent.push(command.input);
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { name: answer });
    return answer;
  };
  return { sent, sfn: { send } as unknown as SFNClient };
}

describe('executions on Step Functions', () => {
  it.each([MACHINE, `${MACHINE}:live`, `${MACHINE}:7`])('are found by the ARN of the machine alone: %s', (machine) => {
    expect(executionArnOf(machine, 'run-a1')).toBe('arn:aws:states:eu-west-1:123456789012:execution:plumbline:run-a1');
  });

  it('are started by what was given, an alias included; the same name is the same execution', async () => {
    const { sent, sfn } = client('ExecutionAlreadyExists');
    await new SfnExecutions(`${MACHINE}:live`, sfn).start('a', 'raft-2026-03-01', 1);
    expect(sent[0]).toMatchObject({ stateMachineArn: `${MACHINE}:live` });
    expect(String(sent[0]?.name)).toMatch(/^raft-2026-03-01-a1-[0-9a-f]{6}$/);
  });

  it('have ended when they do not run, and when nobody knows them after a second look', async () => {
    const ended = (...answers: (string | { status: string })[]) =>
      new SfnExecutions(MACHINE, client(...answers).sfn, 0).hasEnded('a', 'raft-2026-03-01', 1);
    expect(await ended({ status: 'RUNNING' })).toBe(false);
    expect(await ended({ status: 'SUCCEEDED' })).toBe(true);
    expect(await ended({ status: 'ABORTED' })).toBe(true);
    expect(await ended('ExecutionDoesNotExist', { status: 'RUNNING' })).toBe(false);
    expect(await ended('ExecutionDoesNotExist')).toBe(true);
    await expect(ended('ThrottlingException')).rejects.toThrow('ThrottlingException');
  });
});
