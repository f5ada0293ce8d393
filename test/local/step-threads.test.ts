import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Engine } from '../../local/cloud/engine.ts';
import { openServer } from '../../local/cloud/http.ts';
import { invoke } from '../../local/cloud/invoke.ts';
import { StepThreads } from '../../local/cloud/step-threads.ts';
import { claimToken } from '../../shared/run/step.ts';
import { keys } from '../../shared/store/keys.ts';
import { MemoryTable } from '../../shared/store/memory.ts';
import { makeWorld, request, served } from '../shared/api/fakes.ts';
import { SILENT } from '../support/pipeline.ts';
import { BUSY, LET_GO } from '../support/threads/flags.ts';

const ENTRY = new URL('../support/threads/entry.ts', import.meta.url);
let flags: Int32Array;
let table: MemoryTable;
let woken: unknown[];
let threads: StepThreads;

beforeEach(() => {
  flags = new Int32Array(new SharedArrayBuffer(8));
  table = new MemoryTable();
  woken = [];
  threads = open(1);
});
afterEach(() => threads.close());

const open = (most: number) =>
  new StepThreads({
    entry: ENTRY,
    data: { shared: flags },
    most,
    table,
    tokens: { succeed: async (token, output) => void woken.push([token, output]) },
  });

interface Answer {
  readonly name: string;
  readonly threadId: number;
}

const step = (does: string, run = 'r') => ({ run: { owner: 'local', slug: run, attempt: 1 }, item: { id: does } });
const call = (does: string, run = 'r', seconds = 60) =>
  invoke(threads.handler('ReaderFunction')!, 'ReaderFunction', step(does, run), seconds) as Promise<Answer>;
/** Resolves when the thread is in its loop and hears nothing. */
const busy = async () => {
  const waited = Atomics.waitAsync(flags, BUSY, 0);
  if (waited.async) await waited.value;
};

describe('a step in a thread', () => {
  it('is given its input, its request and its time, and what it throws keeps its name', async () => {
    expect(await call('go')).toMatchObject({
      name: 'ReaderFunction',
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(call('fail')).rejects.toMatchObject({ name: 'Busy', message: expect.stringContaining('no luck') });
    await call('wake');
    expect(woken).toEqual([['t', { answer: 'x' }]]);
  });

  it('keeps nobody waiting who asks the owner how the run is', async () => {
    const world = makeWorld();
    const { slug } = await world.service('local').create(request('streams'));
    const server = await openServer(served(world), 'token');
    const heavy = call('spin');
    await busy();
    // The loop ends only after the answer is here: were it in the way, neither would ever end.
    const answer = await fetch(`http://127.0.0.1:${server.port}/runs/${slug}`, {
      headers: { authorization: 'Bearer token' },
    });
    expect(await answer.json()).toMatchObject({ slug });
    Atomics.store(flags, LET_GO, 1);
    expect(await heavy).toMatchObject({ name: 'ReaderFunction' });
    await server.close();
  });

  it('past its time is ended, and the run goes on by its catch', async () => {
    const engine = new Engine(
      JSON.stringify({
        StartAt: 'A',
        States: {
          A: {
            Type: 'Task',
            Resource: 'arn:aws:states:::lambda:invoke',
            Parameters: { FunctionName: '${ReaderFunction}', Payload: step('spin') },
            TimeoutSeconds: 1,
            Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: '$.error', Next: 'B' }],
            End: true,
          },
          B: {
            Type: 'Task',
            Resource: 'arn:aws:states:::lambda:invoke',
            Parameters: { FunctionName: '${ReaderFunction}', Payload: step('go') },
            TimeoutSeconds: 60,
            End: true,
          },
        },
      }),
      { ReaderFunction: threads.handler('ReaderFunction')! },
    );
    const { ended } = engine.start('e', {}, { log: SILENT } as never);
    expect(await ended).toEqual({ status: 'succeeded', cause: null });
  });
});

describe('a thread that is lost', () => {
  it('fails each of its steps by a name, and each is made again in a thread of its own', async () => {
    const { threadId } = await call('go');
    const [waiting, crashed] = [call('wait'), call('crash')];
    await expect(crashed).rejects.toMatchObject({
      name: 'Runtime.ExitError',
      message: expect.stringContaining('torn'),
    });
    await expect(waiting).rejects.toMatchObject({ name: 'Runtime.ExitError' });
    const next = await call('go');
    expect(next.threadId).not.toBe(threadId);
    // The step that ended its thread ends its own now; its neighbours are not there.
    const beside = call('spin', 'other');
    await busy();
    await expect(call('crash')).rejects.toMatchObject({ name: 'Runtime.ExitError' });
    Atomics.store(flags, LET_GO, 1);
    expect(await beside).toMatchObject({ threadId: next.threadId });
  });

  it('gives back what its steps had claimed, and nothing else', async () => {
    const claimed = (id: string, invocation: string) =>
      table.put(keys.step('local', 'r', id), { status: 'running', token: claimToken(1, invocation), lease: 9e15 });
    const lost = invoke(
      async (event, context) => {
        await claimed('mine', context.awsRequestId);
        await claimed('other', 'somebody-else');
        return threads.handler('ReaderFunction')!(event, context);
      },
      'ReaderFunction',
      step('crash'),
      60,
    );
    await expect(lost).rejects.toMatchObject({ name: 'Runtime.ExitError' });
    expect(await table.get(keys.step('local', 'r', 'mine'))).toMatchObject({ lease: 0 });
    expect(await table.get(keys.step('local', 'r', 'other'))).toMatchObject({ lease: 9e15 });
  });
});

it('the steps of a run share a thread, those of another run have another one', async () => {
  await threads.close();
  threads = open(2);
  const [first, second] = [call('spin', 'a'), call('go', 'a')];
  const other = await call('go', 'b');
  Atomics.store(flags, LET_GO, 1);
  const of = [await first, await second].map(({ threadId }) => threadId);
  expect(of[0]).toBe(of[1]);
  expect(other.threadId).not.toBe(of[0]);
});
