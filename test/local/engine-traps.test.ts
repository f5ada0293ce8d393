import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ClassicLevel } from 'classic-level';
import dynalite from 'dynalite';
import { describe, expect, it } from 'vitest';
import { Engine, type LambdaHandler } from '../../local/cloud/engine.ts';
import { openTable } from '../../local/cloud/table.ts';
import { TABLE_NAME } from '../../local/cloud/table-client.ts';
import type { Runtime } from '../../shared/runtime.ts';
import { ConditionFailed } from '../../shared/store/errors.ts';
import { lint } from '../../statemachine/lint.ts';

/** Each trap of the local engine and of the local table that the project has met, and what keeps it from mattering. */
const runtime = {
  log: { info() {}, warn() {}, error() {} },
  clock: { now: () => new Date(), wall: () => Date.now() },
} as unknown as Runtime;

const task = (name: string, more: object = {}) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: `\${${name}}`, Payload: { 'in.$': '$' } },
  TimeoutSeconds: 5,
  ResultSelector: { 'receipt.$': '$.Payload' },
  ...more,
});
const machine = (states: object, start = 'A') => JSON.stringify({ StartAt: start, States: states });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function runTo(definition: string, handlers: Record<string, LambdaHandler>, input: object = {}, name = 'e-1') {
  const execution = new Engine(definition, handlers).start(name, input, runtime);
  return { end: await execution.ended, execution };
}

describe('the context object', () => {
  it('has a token of its own for every waiting task, and the execution’s name', async () => {
    const tokens: string[] = [];
    const wait = (next: object) => ({
      ...task('AskFunction'),
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: {
        FunctionName: '${AskFunction}',
        Payload: { 'token.$': '$$.Task.Token', 'name.$': '$$.Execution.Name' },
      },
      ResultSelector: undefined,
      ResultPath: null,
      ...next,
    });
    const names: string[] = [];
    const engine: Engine = new Engine(machine({ A: wait({ Next: 'B' }), B: wait({ End: true }) }), {
      AskFunction: async (event) => {
        const { token, name } = event as { token: string; name: string };
        tokens.push(token);
        names.push(name);
        setTimeout(() => void engine.succeed(token, {}), 1);
        return {};
      },
    });
    expect((await engine.start('two-waits', {}, runtime).ended).status).toBe('succeeded');
    expect(new Set(tokens).size).toBe(2);
    expect(names).toEqual(['two-waits', 'two-waits']);
  });

  it('inside a Map shows the iteration as $$.Execution.Input: the lint keeps it out, ItemSelector carries the run', async () => {
    const seen: unknown[] = [];
    const map = {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 1,
      ItemSelector: { 'run.$': '$.run', 'item.$': '$$.Map.Item.Value' },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'One',
        States: { One: { ...task('OneFunction'), ResultPath: null, ResultSelector: undefined, End: true } },
      },
      ResultPath: null,
      End: true,
    };
    const { end } = await runTo(
      machine({ A: map }),
      { OneFunction: async (event) => void seen.push(event) },
      { run: { slug: 'r' }, items: [1, 2] },
    );
    expect(end.status).toBe('succeeded');
    expect(seen).toEqual([{ in: { run: { slug: 'r' }, item: 1 } }, { in: { run: { slug: 'r' }, item: 2 } }]);
    const wrong = structuredClone(map);
    (wrong.ItemProcessor.States.One.Parameters.Payload as Record<string, string>)['in.$'] = '$$.Execution.Input';
    expect(lint(machine({ A: wrong }), ['OneFunction']).join('\n')).toMatch(/\$\$\.Execution\.Input is the item here/);
  });
});

describe('names and language', () => {
  it.each(['$$.State.Name', '$$.State.EnteredTime', '$$.StateMachine.Id'])(
    '%s is not there in the engine, so the lint refuses it',
    (path) => {
      const state = task('OneFunction', { End: true });
      const Payload = { 'in.$': path };
      const wrong = machine({ A: { ...state, Parameters: { ...state.Parameters, Payload } } });
      expect(lint(wrong, ['OneFunction']).join('\n')).toContain('State(Machine)?\\. is not allowed');
    },
  );

  it('are unique at every level, because handlers are found by state name alone', () => {
    const twice = machine({
      A: {
        Type: 'Parallel',
        Branches: [
          { StartAt: 'Same', States: { Same: task('OneFunction', { End: true }) } },
          { StartAt: 'Same', States: { Same: task('OneFunction', { End: true }) } },
        ],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }],
        Next: 'B',
      },
      B: { Type: 'Succeed' },
    });
    expect(lint(twice, ['OneFunction']).join('\n')).toMatch(/Same: the name is used twice/);
  });

  it.each([
    ['JSONata', { QueryLanguage: 'JSONata' }],
    ['Assign', { Assign: { x: 1 } }],
  ])('%s is silently ignored by the engine, so the lint refuses it', async (word, more) => {
    const definition = machine({ A: task('OneFunction', { ...more, End: true }) });
    const { end } = await runTo(definition, { OneFunction: async () => ({}) });
    expect(end.status).toBe('succeeded');
    expect(lint(definition, ['OneFunction']).join('\n')).toMatch(
      new RegExp(word === 'JSONata' ? 'QueryLanguage' : word),
    );
  });
});

