import { beforeAll, describe, expect, it } from 'vitest';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import type { CrashPoint } from '../support/faults.ts';
import { request, storesWith } from '../support/pipeline.ts';
import { smallLibrary } from '../support/small-library.ts';
import { crashAt, type Reference, reference } from '../support/sweep.ts';

const SAMPLE = 50;
const asked = request('Raft vs Paxos');
const embedder = loadStaticEmbedder();
let stores: Awaited<ReturnType<typeof storesWith>>;
let undisturbed: Reference;

beforeAll(async () => {
  stores = await storesWith(smallLibrary());
  undisturbed = await reference(stores, asked, embedder);
});

describe('a crash', () => {
  it('has boundaries in every stage to fall on', () => {
    const steps = undisturbed.steps.join(' ');
    for (const part of ['intake.goal', 'plan.commit', 'tick.1.1', '1.1.SQ1.library', 'answer.SQ1', 'collate.1.1', 'read.', 'critique.1.domain', 'write.1', 'verify.1', 'present']) {
      expect(steps).toContain(part);
    }
    expect(undisturbed.boundaries.length).toBeGreaterThan(300);
  });

  it(`at any of ${SAMPLE} boundaries leaves a run that ends with the same artefacts and repeats no step`, { timeout: 120_000 }, async () => {
    const points: CrashPoint[] = Array.from({ length: SAMPLE }, (_, n) => ({
      operation: 1 + Math.floor((n * (undisturbed.boundaries.length - 1)) / (SAMPLE - 1)),
      when: n % 2 === 0 ? 'before' : 'after',
    }));
    const bad: string[] = [];
    for (const point of points) {
      const verdict = await crashAt(stores, asked, undisturbed, point, embedder);
      if (!verdict.identical || verdict.repeated.length > 0 || verdict.status !== 'complete') bad.push(JSON.stringify(verdict));
    }
    expect(bad).toEqual([]);
  });
});
