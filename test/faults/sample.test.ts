import { beforeAll, describe, expect, it } from 'vitest';
import { faultRun } from '../support/fault-run.ts';
import type { MemoryStores } from '../support/faults.ts';
import { crashAt, goOn, isClean, type Parts, type Reference, reference } from '../support/sweep.ts';

/** Boundaries tried: most as the stores that a crash there leaves, some as a crash of the process itself. */
const [SAMPLE, CRASHES] = [50, 6];
let stores: MemoryStores;
let parts: Parts;
let undisturbed: Reference;

beforeAll(async () => {
  const run = await faultRun({}, 5);
  ({ stores, parts } = run);
  undisturbed = await reference(stores, run.asked, parts);
});

/** Spread from the first write to the last. */
const spread = (count: number): number[] =>
  Array.from({ length: count }, (_, n) => 1 + Math.floor((n * (undisturbed.boundaries.length - 1)) / (count - 1)));

describe('a crash', () => {
  it('has boundaries in every stage to fall on, a replan included', () => {
    const steps = undisturbed.steps.join(' ');
    for (const part of [
      'intake.goal',
      'plan.commit',
      'tick.1.1',
      '1.1.SQ1.library',
      'answer.SQ1',
      'collate.1.1',
      'read.',
      'critique.1.domain',
      'replan.1',
      'tick.2.1',
      'write.1',
      'verify.1',
      'present',
    ]) {
      expect(steps).toContain(part);
    }
    expect(undisturbed.boundaries.length).toBeGreaterThan(300);
  });

  it(`leaves at any of ${SAMPLE} boundaries what a resume makes the same run of, without repeating a step`, async () => {
    const bad: string[] = [];
    let tried = 0;
    for await (const { writes, stores: left } of undisturbed.journal.states(stores, spread(SAMPLE))) {
      const verdict = await goOn(left, undisturbed, `after ${writes} ${undisturbed.boundaries[writes - 1]}`, parts);
      tried++;
      if (!isClean(verdict)) bad.push(JSON.stringify(verdict));
    }
    expect(bad).toEqual([]);
    expect(tried).toBe(SAMPLE);
  }, 180_000);

  it('of a process in the middle of a write leaves no more than that', async () => {
    const bad: string[] = [];
    for (const [n, operation] of spread(CRASHES).entries()) {
      const point = { operation, when: n % 2 === 0 ? 'before' : 'after' } as const;
      const verdict = await crashAt(stores, undisturbed, point, parts);
      if (!isClean(verdict)) bad.push(JSON.stringify(verdict));
    }
    expect(bad).toEqual([]);
  }, 180_000);
});
