import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/cloud/cloud.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import type { Clock } from '../../shared/runtime.ts';
import { faultRun, steered } from '../support/fault-run.ts';
import { copyOf, Fuse, fused, type MemoryStores } from '../support/faults.ts';
import { CLOCK, cloudOver } from '../support/pipeline.ts';
import { until } from '../support/steered-roles.ts';
import { goOn, reference } from '../support/sweep.ts';

let stores: MemoryStores;
let asked: RunRequest;

beforeAll(async () => {
  const run = await faultRun({ noInput: false, depth: 'quick' });
  ({ stores, asked } = run);
});

const READINGS = {
  readings: [
    { key: 'queues', label: 'queues', gloss: 'the data structure' },
    { key: 'people', label: 'people', gloss: 'who wait' },
  ],
};
/** A topic with two readings. */
const ambiguous = () => steered({ ambiguity: () => READINGS });

const waits = (cloud: EmbeddedCloud, slug: string) =>
  until(async () => (await cloud.service.view(slug)).status === 'waiting', `${slug} waits`);

describe('an ambiguous topic', () => {
  it('is asked about once, waits, and goes on with the answer', async () => {
    const roles = ambiguous();
    const cloud = await cloudOver(copyOf(stores), { roles });
    const { slug } = await cloud.service.create(asked);
    await waits(cloud, slug);
    const { questions } = await cloud.service.view(slug);
    expect(questions).toMatchObject([{ id: 'Q1', kind: 'ambiguity', answer: null }]);
    expect(questions[0]?.options.map((option) => option.key)).toEqual(['queues', 'people', 'all']);
    await expect(cloud.service.answer(slug, 'Q1', 'cars')).rejects.toBeInstanceOf(UsageError);
    await cloud.service.answer(slug, 'Q1', '2');
    await expect(cloud.service.answer(slug, 'Q1', 'queues')).rejects.toThrow('the first answer stands');
    await cloud.ended(slug);
    const view = await cloud.service.view(slug);
    expect(view).toMatchObject({ status: 'complete', goal: { reading: 'people: who wait' } });
    const { rows } = await cloud.service.transcript(slug, 0, 10_000);
    expect(rows.filter((row) => row.event === 'question').map((row) => row.id)).toEqual(['Q1']);
    expect(roles.calls.filter((call) => call.role === 'ambiguity')).toHaveLength(1);
  });

  it('takes an answer given beforehand, and is open when that is no choice', async () => {
    const cloud = await cloudOver(copyOf(stores), { roles: ambiguous() });
    const { slug } = await cloud.service.create({ ...asked, answers: { ambiguity: 'people' } });
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).questions).toMatchObject([{ answer: 'people', answeredBy: 'flag' }]);
    const other = await cloudOver(copyOf(stores), { roles: ambiguous() });
    await other.service.create({ ...asked, answers: { ambiguity: 'cars' } });
    await waits(other, slug);
    const view = await other.service.view(slug);
    expect(view.questions).toMatchObject([{ answer: null }]);
    expect(view.warnings.join()).toContain('"cars" is no choice');
    await other.service.cancel(slug);
    await other.ended(slug);
  });

  it('takes the default at the deadline', async () => {
    let ahead = 0;
    const clock: Clock = { now: CLOCK.now, wall: () => Date.now() + ahead };
    const mine = copyOf(stores);
    const cloud = await cloudOver(mine, { roles: ambiguous(), clock });
    const { slug } = await cloud.service.create(asked);
    await waits(cloud, slug);
    await cloud.engine.drain();
    // Nobody was there for an hour; then a process serves this home.
    const next = await cloudOver(mine, { roles: ambiguous(), clock });
    expect(await next.service.resumeOverdue()).toEqual([]);
    ahead = 3601_000;
    expect(await next.service.resumeOverdue()).toEqual([slug]);
    await next.ended(slug);
    const view = await next.service.view(slug);
    expect(view).toMatchObject({ status: 'complete', questions: [{ answer: 'queues', answeredBy: 'default' }] });
  });

  it('waits no longer than the run may last', async () => {
    const cloud = await cloudOver(copyOf(stores), { roles: ambiguous() });
    const { slug } = await cloud.service.create({ ...asked, deadline: 1 });
    await cloud.ended(slug);
    expect(await cloud.service.view(slug)).toMatchObject({
      status: 'partial',
      reason: 'deadline',
      questions: [{ answer: 'queues', answeredBy: 'default' }],
    });
  });

  it('survives a crash while it waits: the answer of a later process resumes the run', async () => {
    const mine = copyOf(stores);
    const fuse = new Fuse(null);
    const dying = await cloudOver(fused(mine, fuse), { roles: ambiguous() });
    const { slug } = await dying.service.create(asked);
    await waits(dying, slug);
    fuse.dead = true;
    const next = await cloudOver(mine, { roles: ambiguous() });
    expect((await next.service.view(slug)).status).toBe('waiting');
    // Resumed without an answer it waits again, and says so.
    await next.service.resume(slug);
    await waits(next, slug);
    await next.service.answer(slug, 'Q1', 'queues');
    await next.ended(slug);
    const view = await next.service.view(slug);
    expect(view).toMatchObject({ status: 'complete', goal: { reading: 'queues: the data structure' } });
    expect(view.questions).toHaveLength(1);
  });

  it('answered while nobody executes the run, resumes it', async () => {
    const mine = copyOf(stores);
    const fuse = new Fuse(null);
    const dying = await cloudOver(fused(mine, fuse), { roles: ambiguous() });
    const { slug } = await dying.service.create(asked);
    await waits(dying, slug);
    fuse.dead = true;
    const next = await cloudOver(mine, { roles: ambiguous() });
    await next.service.answer(slug, 'Q1', 'people');
    await next.ended(slug);
    expect(await next.service.view(slug)).toMatchObject({ status: 'complete', goal: { reading: 'people: who wait' } });
  });

  it('ends at once when it is cancelled while it waits', async () => {
    const cloud = await cloudOver(copyOf(stores), { roles: ambiguous() });
    const { slug } = await cloud.service.create(asked);
    await waits(cloud, slug);
    await cloud.service.cancel(slug);
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).status).toBe('cancelled');
  });
});

