import { describe, expect, it } from 'vitest';
import { Conflict, NotFound } from '../../../shared/api/errors.ts';
import type { Estimate } from '../../../shared/api/estimates.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { keys } from '../../../shared/store/keys.ts';
import { makeWorld, request, type World } from './fakes.ts';

async function withRuns(count: number): Promise<World> {
  const world = makeWorld();
  for (let n = 0; n < count; n++) {
    world.time += 60_000;
    const { slug } = await world.service('a').create(request(`topic number ${n}`));
    world.executions.end('a', slug);
    if (n % 3 === 0) await world.service('a').cancel(slug);
  }
  return world;
}

describe('listing runs', () => {
  it('gives every run once over all pages, newest first', async () => {
    const service = (await withRuns(23)).service('a');
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await service.list({ limit: 5, ...(after ? { after } : {}) });
      seen.push(...page.runs.map((run) => run.created));
      after = page.next;
    } while (after);
    expect(seen).toHaveLength(23);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('has no empty last page', async () => {
    const service = (await withRuns(10)).service('a');
    const first = await service.list({ limit: 5 });
    const second = await service.list({ limit: 5, after: first.next! });
    expect(second.runs).toHaveLength(5);
    expect(second.next).toBeNull();
  });

  it('goes on past rows of another status', async () => {
    const service = (await withRuns(23)).service('a');
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await service.list({ limit: 3, status: 'cancelled', ...(after ? { after } : {}) });
      expect(page.runs.every((run) => run.status === 'cancelled')).toBe(true);
      seen.push(...page.runs.map((run) => run.slug));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(8);
  });

  it('tells a run that was cut off from one that runs', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    expect((await world.service('a').list()).runs[0]?.status).toBe('active');
    world.executions.end('a', slug);
    expect((await world.service('a').list()).runs[0]?.status).toBe('interrupted');
    expect((await world.service('a').list({ status: 'active' })).runs).toHaveLength(0);
  });
});

describe('a library that is not there', () => {
  it('is refused before anything is made, and leaves its key free', async () => {
    const world = makeWorld();
    const service = world.service('a', { estimator: () => ({}) as Estimate });
    const lost = { ...request('raft'), library: 'nothing' };
    await expect(service.create(lost)).rejects.toThrow('There is no library "nothing"');
    await expect(service.estimate(lost)).rejects.toThrow(UsageError);
    await expect(service.create(lost, 'key')).rejects.toThrow(UsageError);
    expect((await service.list()).runs).toEqual([]);
    await service.create({ ...lost, library: 'starter' }, 'key');
    expect((await service.list()).runs).toHaveLength(1);
  });
});

describe('a run that continues another', () => {
  it('is refused when there is no other, it goes on, or it is somebody else\u2019s; nothing is listed', async () => {
    const world = makeWorld();
    const service = world.service('a');
    const follow = (continues: string) => ({ ...request('two'), continues });
    await expect(service.create(follow('one-2020-01-01'))).rejects.toBeInstanceOf(UsageError);
    const { slug } = await service.create(request('one'));
    await expect(service.create(follow(slug))).rejects.toBeInstanceOf(Conflict);
    await expect(world.service('b').create(follow(slug))).rejects.toBeInstanceOf(UsageError);
    expect((await service.list()).runs).toHaveLength(1);
    world.executions.end('a', slug);
    await service.cancel(slug);
    await expect(service.create(follow(slug))).rejects.toThrow(/before it had found anything/);
    await world.blobs.put(`a/runs/${slug}/records.json`, '[]');
    await expect(service.create(follow(slug))).resolves.toHaveProperty('slug');
  });
});

describe('another owner', () => {
  it('finds nothing of a run', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    const other = world.service('b');
    for (const call of [
      other.view(slug),
      other.plan(slug),
      other.transcript(slug),
      other.artifacts(slug),
      other.artifact(slug, 'plan.md'),
      other.fetchArtifact(slug, 'plan.md'),
      other.answer(slug, 'Q1', '1'),
      other.resume(slug),
      other.cancel(slug),
      other.remove(slug),
    ]) {
      await expect(call).rejects.toThrow(NotFound);
    }
    expect((await other.list()).runs).toEqual([]);
  });
});

