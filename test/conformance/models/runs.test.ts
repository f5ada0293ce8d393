import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODES } from '../../../shared/contracts/run.ts';
import { modelRun } from '../../support/model-run.ts';

const library = join(resolve(process.env.PLUMBLINE_SHARED ?? '../shared'), 'data/corpus/acl-978-full.jsonl.gz');
const topic = 'part-of-speech tagging with neural networks and Markov models';

describe.skipIf(!existsSync(library)).each(['standard', 'deep'] as const)('a %s model run on full papers', (depth) => {
  it.each([0, 0.05, 0.2, 0.5])('is honest when a share of %f of its calls fails', async (rate) => {
    const run = await modelRun({ library, topic, depth, rate });
    expect(run).toMatchObject({ errors: [], open: 0, synthesis: { unknown: [], invented: [] } });
    expect(['complete', 'partial']).toContain(run.meta.status);
    expect(run.table.total.tokens).toBeLessThanOrEqual(MODES[depth].tokens);
    if (rate > 0) return;
    expect(run.missing).toEqual([]);
    expect(run.meta.status).toBe('complete');
    if (depth === 'standard') expect(run.table.total.input).toBeLessThanOrEqual(400_000);
    const share = run.estimate.tokens.expected / run.table.total.tokens;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(2);
  });
});
