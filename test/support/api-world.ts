import { openServer, type Server } from '../../local/cloud/http.ts';
import type { Table } from '../../shared/store/ports.ts';
import { makeWorld, request, served, type World } from '../shared/api/fakes.ts';

export interface TwoOwners {
  readonly world: World;
  readonly ours: { readonly server: Server; readonly slug: string };
  readonly theirs: { readonly server: Server; readonly slug: string };
  close(): Promise<void>;
}

/** What must never be seen by the other owner. */
export const SECRET = 'zq-secret-of-theirs';

/** Two owners on one table, each with a server, a run, a plan, files and a schedule. */
export async function twoOwners(table?: Table): Promise<TwoOwners> {
  const world = makeWorld('2026-03-01T10:00:00.000Z', table ? { table } : {});
  const open = async (owner: string, topic: string) => {
    const service = serviceOf(world, owner);
    const slug = await makeRun(world, owner, topic);
    await service.schedules.create({ name: topic, expression: '0 7 * * MON', request: request(topic) });
    const server = await openServer(served(world, service), `token-${owner}`, {
      owner,
    });
    return { server, slug };
  };
  const ours = await open('ours', 'efficient attention');
  const theirs = await open('theirs', SECRET);
  return {
    world,
    ours,
    theirs,
    close: async () => {
      await ours.server.close();
      await theirs.server.close();
    },
  };
}

/** A run of an owner's with a plan and files. @returns its slug */
export async function makeRun(world: World, owner: string, topic: string): Promise<string> {
  const unlimited = { runsAtOnce: Number.MAX_SAFE_INTEGER, tokensPerMonth: Number.MAX_SAFE_INTEGER };
  const { slug } = await serviceOf(world, owner, unlimited).create(request(topic));
  await world.blobs.put(`${owner}/runs/${slug}/plan.md`, `# ${topic}`);
  await world.blobs.put(`${owner}/runs/${slug}/candidates.json`, JSON.stringify([topic]));
  await seedPlan(world, owner, slug, topic);
  return slug;
}

const serviceOf = (world: World, owner: string, limits = { runsAtOnce: 60, tokensPerMonth: 150_000_000 }) =>
  world.service(owner, { limits, estimator: () => ESTIMATE });

const RANGE = { expected: 1, worst: 2 };
const ESTIMATE = { calls: RANGE, tokens: RANGE, cost: RANGE, byStage: [], pricesOf: null };

async function seedPlan(world: World, owner: string, slug: string, question: string): Promise<void> {
  const pk = `RUN#${owner}#${slug}`;
  const node = {
    rationale: '',
    kind: 'sota',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: null,
    answer_evidence: null,
    reason: null,
    revision: 0,
    sources: [],
    status: 'pending',
    question,
  };
  await world.table.put({ pk, sk: 'NODE#graph' }, { status: 'executing', order: ['root', 'SQ1'] });
  await world.table.put({ pk, sk: 'NODE#root' }, { ...node, id: 'root', depends_on: ['SQ1'] });
  await world.table.put({ pk, sk: 'NODE#SQ1' }, { ...node, id: 'SQ1', depends_on: [] });
}