describe('deleting a run', () => {
  it('leaves nothing of it, and nothing of others goes with it', async () => {
    const world = makeWorld();
    const service = world.service('a');
    const { slug } = await service.create(request('one'));
    const { slug: longer } = await service.create(request('one'));
    expect(longer).toBe(`${slug}-2`);
    for (const run of [slug, longer]) await world.blobs.put(`a/runs/${run}/plan.md`, 'plan');
    world.executions.end('a', slug);
    await service.remove(slug);
    expect(await world.table.query({ pk: `RUN#a#${slug}` })).toEqual([]);
    expect(await world.blobs.list('')).toEqual(['a/INDEX.md', `a/runs/${longer}/plan.md`]);
    expect((await service.list()).runs.map((run) => run.slug)).toEqual([longer]);
    await expect(service.view(slug)).rejects.toThrow(NotFound);
  });

  it('leaves its topic in no list for people, and in no key that brought it', async () => {
    const world = makeWorld();
    const service = world.service('a');
    const { slug } = await service.create(request('one secret plan'), 'key-1');
    const { slug: other } = await service.create(request('something else'));
    world.executions.end('a', slug);
    await world.blobs.put('a/INDEX.md', `| ${slug} | one secret plan |`);
    await service.remove(slug);
    const index = new TextDecoder().decode(await world.blobs.get('a/INDEX.md'));
    expect([index.includes('secret'), index.includes(other)]).toEqual([false, true]);
    expect(JSON.stringify(await world.table.query({ pk: 'OWNER#a' }))).not.toContain('secret');
    world.executions.end('a', other);
    await service.remove(other);
    expect(await world.blobs.list('')).toEqual([]);
  });

  it('is refused while it is executed', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    await expect(world.service('a').remove(slug)).rejects.toThrow(Conflict);
  });

  it('can be done again when it was cut', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    world.executions.end('a', slug);
    await world.table.delete(keys.budget('a', slug)); // as far as the first time came
    await expect(world.service('a').view(slug)).rejects.toThrow(NotFound);
    await world.service('a').remove(slug);
    expect(await world.table.query({ pk: `RUN#a#${slug}` })).toEqual([]);
  });

  it('takes every version where the store keeps them', async () => {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    world.executions.end('a', slug);
    const purged: string[] = [];
    Object.assign(world.blobs, { purge: async (prefix: string) => void purged.push(prefix) });
    await world.service('a').remove(slug);
    expect(purged).toEqual([`a/runs/${slug}/`, 'a/INDEX.md']);
  });
});

describe('questions', () => {
  async function asked(): Promise<{ world: World; slug: string }> {
    const world = makeWorld();
    const { slug } = await world.service('a').create(request('one'));
    await world.table.put(keys.question('a', slug, 'Q1'), {
      id: 'Q1',
      kind: 'ambiguity',
      text: 'Which?',
      options: [
        { key: 'x', label: 'X', cost: null },
        { key: 'y', label: 'Y', cost: null },
      ],
      default: 'x',
      deadline: '2026-03-01T11:00:00.000Z',
      token: 'secret-token',
      answer: null,
      answeredBy: null,
    });
    return { world, slug };
  }

  it('never show their task token', async () => {
    const { world, slug } = await asked();
    expect(JSON.stringify(await world.service('a').view(slug))).not.toContain('secret-token');
  });

  it('that a run has not are not found; a choice that is none is refused', async () => {
    const { world, slug } = await asked();
    await expect(world.service('a').answer(slug, 'Q2', 'x')).rejects.toThrow(NotFound);
    await expect(world.service('a').answer(slug, 'Q1', 'z')).rejects.toThrow(UsageError);
  });

  it('resume a run that nobody executes', async () => {
    const { world, slug } = await asked();
    world.executions.end('a', slug);
    await world.service('a').answer(slug, 'Q1', '2');
    expect(world.executions.started).toContain(`a/${slug}/2`);
  });

  it('take their default when the run is cancelled', async () => {
    const { world, slug } = await asked();
    const view = await world.service('a').cancel(slug);
    expect(view.questions[0]).toMatchObject({ answer: 'x', answeredBy: 'default' });
  });
});

describe('files', () => {
  it('are handed out by links where there are links, and only when they exist', async () => {
    const world = makeWorld();
    const linked: string[] = [];
    const links = {
      link: async (key: string) => {
        linked.push(key);
        return { url: 'https://bucket/x', expires: '2026-03-01T10:15:00.000Z' };
      },
    };
    const service = world.service('a', { links });
    const { slug } = await service.create(request('one'));
    await world.blobs.put(`a/runs/${slug}/plan.md`, 'plan');
    expect(await service.fetchArtifact(slug, 'plan.md')).toMatchObject({
      path: 'plan.md',
      bytes: 4,
      url: 'https://bucket/x',
    });
    await expect(service.fetchArtifact(slug, 'missing.md')).rejects.toThrow(NotFound);
    expect(linked).toEqual([`a/runs/${slug}/plan.md`]);
  });
});
