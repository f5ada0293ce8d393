import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedCloud } from '../cloud/cloud.ts';
import { EXIT } from './exit.ts';
import { Interruption } from './interruption.ts';
import { typed } from './typed.ts';

const LOOK_MS = 200;
/** Clouds that start nothing any more: what is left in them waits for ever. */
const DRAINED = new WeakSet<EmbeddedCloud>();

/** Starts no further step; resolves when what was in flight is stored. */
export async function drain(cloud: EmbeddedCloud): Promise<void> {
  DRAINED.add(cloud);
  await cloud.engine.drain();
}

/**
 * Stays while runs that other commands started are executed in this process. One that waits for an answer does not hold
 * it: whoever gives the answer goes on with that run. Ctrl-C stops them cleanly.
 */
export async function stay(cloud: EmbeddedCloud): Promise<void> {
  if ((await going(cloud)).length === 0) return;
  const interruption = Interruption.listen();
  let told = '';
  try {
    for (;;) {
      const slugs = await going(cloud);
      if (slugs.length === 0) return;
      if (interruption.caught) {
        await drain(cloud);
        process.stderr.write(
          `${typed(slugs.map((slug) => `Stopped. Go on with: plumbline resume ${slug}`).join('\n'))}\n`,
        );
        process.exitCode = EXIT.interrupted;
        return;
      }
      if (slugs.join() !== told) {
        told = slugs.join();
        process.stderr.write(`Still executing here for other commands: ${slugs.join(', ')}. Ctrl-C stops cleanly.\n`);
      }
      await sleep(LOOK_MS);
    }
  } finally {
    interruption.stop();
  }
}

/** Runs that this process executes, and that wait for nobody. */
async function going(cloud: EmbeddedCloud): Promise<string[]> {
  const { engine, service } = cloud;
  if (DRAINED.has(cloud)) return [];
  const slugs = [...new Set(engine.active.map((name) => name.replace(/-a\d+$/, '')))].sort();
  const waiting = await Promise.all(slugs.map(async (slug) => (await service.meta(slug)).status === 'waiting'));
  return slugs.filter((_slug, at) => !waiting[at]);
}
