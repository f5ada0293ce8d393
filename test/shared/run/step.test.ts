import { beforeEach, describe, expect, it } from 'vitest';
import { AttemptFenced, StepInProgress } from '../../../shared/contracts/errors.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { receipt, START } from '../../../shared/run/receipt.ts';
import { claimStep, finishStep, releaseStep, reopenStep } from '../../../shared/run/step.ts';
import type { Runtime } from '../../../shared/runtime.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';

let wall: number;
let table: MemoryTable;
const LEASE = 1000;

function attempt(n: number): RunHandle {
  const runtime = {
    table,
    blobs: new MemoryBlobs(),
    clock: { now: () => new Date(0), wall: () => wall },
    rootOf: (_: string, slug: string) => `runs/${slug}`,
  } as unknown as Runtime;
  return new RunHandle(runtime, { owner: 'local', slug: 't-2026-11-30', attempt: n });
}

beforeEach(() => {
  wall = 1_000_000;
  table = new MemoryTable();
});

describe('claiming a step', () => {
  it('is given to one delivery only, until the lease is over', async () => {
    expect(await claimStep(attempt(1), 's', LEASE, 'a')).toEqual({ kind: 'mine', token: 'a' });
    await expect(claimStep(attempt(1), 's', LEASE, 'b')).rejects.toBeInstanceOf(StepInProgress);
    wall += LEASE + 1;
    expect(await claimStep(attempt(1), 's', LEASE, 'c')).toEqual({ kind: 'mine', token: 'c' });
  });

  it('lets exactly one of many simultaneous deliveries through', async () => {
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => claimStep(attempt(1), 's', LEASE, `t${i}`)),
    );
    expect(claims.filter((claim) => claim.status === 'fulfilled')).toHaveLength(1);
  });

  it('goes to a later attempt at once, and never back', async () => {
    await claimStep(attempt(1), 's', LEASE, 'a');
    expect((await claimStep(attempt(2), 's', LEASE, 'b')).kind).toBe('mine');
    await expect(claimStep(attempt(1), 's', LEASE, 'c')).rejects.toBeInstanceOf(AttemptFenced);
    await expect(finishStep(attempt(1), 's', 'a', receipt(START, 'x'))).rejects.toBeInstanceOf(AttemptFenced);
  });

  it('answers with the stored receipt once it is done, for every attempt', async () => {
    const done = receipt({ ...START, tick: 3 }, 'next', { items: [{ id: 'x' }] });
    await claimStep(attempt(1), 's', LEASE, 'a');
    await finishStep(attempt(1), 's', 'a', done);
    expect(await claimStep(attempt(4), 's', LEASE, 'b')).toEqual({ kind: 'done', receipt: done });
  });

  it('goes on with a call that waits, within its attempt only', async () => {
    await claimStep(attempt(1), 's', LEASE, 'a');
    await releaseStep(attempt(1), 's', 'a', 990_000);
    expect(await claimStep(attempt(1), 's', LEASE, 'b')).toEqual({ kind: 'mine', token: 'b', since: 990_000 });
    await releaseStep(attempt(1), 's', 'b', 990_000);
    expect(await claimStep(attempt(2), 's', LEASE, 'c')).toEqual({ kind: 'mine', token: 'c' });
    await releaseStep(attempt(2), 's', 'c');
    expect(await claimStep(attempt(2), 's', LEASE, 'd')).toEqual({ kind: 'mine', token: 'd' });
  });

  it('is free again at once when a failed delivery gives it back', async () => {
    await claimStep(attempt(1), 's', LEASE, 'a');
    await releaseStep(attempt(1), 's', 'a');
    wall += 1;
    expect((await claimStep(attempt(1), 's', LEASE, 'b')).kind).toBe('mine');
    await expect(releaseStep(attempt(1), 's', 'a')).resolves.toBeUndefined();
    await expect(claimStep(attempt(1), 's', LEASE, 'c')).rejects.toBeInstanceOf(StepInProgress);
  });

  it('can be reopened when its artefact is damaged', async () => {
    await claimStep(attempt(1), 's', LEASE, 'a');
    await finishStep(attempt(1), 's', 'a', receipt(START, 'x'));
    await reopenStep(attempt(1), 's');
    expect((await claimStep(attempt(1), 's', LEASE, 'b')).kind).toBe('mine');
  });
});

describe('a fenced attempt', () => {
  it('cannot change a row, append to the transcript or move the cursor', async () => {
    const [old, now] = [attempt(1), attempt(2)];
    const meta = { pk: 'RUN#local#t-2026-11-30', sk: 'META' };
    await table.put(meta, { seq: 0, attempt: 2 });
    await table.put({ ...meta, sk: 'CURSOR' }, { stage: 2, round: 1, tick: 0, attempt: 2 });
    await expect(old.fenced({ ...meta, sk: 'META' }, { set: { papers: 1 } })).rejects.toBeInstanceOf(AttemptFenced);
    await expect(old.event({ stage: 0, event: 'skipped' })).rejects.toBeInstanceOf(AttemptFenced);
    await expect(old.advance({ stage: 3, round: 1, tick: 0 })).rejects.toBeInstanceOf(AttemptFenced);
    await now.event({ stage: 0, event: 'skipped' });
    await now.advance({ stage: 3, round: 1, tick: 0 });
    expect(await now.cursor()).toEqual({ stage: 3, round: 1, tick: 0, attempt: 2 });
  });

  it('never moves the cursor backwards within a round', async () => {
    const run = attempt(1);
    await table.put({ pk: 'RUN#local#t-2026-11-30', sk: 'CURSOR' }, { stage: 4, round: 1, tick: 2, attempt: 1 });
    await run.advance({ stage: 3, round: 1, tick: 2 });
    expect((await run.cursor()).stage).toBe(4);
    await run.advance({ stage: 2, round: 2, tick: 0 });
    expect(await run.cursor()).toMatchObject({ stage: 2, round: 2, tick: 0 });
  });
});
