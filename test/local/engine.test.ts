import { describe, expect, it } from 'vitest';
import { Engine, type LambdaHandler } from '../../local/cloud/engine.ts';
import { EventCount } from '../../local/cloud/event-count.ts';
import { invoke, PAYLOAD_LIMIT } from '../../local/cloud/invoke.ts';
import type { Runtime } from '../../shared/runtime.ts';

const runtime = { log: { info() {}, warn() {}, error() {} } } as unknown as Runtime;
const RETRY = [{ ErrorEquals: ['Busy'], IntervalSeconds: 0, MaxAttempts: 3, BackoffRate: 1 }];

function task(name: string, more: object = {}) {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Parameters: { FunctionName: `\${${name}}`, Payload: { 'in.$': '$' } },
    TimeoutSeconds: 5,
    ResultSelector: { 'receipt.$': '$.Payload' },
    ...more,
  };
}
const asl = (states: object, start: string) => JSON.stringify({ StartAt: start, States: states });

async function runTo(definition: string, handlers: Record<string, LambdaHandler>, input: object = {}) {
  const engine = new Engine(definition, handlers);
  const execution = engine.start('e-1', input, runtime);
  return { engine, end: await execution.ended, execution };
}

describe('the embedded engine', () => {
  it('substitutes function names, passes JSON through, and hands the payload on', async () => {
    const seen: unknown[] = [];
    const { end } = await runTo(
      asl({ A: task('OneFunction', { Next: 'B' }), B: task('TwoFunction', { End: true }) }, 'A'),
      {
        OneFunction: async (event) => {
          seen.push(event);
          return { when: new Date(0), gone: undefined };
        },
        TwoFunction: async (event) => {
          seen.push(event);
          return 1;
        },
      },
      { x: 1 },
    );
    expect(end).toEqual({ status: 'succeeded', cause: null });
    expect(seen).toEqual([{ in: { x: 1 } }, { in: { receipt: { when: '1970-01-01T00:00:00.000Z' } } }]);
  });

  it('retries by the name of the error and catches with a Lambda-shaped cause', async () => {
    let calls = 0;
    let caught: unknown;
    const named = (name: string) => Object.assign(new Error('no luck'), { name });
    const { end } = await runTo(
      asl(
        {
          A: task('OneFunction', {
            Retry: RETRY,
            Catch: [{ ErrorEquals: ['Broken'], ResultPath: '$.error', Next: 'B' }],
            End: true,
          }),
          B: task('TwoFunction', { End: true }),
        },
        'A',
      ),
      {
        OneFunction: async () => {
          calls++;
          throw named(calls < 3 ? 'Busy' : 'Broken');
        },
        TwoFunction: async (event) => {
          caught = event;
          return {};
        },
      },
    );
    expect(end.status).toBe('succeeded');
    expect(calls).toBe(3);
    const { error } = (caught as { in: { error: { Error: string; Cause: string } } }).in;
    expect(error.Error).toBe('Broken');
    expect(JSON.parse(error.Cause)).toMatchObject({ errorType: 'Broken', errorMessage: 'no luck' });
  });

  it('mints a token that wakes the task that waits for it, with an output', async () => {
    let token = '';
    const wait = {
      ...task('OneFunction'),
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: { FunctionName: '${OneFunction}', Payload: { 'token.$': '$$.Task.Token' } },
      ResultSelector: undefined,
      Next: 'B',
    };
    let answered: unknown;
    const engine = new Engine(asl({ A: wait, B: task('TwoFunction', { End: true }) }, 'A'), {
      OneFunction: async (event) => {
        token = (event as { token: string }).token;
        setTimeout(() => void engine.succeed(token, { answer: 'x' }), 20);
        return {};
      },
      TwoFunction: async (event) => {
        answered = event;
        return {};
      },
    });
    const execution = engine.start('e-2', {}, runtime);
    expect((await execution.ended).status).toBe('succeeded');
    expect(token).toMatch(/^e-2\./);
    expect(answered).toEqual({ in: { answer: 'x' } });
  });

  it('refuses to start a name twice, and lists what is active', async () => {
    let release = () => {};
    const engine = new Engine(asl({ A: task('OneFunction', { End: true }) }, 'A'), {
      OneFunction: () =>
        new Promise((resolve) => {
          release = () => resolve({});
        }),
    });
    const execution = engine.start('same', {}, runtime);
    expect(() => engine.start('same', {}, runtime)).toThrow('running already');
    expect(engine.active).toEqual(['same']);
    await new Promise((resolve) => setTimeout(resolve, 10));
    release();
    await execution.ended;
    expect(engine.active).toEqual([]);
  });

  it('drains: what is in flight ends, nothing new starts', async () => {
    let second = 0;
    const engine = new Engine(
      asl({ A: task('OneFunction', { Next: 'B' }), B: task('TwoFunction', { End: true }) }, 'A'),
      {
        OneFunction: () => new Promise((resolve) => setTimeout(() => resolve({}), 50)),
        TwoFunction: async () => ++second,
      },
    );
    engine.start('e-3', {}, runtime);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await engine.drain();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(second).toBe(0);
  });

  it('starts a failed item of a map with its neighbours, so items catch for themselves', async () => {
    const done: number[] = [];
    const item = {
      ...task('OneFunction'),
      ResultSelector: undefined,
      ResultPath: null,
      End: true,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Lost' }],
    };
    const map = {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 2,
      ItemSelector: { 'item.$': '$$.Map.Item.Value' },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'One',
        States: { One: item, Lost: { Type: 'Pass', Result: { status: 'failed' }, End: true } },
      },
      ResultPath: null,
      End: true,
    };
    const { end } = await runTo(
      asl({ A: map }, 'A'),
      {
        OneFunction: async (event) => {
          const { id } = (event as { in: { item: { id: number } } }).in.item;
          if (id === 2) throw new Error('lost');
          done.push(id);
          return {};
        },
      },
      { items: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] },
    );
    expect(end.status).toBe('succeeded');
    expect(done.sort()).toEqual([1, 3, 4]);
  });
});

describe('the Lambda boundary', () => {
  it('ends a handler that takes too long with States.Timeout, and says how much time is left', async () => {
    let left = 0;
    const late = invoke(
      async (_event, context) => {
        left = context.getRemainingTimeInMillis();
        await new Promise((resolve) => setTimeout(resolve, 5000));
        return {};
      },
      'LateFunction',
      {},
      0.05,
    );
    await expect(late).rejects.toMatchObject({ name: 'States.Timeout' });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(50);
  });

  it.each(['input', 'output'])('refuses more than 256 KiB of %s', async (side) => {
    const large = 'x'.repeat(PAYLOAD_LIMIT);
    const call = invoke(async () => (side === 'output' ? large : {}), 'F', side === 'input' ? large : {}, 5);
    await expect(call).rejects.toMatchObject({ name: 'States.DataLimitExceeded' });
  });

  it('counts history events as Step Functions does', () => {
    const count = new EventCount();
    for (const type of ['Task', 'Choice', 'Map']) count.add({ type: 'StateEntered', state: { type } });
    count.add({ type: 'MapIterationStarted' });
    count.add({ type: 'StateRetried' });
    expect(count.total).toBe(1 + 5 + 2 + 4 + 2 + 3);
  });
});
