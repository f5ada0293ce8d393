import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import type { TranscriptRow } from '../../../shared/contracts/run.ts';
import { Synthesis } from '../../../shared/contracts/synthesis.ts';
import { costTable } from '../../../shared/models/cost-table.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { readBudget } from '../../../shared/run/stops.ts';
import { listEvents } from '../../../shared/run/transcript.ts';
import { Fuse, fused } from '../../support/faults.ts';
import { runToEnd, type Stores, storesWith } from '../../support/pipeline.ts';
import { asked, closeServers, cloudAt, HASTY, serve, textOf } from './bench.ts';
import { RECORDS } from './library.ts';

afterEach(closeServers);

const rowsOf = (stores: Stores, slug: string): Promise<TranscriptRow[]> => listEvents(stores.table, 'local', slug);

/** What came out cites only records of the run, and says nothing that an answer invented. */
async function expectHonest(cloud: EmbeddedCloud, slug: string): Promise<Synthesis> {
  const synthesis = Synthesis.parse(JSON.parse(await textOf(cloud, slug, 'synthesis.json')));
  const known = new Set(RECORDS.map((record) => (record as { id: string }).id));
  expect(synthesis.references.filter((id) => !known.has(id))).toEqual([]);
  expect(await textOf(cloud, slug, 'synthesis.md')).not.toMatch(/invented|10\.9999/);
  return synthesis;
}

describe('a run with models', () => {
  it('is answered by every role’s model, and adds up to the token', async () => {
    const server = await serve();
    const stores = await storesWith(RECORDS);
    const cloud = await cloudAt(stores, server.url);
    const slug = await runToEnd(cloud, asked());
    expect((await cloud.service.meta(slug)).status).toBe('complete');
    const synthesis = await expectHonest(cloud, slug);
    expect(synthesis.writer).toBe('model');
    const rows = await rowsOf(stores, slug);
    const table = costTable(rows);
    const roles = [
      'ambiguity',
      'answer',
      'contradictions',
      'decompose',
      'domain',
      'finding',
      'formulate',
      'methodology',
      'reader',
      'synthesize',
      'understand',
    ];
    expect(table.byRole.map((line) => line.name)).toEqual(expect.arrayContaining(roles));
    expect(rows.filter((row) => row.event === 'charged' && row.status !== 'ok')).toEqual([]);
    const budget = await readBudget(new RunHandle(cloud.runtime, { owner: 'local', slug, attempt: 1 }));
    expect(table.total).toMatchObject({ tokens: budget.used, calls: budget.calls });
    expect(table.total.tokens).toBe(server.billed.input + server.billed.output);
    expect(table.total.cost).toBeCloseTo(budget.cost, 10);
  });

  it('ends with a verified synthesis although half of its calls fail', async () => {
    const server = await serve({ rate: 0.5, seed: 'half' });
    const stores = await storesWith(RECORDS);
    const cloud = await cloudAt(stores, server.url, HASTY);
    const slug = await runToEnd(cloud, asked());
    expect((await cloud.service.meta(slug)).status).toBe('complete');
    await expectHonest(cloud, slug);
    expect(server.calls.filter((call) => call.fault !== null).length).toBeGreaterThan(10);
  });

  it('stops at its budget with what it has, and says so', async () => {
    const server = await serve();
    const stores = await storesWith(RECORDS);
    const cloud = await cloudAt(stores, server.url);
    const slug = await runToEnd(cloud, asked({ budget: 25_000 }));
    expect(await cloud.service.meta(slug)).toMatchObject({ status: 'partial', reason: 'budget' });
    const synthesis = await expectHonest(cloud, slug);
    expect(synthesis.partial).not.toBeNull();
    expect(server.billed.input + server.billed.output).toBeLessThanOrEqual(25_000);
  });

  it('cancelled while it waits for batches calls them off at the provider', async () => {
    const server = await serve({ batchLooks: 1_000_000 });
    const stores = await storesWith(RECORDS);
    const cloud = await cloudAt(stores, server.url);
    const { slug } = await cloud.service.create(asked({ economy: true }));
    const run = new RunHandle(cloud.runtime, { owner: 'local', slug, attempt: 1 });
    const batches = async () =>
      Object.keys((await readBudget(run)).open).filter((id) => id.startsWith('batch.')).length;
    while ((await batches()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await cloud.service.cancel(slug);
    await cloud.ended(slug);
    expect((await cloud.service.meta(slug)).status).toBe('cancelled');
    expect(server.cancelledBatches).toBeGreaterThan(0);
    expect((await readBudget(run)).open).toEqual({});
    await expectHonest(cloud, slug);
  });

  it('killed in the middle of its calls repeats at most those', async () => {
    const stores = await storesWith(RECORDS);
    const fuse = new Fuse(null);
    let stalled = 0;
    // The eleventh call and those beside it hang; the process is killed while they do.
    const server = await serve({
      script: (nth) => {
        if (nth <= 10 || fuse.dead) return null;
        stalled++;
        return 'stall';
      },
    });
    const first = await cloudAt(fused(stores, fuse), server.url);
    const { slug } = await first.service.create(asked());
    while (stalled === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    fuse.dead = true;
    const inFlight = stalled;
    const before = server.calls.length;
    const second = await cloudAt(stores, server.url);
    await second.service.resume(slug);
    await second.ended(slug);
    expect((await second.service.meta(slug)).status).toBe('complete');
    await expectHonest(second, slug);
    const bodies = server.calls.map((call) => JSON.stringify(call.request));
    const repeated = bodies.slice(before).filter((body) => bodies.slice(0, before).includes(body));
    expect(repeated.length).toBeLessThanOrEqual(inFlight);
    expect(inFlight).toBeLessThanOrEqual(5);
    const budget = await readBudget(new RunHandle(second.runtime, { owner: 'local', slug, attempt: 2 }));
    expect(budget.open).toEqual({});
    expect(budget.available + budget.used).toBe(budget.total);
  });
});
