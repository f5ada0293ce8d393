import { expect, it } from 'vitest';
import { warn } from '../../../shared/models/warnings.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { keys } from '../../../shared/store/keys.ts';
import { bench } from './harness.ts';

it('a warning is kept once, whoever says it at the same time, and none is lost', async () => {
  const { run } = await bench();
  await Promise.all(['a', 'b', 'a', 'c', 'b', 'd'].map((text) => warn(run, text)));
  expect([...(await run.meta()).warnings].sort()).toEqual(['a', 'b', 'c', 'd']);
});

it('an attempt that was taken over says nothing any more', async () => {
  const { run } = await bench();
  await run.runtime.table.update(keys.meta(run.owner, run.slug), { set: { attempt: 2 } });
  await warn(run, 'late');
  expect((await run.meta()).warnings).toEqual([]);
  await warn(new RunHandle(run.runtime, { owner: run.owner, slug: run.slug, attempt: 2 }), 'in time');
  expect((await run.meta()).warnings).toEqual(['in time']);
});
