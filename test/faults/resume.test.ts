import { beforeAll, describe, expect, it } from 'vitest';
import { handler as intake } from '../../lambdas/intake/handler.ts';
import { withRuntime } from '../../lambdas/middleware/runtime.ts';
import { Conflict } from '../../shared/api/errors.ts';
import { AttemptFenced } from '../../shared/contracts/errors.ts';
import { type DoneStep, damagedSteps, placeOf } from '../../shared/run/damage.ts';
import { RunHandle } from '../../shared/run/handle.ts';
import { receipt, START } from '../../shared/run/receipt.ts';
import { runPk } from '../../shared/store/keys.ts';
import { faultRun, steered } from '../support/fault-run.ts';
import { copyOf, Fuse, fused, type MemoryStores } from '../support/faults.ts';
import { hastyAsl } from '../support/hostile.ts';
import { cloudOver } from '../support/pipeline.ts';
import { goOn, isClean, type Parts, type Reference, reference } from '../support/sweep.ts';

let stores: MemoryStores;
let parts: Parts;
let undisturbed: Reference;

beforeAll(async () => {
  const run = await faultRun({}, 5);
  ({ stores, parts } = run);
  undisturbed = await reference(stores, run.asked, parts);
});

/** The stores as a crash leaves them right after the first write of a name. */
async function cutAfter(pattern: RegExp): Promise<MemoryStores> {
  const writes = undisturbed.boundaries.findIndex((name) => pattern.test(name)) + 1;
  expect(writes).toBeGreaterThan(0);
  for await (const { stores: left } of undisturbed.journal.states(stores, [writes])) return left;
  throw new Error('no state');
}