describe('a plan to be confirmed', () => {
  const open = async (more: Partial<RunRequest> = {}) => {
    const mine = copyOf(stores);
    const cloud = await cloudOver(mine, { roles: steered() });
    const { slug } = await cloud.service.create({ ...asked, confirmPlan: true, ...more });
    return { mine, cloud, slug };
  };
  const subQuestions = async (cloud: EmbeddedCloud, slug: string) =>
    (await cloud.service.plan(slug)).graph.nodes.filter((node) => node.id !== 'root' && node.revision === 0);

  it('is edited in words, and researched as edited', async () => {
    const { cloud, slug } = await open();
    await waits(cloud, slug);
    await cloud.service.answer(
      slug,
      'Q2',
      'drop SQ6; edit SQ2 What is load shedding?; add Who uses adaptive batching?',
    );
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).status).toBe('complete');
    const nodes = await subQuestions(cloud, slug);
    expect(nodes.map((node) => node.id)).toEqual(['SQ1', 'SQ2', 'SQ3', 'SQ4', 'SQ5', 'SQ6']);
    expect(nodes[1]?.question).toBe('What is load shedding?');
    expect(nodes[5]).toMatchObject({ question: 'Who uses adaptive batching?', rationale: 'Added by the user.' });
    expect(nodes.every((node) => node.status === 'done' || node.status === 'failed')).toBe(true);
  });

  it.each([
    ['drop SQ9', /no SQ9 sub-question; it has SQ1, SQ2/],
    ['drop SQ1; drop SQ2; drop SQ3; drop SQ4', /would leave no usable plan[\s\S]*at least 3/],
    ['add', /says no question/],
    ['edit SQ1', /says no question/],
    ['add a?; add b?; add c?', /at most 8/],
    ['reorder it', /is no choice/],
    ['drop SQ1; sing', /is no edit of a plan/],
  ])('refuses "%s" when it is answered, and stays open', async (choice, message) => {
    const { cloud, slug } = await open();
    await waits(cloud, slug);
    const refused = cloud.service.answer(slug, 'Q2', choice);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(message);
    expect((await cloud.service.view(slug)).questions).toMatchObject([{ id: 'Q2', answer: null }]);
    await cloud.engine.drain();
  });

  it('takes an edit from a flag, and warns of one that cannot be carried out instead of failing', async () => {
    const { cloud, slug } = await open({ answers: { confirm_plan: 'drop SQ6' } });
    await cloud.ended(slug);
    expect(await subQuestions(cloud, slug)).toHaveLength(5);
    const bad = await open({ answers: { confirm_plan: 'drop SQ99' }, noInput: true });
    await bad.cloud.ended(bad.slug);
    const view = await bad.cloud.service.view(bad.slug);
    expect(view).toMatchObject({ status: 'complete', questions: [{ answer: 'ok', answeredBy: 'default' }] });
    expect(view.warnings.join()).toContain('no SQ99 sub-question');
  });

  it('names the axes of a comparison', async () => {
    const { cloud, slug } = await open();
    await waits(cloud, slug);
    await cloud.service.answer(slug, 'Q2', 'axes memory, latency');
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).goal?.axes).toEqual(['memory', 'latency']);
  });

  it('edited, ends the same wherever the process dies while the edits are written', async () => {
    const more = {
      confirmPlan: true,
      noInput: true,
      answers: { confirm_plan: 'drop SQ4; edit SQ2 What is load shedding?; add Who batches?; axes cost' },
    };
    const parts = { roles: steered() };
    const expected = await reference(stores, { ...asked, ...more }, parts);
    const from = expected.boundaries.indexOf('put STEP#plan.commit');
    const to = expected.boundaries.indexOf('update STEP#plan.commit') + 1;
    expect(to - from).toBeGreaterThan(8);
    const wanted = Array.from({ length: Math.ceil((to - from) / 2) }, (_, n) => from + 2 * n + 1);
    for await (const { writes, stores: left } of expected.journal.states(stores, wanted)) {
      const verdict = await goOn(left, expected, String(writes), parts);
      expect(verdict).toMatchObject({ identical: true, repeated: [], status: 'complete' });
    }
  });
});

