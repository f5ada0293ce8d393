import fc from 'fast-check';
import { expect } from 'vitest';
import { faultOf, fire, shots } from './api-fuzz.ts';
import { makeRun, SECRET, type TwoOwners } from './api-world.ts';

/**
 * Sends so many requests to the first owner's server and checks every answer against the document; nothing of the other
 * owner may be in it. A run that a request deletes is followed by a new one, so that later requests find something.
 * @returns how often each status was answered
 */
export async function sweep({ world, ours, theirs }: TwoOwners, runs: number): Promise<Map<number, number>> {
  // Mostly a run of its own, so that most requests get as far as the work.
  const slugs = [ours.slug, ours.slug, ours.slug, theirs.slug];
  const renew = async () => slugs.fill(await makeRun(world, 'ours', 'efficient attention'), 0, 3);
  const known = {
    slug: slugs,
    id: ['efficient-attention', SECRET],
    path: ['plan.md', 'candidates.json', `../${theirs.slug}/plan.md`, 'nothing.md'],
    number: ['1'],
    'If-None-Match': ['*'],
    'Idempotency-Key': ['key-of-an-order'],
  };
  const seen = new Map<number, number>();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(shots(known), async (shot) => {
      // Runs end and start now and then, so that states change below the requests.
      if (++n % 50 === 0) await renew();
      else if (n % 25 === 0) world.executions.endAll();
      const reply = await fire(ours.server.port, 'token-ours', shot);
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      expect(faultOf(shot, reply), `${shot.method} ${shot.path} ${shot.body?.slice(0, 200)}`).toBeNull();
      if (shot.method === 'DELETE' && reply.status === 204 && shot.path.startsWith('/runs/')) {
        world.executions.endAll();
        await renew();
      }
      const asked = decodeURIComponent(shot.path) + (shot.body ?? '');
      if (!asked.includes(SECRET) && !asked.includes(theirs.slug)) expect(reply.text).not.toContain(SECRET);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  const untouched = await world.service('theirs').view(theirs.slug);
  expect(untouched.status).not.toBe('cancelled');
  return seen;
}