describe('time', () => {
  it('that is up does not stop a handler: its late answer changes nothing', async () => {
    let ended = false;
    const states = {
      A: task('SlowFunction', {
        TimeoutSeconds: 0.05,
        Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: '$.error', Next: 'B' }],
        End: true,
      }),
      B: task('NextFunction', { End: true }),
    };
    let caught: unknown;
    const { end } = await runTo(machine(states), {
      SlowFunction: async () => {
        await pause(150);
        ended = true;
        return { late: true };
      },
      NextFunction: async (event) => {
        caught = event;
        return {};
      },
    });
    expect(end.status).toBe('succeeded');
    expect(ended).toBe(false);
    expect(caught).toMatchObject({ in: { error: { Error: 'States.Timeout' } } });
    await pause(150);
    expect(ended).toBe(true);
  });

  it('that a busy thread did not let anybody see was up all the same: the step is late, as it would be on Lambda', async () => {
    const states = {
      A: task('BusyFunction', {
        TimeoutSeconds: 0.02,
        Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: '$.error', Next: 'B' }],
        End: true,
      }),
      B: task('NextFunction', { End: true }),
    };
    let caught = false;
    await runTo(machine(states), {
      BusyFunction: async () => {
        for (const end = performance.now() + 60; performance.now() < end; );
        return {};
      },
      NextFunction: async () => {
        caught = true;
        return {};
      },
    });
    expect(caught).toBe(true);
  });

  it('over 2³¹ ms would be up at once: the lint bounds every time-out, and a wait is bounded too', async () => {
    const long = machine({ A: task('OneFunction', { TimeoutSeconds: 99_999_999, End: true }) });
    expect(lint(long, ['OneFunction']).join('\n')).toMatch(/TimeoutSeconds is missing or too large/);
    const wait = {
      ...task('AskFunction', { End: true, ResultSelector: undefined, TimeoutSeconds: undefined }),
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: { FunctionName: '${AskFunction}', Payload: { 'token.$': '$$.Task.Token' } },
    };
    const engine: Engine = new Engine(machine({ A: wait }), {
      AskFunction: async (event) => {
        setTimeout(() => void engine.succeed((event as { token: string }).token, {}), 40);
        return {};
      },
    });
    expect((await engine.start('bounded', {}, runtime).ended).status).toBe('succeeded');
  });

  it.each([
    ['at the state’s time-out', {}, 0.05],
    ['at the earlier time that the handler names', { until: new Date(Date.now() - 1).toISOString() }, 60],
  ])('of a wait is up %s, as the service does it', async (_, answer, TimeoutSeconds) => {
    const wait = {
      ...task('AskFunction', { End: true, ResultSelector: undefined, ResultPath: null, TimeoutSeconds }),
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: { FunctionName: '${AskFunction}', Payload: { 'token.$': '$$.Task.Token' } },
      Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: '$.error', Next: 'B' }],
    };
    let after = 0;
    const { end } = await runTo(machine({ A: wait, B: task('NextFunction', { End: true }) }), {
      AskFunction: async () => answer,
      NextFunction: async () => ++after,
    });
    expect(end.status).toBe('succeeded');
    expect(after).toBe(1);
  });
});

