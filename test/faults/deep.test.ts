import { beforeAll, describe, expect, it } from 'vitest';
import { deepRun } from '../support/deep-run.ts';
import { type FaultRun, faultRun } from '../support/fault-run.ts';
import { goOn, isClean, type Reference, reference } from '../support/sweep.ts';

const SAMPLE = 5;
let run: FaultRun;
let deep: Reference;

beforeAll(async () => {
  run = await deepRun();
  deep = await reference(run.stores, run.asked, run.parts);
});

describe('the deep run that faults fall on', () => {
  it('is not the standard one: more rounds, ticks and waves, and every boundary of its own', async () => {
    const other = await faultRun();
    const standard = await reference(other.stores, other.asked, other.parts);
    const count = (of: Reference, pattern: RegExp) => of.steps.filter((id) => pattern.test(id)).length;
    for (const pattern of [/^tick/, /^collate/, /^reads/, /^read\./, /^critique/, /^replan/]) {
      expect(count(deep, pattern), String(pattern)).toBeGreaterThan(count(standard, pattern));
    }
    expect(deep.boundaries.length).toBeGreaterThan(1.5 * standard.boundaries.length);
  });

  it('searches three times, replans three times, and reads in waves of five until nothing is left to read', () => {
    const rows = [...deep.rows].filter(([key]) => key.startsWith('REV#')).map(([, row]) => row);
    expect(rows.map((row) => /"decision","(\w+)"/.exec(row)?.[1])).toEqual(['widen', 'widen', 'deepen']);
    const waves = (round: number) => deep.steps.filter((id) => id.startsWith(`reads.${round}.`)).length - 1;
    expect([1, 2, 3, 4].map(waves)).toEqual([4, 1, 1, 1]);
  });

  it('takes at most four nodes a tick, in plan order, and none before those it depends on', () => {
    const ticks = [1, 2, 3, 4].map((tick) =>
      deep.steps.filter((id) => new RegExp(`^1\\.${tick}\\.SQ\\d+\\.library$`).test(id)).map((id) => id.split('.')[2]),
    );
    expect(ticks).toEqual([['SQ1', 'SQ2', 'SQ3', 'SQ4'], ['SQ5', 'SQ6'], ['SQ7'], ['SQ8']]);
  });

  it(`ends the same from ${SAMPLE} boundaries in all of its rounds`, async () => {
    const last = deep.boundaries.length - 1;
    const wanted = Array.from({ length: SAMPLE }, (_, n) => 1 + Math.floor((n * (last - 1)) / (SAMPLE - 1)));
    const bad: string[] = [];
    for await (const { writes, stores } of deep.journal.states(run.stores, wanted)) {
      const verdict = await goOn(stores, deep, `after ${writes} ${deep.boundaries[writes - 1]}`, run.parts);
      if (!isClean(verdict)) bad.push(JSON.stringify(verdict));
    }
    expect(bad).toEqual([]);
  }, 120_000);
});
