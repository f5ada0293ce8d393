import { beforeAll, describe, expect, it } from 'vitest';
import type { DomainMap } from '../../shared/contracts/analysis.ts';
import type { Depth } from '../../shared/contracts/enums.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import { fromPlaces } from '../support/deep-run.ts';
import { faultRun, MISSING, steered } from '../support/fault-run.ts';
import { copyOf, type MemoryStores } from '../support/faults.ts';
import { cloudOver, runToEnd, storesWith } from '../support/pipeline.ts';
import type { Steer } from '../support/steered-roles.ts';

let stores: MemoryStores;
let asked: RunRequest;

beforeAll(async () => {
  ({ stores, asked } = await faultRun({}, 12));
});

const decoder = new TextDecoder();

/** Runs with a domain critic that says what it is told to, and gives what came of it. */
async function run(domain: Steer, depth: Depth, formulate: Steer = (answer) => answer, from = stores) {
  const cloud = await cloudOver(copyOf(from), { roles: steered({ domain, formulate }) });
  const slug = await runToEnd(cloud, { ...asked, depth });
  const { rows } = await cloud.service.transcript(slug, 0, 10_000);
  const { graph, revisions } = await cloud.service.plan(slug);
  const plan = decoder.decode(await cloud.service.artifact(slug, 'plan.md'));
  const view = await cloud.service.view(slug);
  return {
    rows,
    graph,
    revisions,
    plan,
    view,
    why: rows.filter((row) => row.event === 'proceed').map((row) => row.reason),
  };
}

/** Always misses something else that is critical: by itself it would never end. */
const insatiable: Steer = (answer: DomainMap, at) => ({
  ...answer,
  missing_perspectives: [
    { ...MISSING, name: at.step, question: `What is missing after ${at.step} in stream processors under overload?` },
  ],
});

describe('a replan', () => {
  it('that widens adds sub-questions behind the others, answers them, and leaves a block in plan.md', async () => {
    const { graph, revisions, plan, view, rows } = await run(insatiable, 'standard');
    expect(view.status).toBe('complete');
    expect(revisions).toMatchObject([{ number: 1, decision: 'widen', trigger: 'missing_perspective', added: ['SQ7'] }]);
    const added = graph.nodes.find((node) => node.id === 'SQ7');
    expect(added).toMatchObject({ revision: 1, depends_on: ['SQ1'], status: 'done' });
    // What depends on a done node stays as it was; the root waits for the new sink.
    expect(
      graph.nodes.filter((node) => !['root', 'SQ7'].includes(node.id)).some((node) => node.depends_on.includes('SQ7')),
    ).toBe(false);
    expect(graph.nodes[0]?.depends_on).toContain('SQ7');
    expect(plan).toMatch(/Revision 1/i);
    expect(plan).toContain('SQ7');
    expect(plan).toContain('missing_perspective');
    expect(rows.filter((row) => row.event === 'replan')).toMatchObject([{ status: 'widen', round: 1 }]);
  });

  it.each([
    ['quick', 0, undefined],
    ['standard', 1, 'iteration_cap'],
  ] as const)('is made at most as often as %s allows: %i', async (depth, most, why) => {
    const outcome = await run(insatiable, depth);
    expect(outcome.revisions).toHaveLength(most);
    expect(outcome.why.at(-1)).toBe(why);
    expect(outcome.view.status).toBe('complete');
  });

  it('that brought fewer than two papers is the last one', async () => {
    const { revisions, why } = await run(insatiable, 'deep');
    // The library has twelve papers, and the first round found them all.
    expect(revisions).toHaveLength(1);
    expect(why).toEqual(['saturation']);
  });

  /** Nothing is missing, but papers are left to read every time. */
  const hungry: Steer = (answer: DomainMap) => ({ ...answer, missing_perspectives: [] });

  it('that deepens reads what was left, from the papers that were held back for it', async () => {
    const { revisions, why, plan, rows } = await run(hungry, 'standard');
    expect(revisions).toMatchObject([{ decision: 'deepen', trigger: 'under_read' }]);
    expect(revisions[0]!.added.length).toBeGreaterThan(0);
    expect(plan).toMatch(/Revision 1/i);
    expect(why).toEqual(['iteration_cap']);
    const read = (round: number) =>
      rows.filter((row) => row.event === 'returned' && row.role === 'reader' && row.round === round).length;
    expect([read(1), read(2)]).toEqual([8, 2]);
  });

  it('is made three times by deep, as long as each brings papers', async () => {
    const places = ['North', 'South', 'West'];
    const many = fromPlaces(places);
    // Sub-questions search for different papers.
    const apart: Steer = (_answer, _at, nth) => ({ query: `${places[nth % 3]} stream processors under overload` });
    const { revisions, why, rows } = await run(hungry, 'deep', apart, await storesWith(many));
    expect(revisions.map((one) => one.decision)).toEqual(['deepen', 'deepen', 'deepen']);
    expect(why).toEqual(['iteration_cap']);
    const rounds = rows.filter((row) => row.event === 'returned' && row.role === 'reader').map((row) => row.round);
    expect([1, 2, 3, 4].map((round) => rounds.filter((one) => one === round).length)).toEqual([24, 2, 2, 2]);
  });

  it('is not made above 80 % of the budget', async () => {
    const mine = copyOf(stores);
    const roles = steered({
      domain: async (answer: never, at, nth) => {
        const key = { pk: `RUN#local#${at.run.slug}`, sk: 'BUDGET' };
        await mine.table.update(key, { set: { used: 1_230_000, available: 270_000 } });
        return insatiable(answer, at, nth);
      },
    });
    const cloud = await cloudOver(mine, { roles });
    const slug = await runToEnd(cloud, asked);
    const { rows } = await cloud.service.transcript(slug, 0, 10_000);
    expect(rows.filter((row) => row.event === 'proceed')).toMatchObject([{ reason: 'budget' }]);
    expect((await cloud.service.view(slug)).status).toBe('complete');
  });
});