describe('a close call between widening and deepening', () => {
  /** A perspective is missing, and of the two papers that may still be read one is left: both scores are a half. */
  const start = async (more: Partial<RunRequest> = {}) => {
    const run = await faultRun({ noInput: false, ...more }, 9);
    const cloud = await cloudOver(copyOf(run.stores), { roles: steered() });
    const { slug } = await cloud.service.create(run.asked);
    return { cloud, slug };
  };

  it.each([
    ['widen', /tick\.2\.1/, 'widen'],
    ['deepen', /reads\.2\.1/, 'deepen'],
    ['proceed', /replan\.1/, null],
  ] as const)('asks, and does what is answered: %s', async (choice, step, revision) => {
    const { cloud, slug } = await start();
    await waits(cloud, slug);
    const { questions } = await cloud.service.view(slug);
    expect(questions).toMatchObject([{ id: 'Q3', kind: 'direction', default: 'widen', answer: null }]);
    await cloud.service.answer(slug, 'Q3', choice);
    await cloud.ended(slug);
    const { revisions } = await cloud.service.plan(slug);
    expect(revisions[0]?.decision ?? null).toBe(revision);
    const { rows } = await cloud.service.transcript(slug, 0, 10_000);
    expect(
      rows
        .filter((row) => row.event === 'returned')
        .map((row) => row.id)
        .join(' '),
    ).toMatch(step);
    expect((await cloud.service.view(slug)).status).toBe('complete');
  });

  it('is a question still after a kill, and is answered by a later process', async () => {
    const { stores: left, asked: close } = await faultRun({ noInput: false }, 9);
    const mine = copyOf(left);
    const fuse = new Fuse(null);
    const dying = await cloudOver(fused(mine, fuse), { roles: steered() });
    const { slug } = await dying.service.create(close);
    await waits(dying, slug);
    fuse.dead = true;
    const next = await cloudOver(mine, { roles: steered() });
    expect((await next.service.view(slug)).status).toBe('waiting');
    await next.service.answer(slug, 'Q3', 'deepen');
    await next.ended(slug);
    expect((await next.service.view(slug)).status).toBe('complete');
    expect((await next.service.plan(slug)).revisions).toMatchObject([{ decision: 'deepen' }]);
  });

  it('takes its default at its deadline, by whoever serves the home then', async () => {
    let ahead = 0;
    const clock: Clock = { now: CLOCK.now, wall: () => Date.now() + ahead };
    const { stores: left, asked: close } = await faultRun({ noInput: false }, 9);
    const mine = copyOf(left);
    const cloud = await cloudOver(mine, { roles: steered(), clock });
    const { slug } = await cloud.service.create(close);
    await waits(cloud, slug);
    await cloud.engine.drain();
    const next = await cloudOver(mine, { roles: steered(), clock });
    ahead = 3601_000;
    expect(await next.service.resumeOverdue()).toEqual([slug]);
    await next.ended(slug);
    const view = await next.service.view(slug);
    expect(view).toMatchObject({ status: 'complete', questions: [{ answer: 'widen', answeredBy: 'default' }] });
    expect((await next.service.plan(slug)).revisions).toMatchObject([{ decision: 'widen' }]);
  });

  it.each([
    ['nobody answers, the run is written up at its deadline', null, 'partial', 'deadline'],
    ['answered in time, the deadline still holds', 1, 'partial', 'deadline'],
    ['answered after the deadline, the run goes on without one', 1801, 'complete', null],
  ] as const)('with its process gone: %s', async (_, answeredAt, status, reason) => {
    let ahead = 0;
    const clock: Clock = { now: CLOCK.now, wall: () => Date.now() + ahead };
    const { stores: left, asked: close } = await faultRun({ noInput: false, deadline: 1800 }, 9);
    const mine = copyOf(left);
    const cloud = await cloudOver(mine, { roles: steered(), clock });
    const { slug } = await cloud.service.create(close);
    await waits(cloud, slug);
    await cloud.engine.drain();
    const late = (answer: never) => {
      if (answeredAt === 1) ahead = 1801_000;
      return answer;
    };
    const next = await cloudOver(mine, { roles: steered({ finding: late }), clock });
    ahead = (answeredAt ?? 1801) * 1000;
    if (answeredAt === null) expect(await next.service.resumeOverdue()).toEqual([slug]);
    else await next.service.answer(slug, 'Q3', 'widen');
    await next.ended(slug);
    const by = answeredAt === null ? 'default' : 'user';
    expect(await next.service.view(slug)).toMatchObject({
      status,
      reason,
      questions: [{ answer: 'widen', answeredBy: by }],
    });
  });

  it('takes its default without a terminal', async () => {
    const { cloud, slug } = await start({ noInput: true });
    await cloud.ended(slug);
    expect((await cloud.service.view(slug)).questions).toMatchObject([{ answer: 'widen', answeredBy: 'default' }]);
    expect((await cloud.service.plan(slug)).revisions).toMatchObject([{ decision: 'widen', added: ['SQ7'] }]);
  });
});