describe('a resume', () => {
  it('is refused when the run is complete, and while it is executed', async () => {
    const cloud = await cloudOver(copyOf(stores), parts);
    const { slug } = await cloud.service.create(undisturbed.asked);
    const early = cloud.service.resume(slug);
    await expect(early).rejects.toBeInstanceOf(Conflict);
    await expect(early).rejects.toThrow(/still being executed \(attempt 1\)/);
    await cloud.ended(slug);
    await expect(cloud.service.resume(slug)).rejects.toThrow(/is complete/);
  });

  it('is given to one of many who ask at the same moment', async () => {
    const left = await cutAfter(/collation\.json/);
    const clouds = await Promise.all([1, 2, 3].map(() => cloudOver(left, parts)));
    const asked = await Promise.allSettled(clouds.map((cloud) => cloud.service.resume(undisturbed.slug)));
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await Promise.all(clouds.map((cloud) => cloud.ended(undisturbed.slug)));
    expect(await clouds[0]!.service.meta(undisturbed.slug)).toMatchObject({ status: 'complete', attempt: 2 });
  });

  it('goes on from a crash in a resume, and in the resume after that', async () => {
    const left = await cutAfter(/STEP#answer/);
    for (const operation of [5, 40]) {
      const dying = await cloudOver(fused(left, new Fuse({ operation, when: 'after' })), parts);
      await dying.service.resume(undisturbed.slug).catch(() => undefined);
      const { attempt } = await (await cloudOver(left, parts)).service.meta(undisturbed.slug);
      await dying.executionEnded(undisturbed.slug, attempt);
    }
    const verdict = await goOn(left, undisturbed, 'third attempt', parts);
    expect(isClean(verdict) ? '' : JSON.stringify(verdict)).toBe('');
  });

  it('goes on with a run that failed, once its cause is gone', async () => {
    const mine = copyOf(stores);
    const roles = steered({
      synthesize: () => {
        throw new Error('the writer is ill');
      },
    });
    const cloud = await cloudOver(mine, { roles });
    const { slug } = await cloud.service.create(undisturbed.asked);
    await cloud.ended(slug);
    expect(await cloud.service.meta(slug)).toMatchObject({
      status: 'failed',
      reason: 'failed: Error: the writer is ill',
    });
    const verdict = await goOn(mine, undisturbed, 'failed', parts);
    expect(isClean(verdict) ? '' : JSON.stringify(verdict)).toBe('');
  });

  it('works after the code has changed: other receipts, another state machine', async () => {
    const left = await cutAfter(/STEP#critique/);
    for (const row of await left.table.query({ pk: runPk('local', undisturbed.slug), prefix: 'STEP#' })) {
      const old = row.receipt as
        | { at: { round: number; tick: number }; next: string; items: []; nodes: [] }
        | undefined;
      if (!old) continue;
      const key = { pk: row.pk, sk: row.sk };
      // An older version knew fewer fields, and one that is no more.
      const { round, tick } = old.at;
      await left.table.update(key, {
        set: { receipt: { at: { round, tick }, next: old.next, items: old.items, nodes: old.nodes, colour: 'blue' } },
        remove: ['stage', 'wrote'],
      });
    }
    // One receipt says nothing to this version at all: its step is made again.
    await left.table.update(
      { pk: runPk('local', undisturbed.slug), sk: 'STEP#reads.1.1' },
      { set: { receipt: { version: 0 } } },
    );
    const changed = JSON.parse(hastyAsl()) as { States: Record<string, object & { Next?: string }> };
    changed.States.Pause = { Type: 'Pass', Next: 'Replan' } as never;
    changed.States.Critique!.Next = 'Pause';
    const verdict = await goOn(left, undisturbed, 'changed', { ...parts, asl: JSON.stringify(changed) });
    expect({ ...verdict, repeated: verdict.repeated.filter((id) => id !== 'reads.1.1') }).toMatchObject({
      identical: true,
      repeated: [],
      status: 'complete',
    });
  });
});

describe('a fenced attempt', () => {
  it('can write neither rows, nor files, nor steps, but may still store a reply that was paid for', async () => {
    const left = await cutAfter(/collation\.json/);
    const cloud = await cloudOver(left, parts);
    const old = new RunHandle(cloud.runtime, { owner: 'local', slug: undisturbed.slug, attempt: 1 });
    await cloud.service.resume(undisturbed.slug);
    await expect(old.write('plan.md', 'late')).rejects.toBeInstanceOf(AttemptFenced);
    await expect(old.changeMeta({ set: { reason: 'late' } })).rejects.toBeInstanceOf(AttemptFenced);
    await expect(old.event({ stage: 3, event: 'stage_complete' })).rejects.toBeInstanceOf(AttemptFenced);
    await old.write('replies/abc.json', '{}');
    const context = { getRemainingTimeInMillis: () => 1000 } as never;
    const event = { run: { owner: 'local', slug: undisturbed.slug, attempt: 1 }, op: 'ask' };
    await expect(withRuntime(cloud.runtime, () => intake(event, context))).rejects.toMatchObject({
      name: 'AttemptFenced',
    });
    await cloud.ended(undisturbed.slug);
    expect((await cloud.service.meta(undisturbed.slug)).status).toBe('complete');
  });
});

describe('damage', () => {
  const step = (id: string, stage: number, round: number, wrote: Record<string, number>): DoneStep => ({
    id,
    stage,
    receipt: receipt({ ...START, round, tick: 2 }, 'x'),
    wrote,
  });
  const at = (stage: number, round = 1) => ({ stage, round, tick: 2 });

  it('is what is missing or of another size, by the step that wrote it last', () => {
    const steps = [
      step('1.1.SQ1.library', 2, 1, { 'findings/a.md': 10 }),
      step('collate.1.1', 3, 1, { 'records.json': 5 }),
      step('collate.2.1', 3, 2, { 'records.json': 7 }),
    ];
    const sizes = new Map([['records.json', 7]]);
    expect(damagedSteps(steps, sizes, at(4, 2)).map(({ id }) => id)).toEqual(['1.1.SQ1.library']);
    const older = new Map([
      ['records.json', 5],
      ['findings/a.md', 10],
    ]);
    expect(damagedSteps(steps, older, at(4, 2)).map(({ id }) => id)).toEqual(['collate.2.1']);
  });

  it('is no file that may just be in the making, no projection, and nothing that is spent', () => {
    const steps = [
      step('collate.1.1', 3, 1, { 'records.json': 5, 'plan.md': 3 }),
      step('read.x', 4, 1, { 'replies/r.json': 9, 'drafts/d.json': 9 }),
    ];
    expect(damagedSteps(steps, new Map(), at(3, 2))).toEqual([]);
    // The next round's step has moved the cursor on and was cut off before it was done.
    expect(damagedSteps(steps, new Map(), at(4, 2), ['collate.2.1'])).toEqual([]);
    expect(damagedSteps(steps, new Map(), at(4, 2), ['critique.2.domain'])).toHaveLength(1);
  });

  it('sends the run back to where its step is made', () => {
    expect(placeOf(step('1.3.SQ1.library.r', 2, 1, {}))).toEqual({ stage: 2, round: 1, tick: 2 });
    expect(placeOf(step('1.4.SQ1.arxiv.more2', 2, 1, {}))).toEqual({ stage: 3, round: 1, tick: 3 });
    expect(placeOf(step('verify.1', 7, 2, {}))).toEqual({ stage: 7, round: 2, tick: 2 });
  });
});
