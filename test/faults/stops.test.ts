import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import type { RoleName } from '../../shared/agents/role.ts';
import { Conflict } from '../../shared/api/errors.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import { Synthesis } from '../../shared/contracts/synthesis.ts';
import type { Clock } from '../../shared/runtime.ts';
import { keys } from '../../shared/store/keys.ts';
import { faultRun, steered, widenOnce } from '../support/fault-run.ts';
import { copyOf, type MemoryStores } from '../support/faults.ts';
import { CLOCK, cloudOver } from '../support/pipeline.ts';
import { until } from '../support/steered-roles.ts';
import { isClean, type Reference, reference, verdictOf } from '../support/sweep.ts';

let stores: MemoryStores;
let asked: RunRequest;
let undisturbed: Reference;
const decoder = new TextDecoder();

beforeAll(async () => {
  const run = await faultRun();
  ({ stores, asked } = run);
  undisturbed = await reference(stores, asked, run.parts);
});

/** Runs until the nth call of a role, does something to the run there, and lets it end. */
async function stoppedAt(
  role: RoleName,
  nth: number,
  act: (cloud: EmbeddedCloud, slug: string) => Promise<unknown>,
  clock: Clock = CLOCK,
) {
  const mine = copyOf(stores);
  let acted: Promise<unknown> | undefined;
  const roles = steered({
    [role]: async (answer: never, at: { run: { slug: string } }, call: number) => {
      if (call === nth) {
        acted = act(cloud, at.run.slug);
        await acted;
      }
      return role === 'domain' ? widenOnce(answer, at as never, call) : answer;
    },
  });
  const cloud: EmbeddedCloud = await cloudOver(mine, { roles, clock });
  const { slug } = await cloud.service.create(asked);
  await cloud.ended(slug);
  expect(acted).toBeDefined();
  return { mine, cloud, slug };
}

const text = async (cloud: EmbeddedCloud, slug: string, path: string) =>
  decoder.decode(await cloud.service.artifact(slug, path));

/** An honest partial: it says so, says why, and lists what was left undone. */
async function expectPartial(cloud: EmbeddedCloud, slug: string, reason: string, undone: RegExp): Promise<void> {
  const synthesis = Synthesis.parse(JSON.parse(await text(cloud, slug, 'synthesis.json')));
  expect(synthesis.partial?.reason).toContain(reason);
  expect(synthesis.partial?.undone.join('\n')).toMatch(undone);
  expect(await text(cloud, slug, 'synthesis.md')).toContain('This synthesis is partial');
  expect(
    (await cloud.service.plan(slug)).graph.nodes.filter((node) => ['pending', 'running'].includes(node.status)),
  ).toEqual([]);
}

/** A resume by an undisturbed process goes on to the result of a run that was never stopped. */
async function expectTakenUp(mine: MemoryStores, slug: string): Promise<void> {
  const next = await cloudOver(mine, { roles: steered() });
  await next.service.resume(slug);
  await next.ended(slug);
  const verdict = await verdictOf(next, mine, undisturbed, 'resumed');
  // The write-up of the stop is made again; nothing else is.
  const repeated = verdict.repeated.filter((id) => !/^(write|verify)\.\d$|^present$/.test(id));
  expect({ ...verdict, repeated }).toEqual({
    at: 'resumed',
    identical: true,
    differences: [],
    repeated: [],
    status: 'complete',
  });
  expect(isClean({ ...verdict, repeated })).toBe(true);
}

describe('cancel', () => {
  it.each([
    [
      'in discovery',
      'finding',
      1,
      /SQ1 was not answered[\s\S]*SQ5 was not researched[\s\S]*No paper was read[\s\S]*critics/,
    ],
    ['among the readers', 'reader', 1, /papers were not read in depth[\s\S]*critics/],
    ['among the critics', 'domain', 1, /Whether another round/],
    ['in the second round', 'finding', 7, /SQ7 was not answered/],
  ] as const)(
    '%s stops what has not started, writes up what there is, and can be taken up again',
    async (_, role, nth, undone) => {
      const { mine, cloud, slug } = await stoppedAt(role, nth, (one, run) => one.service.cancel(run));
      expect(await cloud.service.meta(slug)).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
      await expectPartial(cloud, slug, 'cancelled', undone);
      const { rows } = await cloud.service.transcript(slug, 0, 10_000);
      expect(rows.at(-1)).toMatchObject({ event: 'cancelled', stage: 8 });
      await expectTakenUp(mine, slug);
    },
  );

  it('at once says what was asked, that nothing was done and how to go on, without asking a model', async () => {
    const mine = copyOf(stores);
    const roles = steered();
    const cloud = await cloudOver(mine, { roles });
    const { slug } = await cloud.service.create(asked);
    await cloud.service.cancel(slug);
    await cloud.ended(slug);
    expect(await cloud.service.view(slug)).toMatchObject({ status: 'cancelled', stopped: 0 });
    await expect(cloud.service.cancel(slug)).rejects.toBeInstanceOf(Conflict);
    await expectPartial(cloud, slug, 'cancelled in stage 0 (intake)', /not settled[\s\S]*not divided[\s\S]*No source/);
    const written = await text(cloud, slug, 'synthesis.md');
    expect(written).toContain(asked.topic);
    expect(written).toContain(`\`plumbline resume ${slug}\``);
    expect(written).not.toMatch(/did not return|found evidence|nothing was found/i);
    expect(roles.calls).toEqual([]);
    await expectTakenUp(mine, slug);
  });

  it.each([
    ['the goal', 'understand', /^- The topic was not divided into sub-questions\.$/m],
    ['the plan', 'decompose', /^- The plan was not taken up\.\n- SQ1 was not researched/m],
  ] as const)('right after %s is made keeps it, and is taken up there', async (_, role, undone) => {
    const { mine, cloud, slug } = await stoppedAt(role, 1, (one, run) => one.service.cancel(run));
    const { goal, nodes } = await cloud.service.view(slug);
    expect(goal?.restatement).toContain('bounded queues');
    await expectPartial(cloud, slug, 'cancelled in stage 1 (plan)', /No source was searched/);
    expect((await text(cloud, slug, 'synthesis.md')).replaceAll('> ', '')).toMatch(undone);
    expect(nodes.filter(({ status }) => status === 'skipped')).toHaveLength(
      role === 'decompose' ? nodes.length - 1 : 0,
    );
    await expectTakenUp(mine, slug);
  });

  it('of a run that waits for its plan to be confirmed, and that nobody executes, is written up too', async () => {
    const mine = copyOf(stores);
    const dying = await cloudOver(mine, { roles: steered() });
    const { slug } = await dying.service.create({ ...asked, confirmPlan: true, noInput: false });
    await until(async () => (await dying.service.view(slug)).status === 'waiting', `${slug} waits`);
    await dying.engine.drain();
    const next = await cloudOver(mine, { roles: steered() });
    await next.service.cancel(slug);
    await next.ended(slug);
    expect((await next.service.view(slug)).status).toBe('cancelled');
    await expectPartial(next, slug, 'cancelled in stage 1 (plan)', /plan was not taken up/);
    await expectTakenUp(mine, slug);
  });

  it('of a run that nobody executes writes up what it has', async () => {
    const writes = undisturbed.boundaries.findIndex((name) => name.includes('/papers/')) + 1;
    const { value } = await undisturbed.journal.states(stores, [writes]).next();
    const { stores: mine } = value as { stores: MemoryStores };
    const { slug } = undisturbed;
    const next = await cloudOver(mine, { roles: steered() });
    expect((await next.service.view(slug)).status).toBe('interrupted');
    await next.service.cancel(slug);
    await next.ended(slug);
    expect((await next.service.view(slug)).status).toBe('cancelled');
    await expectPartial(next, slug, 'cancelled', /critics/);
    await expectTakenUp(mine, slug);
  });
});

