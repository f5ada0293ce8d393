import { describe, expect, it } from 'vitest';
import { type CitanceSet, supportRows } from '../../../bench/evidence.ts';
import { loadStaticEmbedder } from '../../../shared/collate/embed/static.ts';
import { gunzipText, sharedFile } from './shared-data.ts';

const file = sharedFile('data/evidence/clscisumm18-task1a.json.gz');

describe.skipIf(file === null)('sentence support over citing sentences with gold spans', () => {
  it('prefers the right source and names gold sentences, on either half of the papers', () => {
    const rows = supportRows(JSON.parse(gunzipText(file!)) as CitanceSet, loadStaticEmbedder());
    for (const row of rows) console.log(`${row.set}: ${row.metric} ${row.ours.toFixed(4)}`);
    for (const row of rows.filter((r) => r.metric.startsWith('right'))) expect(row.ours).toBeGreaterThanOrEqual(0.94);
    for (const row of rows.filter((r) => r.metric === 'sentence F1')) expect(row.ours).toBeGreaterThan(0.159);
  });
});
