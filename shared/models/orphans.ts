import { orphansOf, partsOfCallId, settle } from '../run/budget.ts';
import type { RunHandle } from '../run/handle.ts';
import { readBudget } from '../run/stops.ts';
import { tokensOf } from './port.ts';
import { cost } from './prices.ts';
import { readReply } from './replies.ts';

/**
 * Settles what earlier attempts left open: a call whose reply was stored is charged by it; one that was in flight when the
 * attempt ended is given back, since nobody will ever know its usage.
 *
 * @returns reservations that were given back
 */
export async function settleOrphans(run: RunHandle): Promise<number> {
  let released = 0;
  for (const id of orphansOf(await readBudget(run), run.attempt)) {
    const reply = await readReply(run, partsOfCallId(id)!.hash);
    const used = reply && { tokens: tokensOf(reply.usage), cost: cost(reply.usage, reply.asked, reply.batch) };
    if ((await settle(run, id, used)) && used === null) released++;
  }
  return released;
}
