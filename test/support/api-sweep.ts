import fc from 'fast-check';
import { expect } from 'vitest';
import { faultOf, fire, shots } from './api-fuzz.ts';
import { SECRET, type TwoOwners } from './api-world.ts';

/** Requests until the owners get new runs: a request may delete what later ones would read. */
const ROUND = 250;

/**
 * Sends so many requests, in rounds with owners of their own.
 * @returns how often each status was answered
 */
export async function sweep(open: () => Promise<TwoOwners>, runs: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (let left = runs; left > 0; left -= ROUND) {
    const owners = await open();
    await round(owners, Math.min(left, ROUND), seen);
    await owners.close();
  }
  return seen;
}

/**
 * Sends so many requests to the first owner's server and checks every answer against the document; nothing of the other
 * owner may be in it.
 */
async function round({ world, ours, theirs }: TwoOwners, runs: number, seen: Map<number, number>): Promise<void> {
  const known = {
    slug: [ours.slug, theirs.slug],
    id: ['efficient-attention', SECRET],
    path: ['plan.md', 'candidates.json', `../${theirs.slug}/plan.md`, 'nothing.md'],
    number: ['1'],
    'If-None-Match': ['*'],
  };
  let n = 0;
  await fc.assert(
    fc.asyncProperty(shots(known), async (shot) => {
      // Runs end now and then, so that states change below the requests.
      if (++n % 25 === 0) world.executions.endAll();
      const reply = await fire(ours.server.port, 'token-ours', shot);
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      expect(faultOf(shot, reply), `${shot.method} ${shot.path} ${shot.body?.slice(0, 200)}`).toBeNull();
      const asked = decodeURIComponent(shot.path) + (shot.body ?? '');
      if (!asked.includes(SECRET) && !asked.includes(theirs.slug)) expect(reply.text).not.toContain(SECRET);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  const untouched = await world.service('theirs').view(theirs.slug);
  expect(untouched.status).not.toBe('cancelled');
}
