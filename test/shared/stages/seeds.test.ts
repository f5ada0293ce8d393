import { expect, it } from 'vitest';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import { SourceBusy } from '../../../shared/sources/errors.ts';
import type { StepContext } from '../../../shared/stages/context.ts';
import { seedPapers } from '../../../shared/stages/seeds.ts';

const ABSTRACT = 'Bounded queues keep the latency of a stream processor low when it is overloaded.';
const paper = (id: string, more: Partial<PaperRecord> = {}): PaperRecord => ({
  ...blankRecord(id, 'scholarly'),
  title: id,
  abstract: ABSTRACT,
  year: 2020,
  ...more,
});
const HELD = paper('doi:10.1/held', { source: 'library' });
const goalOf = (seeds: readonly string[], more: Partial<Goal> = {}) =>
  ({
    seed_papers: seeds,
    exclude: [],
    offline: false,
    time_horizon: { from: '2015', to: '2026', rule: 'preferred' },
    ...more,
  }) as unknown as Goal;

type Answer = { papers: PaperRecord[]; absent: string[]; unchecked: string[] };
/** A step over a run that remembers its files; `asked` has what the registers were asked for. */
function stepOver(answer: Answer | Error | null) {
  const files = new Map<string, unknown>();
  const asked: string[][] = [];
  const live = answer && {
    seeds: async (ids: string[]) => {
      asked.push(ids);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const step = {
    remainingMs: () => 60_000,
    run: {
      meta: async () => ({ request: { library: null } }),
      exists: async (path: string) => files.has(path),
      readJson: async (path: string) => files.get(path),
      writeJson: async (path: string, value: unknown) => void files.set(path, value),
    },
    runtime: {
      live,
      clock: { wall: () => 0 },
      library: async () => ({ get: async (id: string) => (id === HELD.id ? HELD : undefined) }),
    },
  } as unknown as StepContext;
  return { step, asked };
}

it('takes seed papers that no search brought from the library, then from the registers, and asks once', async () => {
  const far = paper('arxiv:2401.00017');
  const { step, asked } = stepOver({ papers: [far], absent: ['arxiv:9999.99999'], unchecked: ['doi:10.1/slow'] });
  const goal = goalOf(['doi:10.1/found', HELD.id, far.id, 'arxiv:9999.99999', 'doi:10.1/slow']);
  const seeds = await seedPapers(step, goal, [{ id: 'x:1', ids: ['doi:10.1/found'] }]);
  expect(seeds.papers.map(({ id }) => id)).toEqual([HELD.id, far.id]);
  expect(seeds.notes).toEqual([
    expect.stringMatching(/arxiv:9999\.99999 was not found in any register/),
    expect.stringMatching(/doi:10\.1\/slow could not be looked for/),
  ]);
  expect(asked).toEqual([[far.id, 'arxiv:9999.99999', 'doi:10.1/slow']]);
  await seedPapers(step, goalOf([HELD.id, far.id]), []);
  expect(asked).toHaveLength(1);
});

it('says of a seed paper that it could not be had, offline or while the registers are busy', async () => {
  const offline = await seedPapers(stepOver(null).step, goalOf(['arxiv:1'], { offline: true }), []);
  expect(offline.notes).toEqual([
    'The seed paper arxiv:1 was not found: the library does not have it, and the run was offline.',
  ]);
  const busy = await seedPapers(stepOver(new SourceBusy('arxiv', 9000)).step, goalOf(['arxiv:1']), []);
  expect(busy.notes[0]).toMatch(/could not be looked for/);
});

it('keeps to the time horizon and to what is excluded', async () => {
  const old = paper('arxiv:1', { year: 1999 });
  const horizon = { from: '2015', to: '2026', rule: 'hard' } as const;
  const { step } = stepOver({ papers: [old], absent: [], unchecked: [] });
  const seeds = await seedPapers(step, goalOf(['arxiv:1', HELD.id], { time_horizon: horizon, exclude: [HELD.id] }), []);
  expect(seeds.papers).toEqual([]);
  expect(seeds.notes).toEqual(['The seed paper arxiv:1 was left out: it is not within the time horizon.']);
});
