import { beforeAll, describe, expect, it } from 'vitest';
import { faultRun } from '../support/fault-run.ts';
import type { MemoryStores } from '../support/faults.ts';
import { isClean, type Parts, type Reference, reference, type Verdict } from '../support/sweep.ts';
import { clockJumps, diskFull, lost, takenOver, throttled, torn, twice } from './full/in-process.ts';

let stores: MemoryStores;
let parts: Parts;
let undisturbed: Reference;

beforeAll(async () => {
  const run = await faultRun({}, 5);
  ({ stores, parts } = run);
  undisturbed = await reference(stores, run.asked, parts);
});

const expectClean = (verdict: Verdict) => expect(isClean(verdict) ? '' : JSON.stringify(verdict)).toBe('');

describe('every invocation delivered twice', () => {
  it.each(['together', 'after', 'late'] as const)('%s changes nothing', async (how) => {
    const { verdict, count } = await twice(stores, undisturbed, parts, how);
    expectClean(verdict);
    expect(count).toBeGreaterThan(40);
  });
});

describe('an invocation that never answers', () => {
  it.each([
    ['collate', 'within'],
    ['read', 'before'],
    ['decide', 'after'],
  ] as const)('of %s, lost %s, is made again in its time', async (op, how) => {
    const outcome = await lost(stores, undisturbed, parts, op, how);
    expect(outcome.lost).toBe(true);
    expectClean(outcome.verdict);
  });
});

describe('the stores', () => {
  it.each([
    [0.02, 1],
    [0.1, 4],
  ])('busy for %f of all operations are asked again, or the run is resumed', async (share, seed) => {
    const { verdict, refused } = await throttled(stores, undisturbed, parts, share, seed);
    expectClean(verdict);
    expect(refused).toBeGreaterThan(0);
  });

  it.each([9, 25])(
    'full from file %d stop the run with that reason, and it goes on when there is room',
    async (from) => {
      const { verdict, refused, reason } = await diskFull(stores, undisturbed, parts, from);
      expectClean(verdict);
      expect(refused).toBeGreaterThan(0);
      expect(reason).toMatch(/^failed: StoreUnavailable: .*(the disk is full|stores could not be written)/);
    },
  );

  it.each([
    [/^findings\/.*SQ1/, 'half'],
    [/^papers\//, 'half'],
    [/^texts\//, 'gone'],
    [/^records\.json/, 'half'],
    [/^analysis\/domain-map/, 'empty'],
    [/^synthesis\.md/, 'half'],
    [/^plan\.md/, 'half'],
    [/^references\.bib/, 'gone'],
  ] as const)('that tore %s have it made again (%s)', async (pattern, how) => {
    const path = [...undisturbed.artefacts.keys()].find((one) => pattern.test(one))!;
    const close = undisturbed.boundaries.findIndex((name) => name.includes('transcript.jsonl'));
    for await (const { stores: left } of undisturbed.journal.states(stores, [close])) {
      expectClean(await torn(left, undisturbed, parts, path, how));
    }
  });
});

describe('clocks', () => {
  it.each([[[0, -2, 0, 3]]])('that jump by %j hours change nothing', async (hours) => {
    expectClean(await clockJumps(stores, undisturbed, parts, hours));
  });
});

describe('an attempt that is believed dead and goes on', () => {
  it.each([4, 30])('is fenced from invocation %d on, and writes nothing more', async (nth) => {
    const { verdict, late, taken } = await takenOver(stores, undisturbed, parts, nth);
    expect(taken).toBe(true);
    expect(late).toBe(0);
    // What the first attempt had in its hands is executed by the second too.
    expect({ identical: verdict.identical, differences: verdict.differences, status: verdict.status }).toEqual({
      identical: true,
      differences: [],
      status: 'complete',
    });
  });
});
