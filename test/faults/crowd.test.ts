import { expect, it } from 'vitest';
import { runPk } from '../../shared/store/keys.ts';
import { faultRun, steered } from '../support/fault-run.ts';
import { copyOf } from '../support/faults.ts';
import { cloudOver, deterministic } from '../support/pipeline.ts';
import { reference, repeatedSteps } from '../support/sweep.ts';

const RUNS = 50;

it(`${RUNS} runs at once in one home do not meet: each has what it has alone, and no row is lost`, async () => {
  const { stores, asked } = await faultRun({ depth: 'quick' }, 5);
  const alone = await reference(stores, asked, { roles: steered() });
  const mine = copyOf(stores);
  const cloud = await cloudOver(mine, { roles: steered() });
  const created = await Promise.all(Array.from({ length: RUNS }, () => cloud.service.create(asked)));
  const slugs = created.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(RUNS);
  await Promise.all(slugs.map((slug) => cloud.ended(slug)));

  const { runs } = await cloud.service.list();
  expect(runs.map((run) => run.slug).sort()).toEqual([...slugs].sort());
  expect(runs.every((run) => run.status === 'complete')).toBe(true);
  for (const slug of slugs) {
    const found = await deterministic(cloud, slug);
    expect([...found.keys()]).toEqual([...alone.artefacts.keys()]);
    // The name of the run is in its files, and nothing else differs.
    for (const [path, text] of found) expect(text.replaceAll(slug, alone.slug)).toBe(alone.artefacts.get(path));
    const { rows } = await cloud.service.transcript(slug, 0, 10_000);
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, n) => n + 1));
    expect(repeatedSteps(rows)).toEqual([]);
    const own = await mine.table.query({ pk: runPk('local', slug), prefix: 'EV#' });
    expect(own).toHaveLength(rows.length);
  }
  const index = new TextDecoder().decode(await mine.blobs.get('INDEX.md'));
  for (const slug of slugs) expect(index).toMatch(new RegExp(`\\| ${slug} \\|.*\\| complete \\|`));
});