describe('failures', () => {
  it('of one item of a Map still start its neighbours, and then fail the Map with their name', async () => {
    const begun: number[] = [];
    const map = {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 1,
      ItemSelector: { 'item.$': '$$.Map.Item.Value' },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'One',
        States: {
          One: {
            ...task('OneFunction'),
            ResultPath: null,
            ResultSelector: undefined,
            End: true,
            Catch: [{ ErrorEquals: ['StoreUnavailable'], ResultPath: '$.error', Next: 'Cut' }],
          },
          Cut: { Type: 'Fail', Error: 'StoreUnavailable', Cause: 'cut' },
        },
      },
      ResultPath: null,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'B' }],
      End: true,
    };
    let caught: unknown;
    const { end } = await runTo(
      machine({ A: map, B: task('NextFunction', { End: true }) }),
      {
        OneFunction: async (event) => {
          const { item } = (event as { in: { item: number } }).in;
          begun.push(item);
          if (item === 1) throw Object.assign(new Error('disk'), { name: 'StoreUnavailable' });
          return {};
        },
        NextFunction: async (event) => {
          caught = event;
          return {};
        },
      },
      { items: [1, 2, 3] },
    );
    expect(end.status).toBe('succeeded');
    expect(begun).toEqual([1, 2, 3]);
    expect(caught).toMatchObject({ in: { error: { Error: 'StoreUnavailable' } } });
  });

  it('carry Lambda’s JSON as their cause, where the engine has a plain message', async () => {
    let cause = '';
    const states = {
      A: task('OneFunction', { Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'B' }], End: true }),
      B: task('NextFunction', { End: true }),
    };
    await runTo(machine(states), {
      OneFunction: async () => {
        throw new TypeError('x is not a function');
      },
      NextFunction: async (event) => {
        cause = (event as { in: { error: { Cause: string } } }).in.error.Cause;
        return {};
      },
    });
    expect(JSON.parse(cause)).toMatchObject({ errorType: 'TypeError', errorMessage: 'x is not a function' });
  });
});

describe('the local table', () => {
  const key = { pk: 'P', sk: 'S' };

  it('is created again without harm, in the same process one after the other', async () => {
    const first = await openTable();
    await first.table.put(key, { n: 1 });
    await first.close();
    const second = await openTable();
    expect(await second.table.get(key)).toBeUndefined(); // in memory: each its own
    await second.close();
  });

  it('is found again with its rows by the next process, and by nobody at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-table-'));
    try {
      const first = await openTable(folder);
      await first.table.put(key, { n: 1 });
      // A second dynalite on the folder would end this process: the home's lock comes first, and this is what it is for.
      await expect(new ClassicLevel(folder).open()).rejects.toMatchObject({ cause: { code: 'LEVEL_LOCKED' } });
      await first.close();
      const second = await openTable(folder);
      expect(await second.table.get(key)).toEqual({ n: 1 });
      await second.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has no transactions, no expiry and late indexes: no code asks for any of them', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const files = ['shared', 'local', 'lambdas'].map((part) => readdir(join(root, part), { recursive: true }));
    const sources = (await Promise.all(files)).flatMap((names, at) =>
      names.filter((name) => name.endsWith('.ts')).map((name) => join(root, ['shared', 'local', 'lambdas'][at]!, name)),
    );
    expect(sources.length).toBeGreaterThan(300);
    for (const path of sources) {
      const found = /Transact(Write|Get)|UpdateTimeToLive|\bIndexName\b|ReturnValuesOnConditionCheckFailure/.exec(
        await readFile(path, 'utf8'),
      );
      expect(found?.[0], path).toBeUndefined();
    }
  });

  it('takes no name shorter than three characters, and ours is longer', async () => {
    const server = dynalite({});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'local',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const name = (TableName: string) => client.send(new DescribeTableCommand({ TableName }));
    await expect(name('ab')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(name(TABLE_NAME)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    client.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('does not return the old item of a failed condition: what stands there is read', async () => {
    const { table, close } = await openTable();
    try {
      await table.put(key, { owner: 'a' }, { exists: false });
      const error = await table.put(key, { owner: 'b' }, { exists: false }).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ConditionFailed);
      expect(await table.get(key)).toEqual({ owner: 'a' });
    } finally {
      await close();
    }
  });

  it('never forgets by itself: an item past its time is there, and code has to look', async () => {
    const { table, close } = await openTable();
    try {
      await table.put(key, { expires: 1 });
      await pause(20);
      expect(await table.get(key)).toEqual({ expires: 1 });
    } finally {
      await close();
    }
  });

  it('lets one of many conditional writes through, whatever runs side by side', async () => {
    const { table, close } = await openTable();
    try {
      await table.put(key, { n: 0 });
      const tries = Array.from({ length: 12 }, () => table.update(key, { set: { n: 1 } }, { equals: { n: 0 } }));
      const done = await Promise.allSettled(tries);
      expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    } finally {
      await close();
    }
  });
});