describe('a deadline', () => {
  it.each([
    ['in discovery', 'finding', 2],
    ['among the readers', 'reader', 2],
  ] as const)('%s ends the run with what it has, and can be taken up', async (_, role, nth) => {
    let ahead = 0;
    const clock: Clock = { now: CLOCK.now, wall: () => Date.now() + ahead };
    const mine = copyOf(stores);
    const roles = steered({
      [role]: async (answer: never, _at: never, call: number) => {
        if (call === nth) ahead = 31 * 60_000;
        return answer;
      },
    });
    const cloud = await cloudOver(mine, { roles, clock });
    const { slug } = await cloud.service.create({ ...asked, deadline: 30 * 60 });
    await cloud.ended(slug);
    expect(await cloud.service.meta(slug)).toMatchObject({ status: 'partial', reason: 'deadline' });
    await expectPartial(cloud, slug, 'deadline', /No paper was read|papers were not read/);
    await expectTakenUp(mine, slug);
  });
});

describe('a budget', () => {
  const spend = async (one: MemoryStores, slug: string, used: number) => {
    const key = keys.budget('local', slug);
    const { total } = (await one.table.get(key)) as { total: number };
    await one.table.update(key, { set: { used, available: total - used } });
  };

  it('over its stop share sends the run to the writer; a resume needs a higher limit, and goes on with one', async () => {
    let mine: MemoryStores | undefined;
    const stopped = await stoppedAt('reader', 1, async (one, slug) => {
      mine = { table: one.runtime.table, blobs: one.runtime.blobs } as MemoryStores;
      await spend(mine, slug, 1_400_000);
    });
    const { cloud, slug } = stopped;
    expect(await cloud.service.meta(slug)).toMatchObject({ status: 'partial', reason: 'budget' });
    await expectPartial(cloud, slug, 'budget', /critics/);
    expect(await text(cloud, slug, 'synthesis.md')).toContain(`\`plumbline resume ${slug} --budget=<N>k-tokens\``);
    await expect(cloud.service.resume(slug)).rejects.toThrow(/--budget=3000k-tokens/);
    await expect(cloud.service.resume(slug, { budget: 1_000_000 })).rejects.toBeInstanceOf(UsageError);
    await cloud.service.resume(slug, { budget: 3_000_000 });
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).status).toBe('complete');
    expect((await cloud.service.view(slug)).budget).toMatchObject({ total: 3_000_000, used: 1_400_000 });
    const again = Synthesis.parse(JSON.parse(await text(cloud, slug, 'synthesis.json')));
    expect(again.partial).toBeNull();
    // A replan is not made above 80 % of what there was, but it is with the higher limit.
    expect(again).toEqual(Synthesis.parse(JSON.parse(undisturbed.artefacts.get('synthesis.json')!)));
  });

  it('of a quick run leaves a digest that says what is missing', async () => {
    const mine = copyOf(stores);
    const roles = steered({
      answer: async (answer: never, at: { run: { slug: string } }) => {
        await spend(mine, at.run.slug, 190_000);
        return answer;
      },
    } as never);
    const cloud = await cloudOver(mine, { roles });
    const { slug } = await cloud.service.create({ ...asked, depth: 'quick' });
    await cloud.ended(slug);
    expect(await cloud.service.meta(slug)).toMatchObject({ status: 'partial', reason: 'budget' });
    expect(await text(cloud, slug, 'digest.md')).toMatch(
      /This digest is partial\.\*\* The run was stopped by its token budget in stage 2 \\?\(discovery\\?\)/,
    );
  });
});
