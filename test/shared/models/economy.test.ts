import { afterEach, describe, expect, it } from 'vitest';
import { RunHandle } from '../../../shared/run/handle.ts';
import { readBudget } from '../../../shared/run/stops.ts';
import { keys } from '../../../shared/store/keys.ts';
import { MessagesServer, type MessagesServerOptions } from '../../support/messages-server/server.ts';
import { bench, chargesOf, invocation, noteRole, queryRole, retried, runnerAt, TEXT } from './harness.ts';

const servers: MessagesServer[] = [];
async function serve(options: MessagesServerOptions = {}): Promise<MessagesServer> {
  const server = await MessagesServer.start(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const economical = { economy: true };

describe('a batched call', () => {
  it('is waited for without a running function, at half the price', async () => {
    const server = await serve({ batchLooks: 2 });
    const { run } = await bench(economical);
    const runner = runnerAt(server.url);
    const { value, retries } = await retried(() => runner.run(noteRole, { text: TEXT }, invocation(run)));
    expect(retries).toEqual(['BatchPending', 'BatchPending', 'BatchPending']);
    expect(value.by).toBe('model');
    expect(server.calls).toHaveLength(1);
    const [charge] = await chargesOf(run);
    expect(charge).toMatchObject({ batch: true, status: 'ok' });
    expect(charge!.cost).toBeCloseTo((server.billed.input * 1 + server.billed.output * 5) / 1e6, 10);
    const budget = await readBudget(run);
    expect(budget.open).toEqual({});
    expect(budget.cost).toBeCloseTo(charge!.cost!, 12);
  });

  it('is found again by the attempt after a killed one, and not paid for twice', async () => {
    const server = await serve({ batchLooks: 0 });
    const { run } = await bench(economical);
    await expect(runnerAt(server.url).run(noteRole, { text: TEXT }, invocation(run))).rejects.toMatchObject({
      name: 'BatchPending',
    });
    await run.runtime.table.update(keys.meta(run.owner, run.slug), { set: { attempt: 2 } });
    const second = new RunHandle(run.runtime, { owner: run.owner, slug: run.slug, attempt: 2 });
    const note = await runnerAt(server.url).run(noteRole, { text: TEXT }, invocation(second));
    expect(note.by).toBe('model');
    expect(server.calls).toHaveLength(1);
    expect((await readBudget(run)).open).toEqual({});
  });

  it('that is late is called off and made directly; short roles are never batched', async () => {
    const server = await serve({ batchLooks: 1000 });
    const { run } = await bench(economical);
    const runner = runnerAt(server.url);
    const { value, retries } = await retried(() => runner.run(noteRole, { text: TEXT }, invocation(run)), 200);
    expect(value.by).toBe('model');
    expect(retries.length).toBeGreaterThan(100);
    expect(retries.length).toBeLessThan(120);
    expect(server.calls).toHaveLength(2);
    expect(server.cancelledBatches).toBe(1);
    expect(await runner.run(queryRole, { topic: 'attention' }, invocation(run, { step: 'x' }))).toContain('attention');
  });

  it.each(['expired', 'canceled', 'errored'] as const)(
    'that ended %s costs nothing and is made directly',
    async (end) => {
      const server = await serve({ batchLooks: 0, batchEnds: end });
      const { run } = await bench(economical);
      const runner = runnerAt(server.url);
      const { value } = await retried(() => runner.run(noteRole, { text: TEXT }, invocation(run)));
      expect(value.by).toBe('model');
      const charges = await chargesOf(run);
      expect(charges).toMatchObject([{ batch: false, status: 'ok' }]);
      const [, direct] = server.calls;
      expect(await readBudget(run)).toMatchObject({ used: direct!.input + direct!.output, calls: 1, open: {} });
    },
  );

  it('that the provider does not accept is answered by the twin', async () => {
    const server = await serve({ batchLooks: 0, batchEnds: 'invalid' });
    const { run } = await bench(economical);
    const runner = runnerAt(server.url);
    const { value } = await retried(() => runner.run(noteRole, { text: TEXT }, invocation(run)));
    expect(value.by).toBe('twin');
    expect((await readBudget(run)).open).toEqual({});
  });
});

describe('a run that ends before its batches', () => {
  const waiting = async (server: MessagesServer) => {
    const { run } = await bench(economical);
    const runner = runnerAt(server.url);
    for (const step of ['read.a', 'read.b']) {
      const asked = { text: `${step}. ${TEXT}` };
      await expect(runner.run(noteRole, asked, invocation(run, { step }))).rejects.toThrow(/has not ended/);
    }
    expect(Object.keys((await readBudget(run)).open)).toHaveLength(2);
    return { run, runner };
  };

  it('calls them off at the provider and closes the books, once', async () => {
    const server = await serve({ batchLooks: 1000 });
    const { run, runner } = await waiting(server);
    await runner.callOff(run);
    expect(server.cancelledBatches).toBe(2);
    const budget = await readBudget(run);
    expect(budget).toMatchObject({ open: {}, used: 0 });
    expect(budget.available).toBe(budget.total);
    await runner.callOff(run);
    expect(await chargesOf(run)).toEqual([]);
  });

  it('keeps and pays for what was answered in the meantime', async () => {
    const server = await serve({ batchLooks: 0, batchEnds: 'succeeded', batchCancels: false });
    const { run, runner } = await waiting(server);
    await runner.callOff(run);
    const charges = await chargesOf(run);
    expect(charges.map((row) => [row.status, row.batch])).toEqual([
      ['called-off', true],
      ['called-off', true],
    ]);
    expect(await readBudget(run)).toMatchObject({ open: {}, used: server.billed.input + server.billed.output });
    expect(await run.list('replies/')).toHaveLength(2);
  });

  it('ends all the same when the provider cannot be reached', async () => {
    const server = await serve({ batchLooks: 1000 });
    const { run, runner } = await waiting(server);
    await server.close();
    servers.splice(0);
    await expect(runner.callOff(run)).resolves.toBeUndefined();
  });
});
