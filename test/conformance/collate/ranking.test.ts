import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rankingRows } from '../../../bench/ranking.ts';
import type { BenchRow } from '../../../bench/row.ts';

const data = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'data');
const present = existsSync(resolve(data, 'ranking'));
if (!present) console.warn(`no ranking sets under ${data}: skipped`);

describe.skipIf(!present)('ranking on the public sets', () => {
  let rows: BenchRow[] = [];
  beforeAll(async () => {
    rows = await rankingRows(data);
  });

  it('hybrid and dense beat their baselines and reach the targets on every set; BM25 is no worse than the known one', () => {
    expect(rows).toHaveLength(9);
    for (const row of rows) {
      const figure = `${row.set} ${row.metric}`;
      expect(row.ours, figure).toBeGreaterThanOrEqual(row.target!);
      if (!row.metric.endsWith('bm25')) expect(row.ours, figure).toBeGreaterThan(row.baseline!);
    }
  });

  it('hybrid beats our own BM25 on every set', () => {
    for (const set of new Set(rows.map((row) => row.set))) {
      const figure = (mode: string) => rows.find((row) => row.set === set && row.metric === `nDCG@10 ${mode}`)!.ours;
      expect(figure('hybrid'), set).toBeGreaterThan(figure('bm25'));
    }
  });
});
