import { RunMeta } from '../../contracts/run.ts';
import { RunHandle } from '../../run/handle.ts';
import type { Runtime } from '../../runtime.ts';
import { holds } from '../../store/holds.ts';
import { keys } from '../../store/keys.ts';
import type { Row } from '../../store/ports.ts';
import { findFiring, findSchedule, listFirings } from '../rows.ts';
import type { Firing, Schedule } from '../schedule.ts';
import { buildDigest } from './build.ts';
import { type Digest, lineOf, NOTHING_KNOWN, type Snapshot } from './digest.ts';
import { digestFile, schedulePrefix } from './files.ts';
import { digestHtml } from './html.ts';
import { digestMarkdown } from './markdown.ts';
import { listLines, readDigest, readKnown } from './read.ts';
import { snapshotOf } from './snapshot.ts';

const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** Makes the digests of all firings whose runs have ended, in order of their times. */
export async function makeDue(runtime: Runtime, owner: string, id: string): Promise<Digest[]> {
  const made: Digest[] = [];
  for (const firing of await listFirings(runtime.table, owner, id)) {
    if (firing.status !== 'started' || firing.digest !== null) continue;
    const digest = await makeDigest(runtime, owner, id, firing.time);
    if (digest !== null) made.push(digest);
  }
  return made;
}

/**
 * Makes the digest of one firing, once: its number is claimed by a conditional write after its files are stored.
 *
 * @returns null when its run is still going, has brought nothing to tell of, or was told of before
 */
export async function makeDigest(runtime: Runtime, owner: string, id: string, time: string): Promise<Digest | null> {
  const [schedule, firing] = [
    await findSchedule(runtime.table, owner, id),
    await findFiring(runtime.table, owner, id, time),
  ];
  if (!schedule || !firing || firing.slug === null || firing.digest !== null) return null;
  const row = await runtime.table.get(keys.meta(owner, firing.slug));
  const meta = row ? RunMeta.parse(row) : undefined;
  if (meta && !ENDED.has(meta.status)) return null;
  const snapshot = meta ? await snapshotOf(new RunHandle(runtime, meta)) : undefined;
  if (!meta || !snapshot) {
    await note(runtime, owner, id, time, 0);
    return null;
  }
  const { digest, isNew } = await claimNumber(runtime, owner, schedule, firing, meta, snapshot);
  await note(runtime, owner, id, time, digest.number);
  return isNew ? digest : null;
}

async function claimNumber(
  runtime: Runtime,
  owner: string,
  schedule: Schedule,
  firing: Firing,
  meta: RunMeta,
  snapshot: Snapshot,
): Promise<{ digest: Digest; isNew: boolean }> {
  const prefix = schedulePrefix(runtime, owner, schedule.id);
  for (;;) {
    const lines = await listLines(runtime, owner, schedule.id);
    const mine = lines.find((line) => line.slug === meta.slug);
    if (mine) {
      const digest = await readDigest(runtime, owner, schedule.id, mine);
      return { digest, isNew: false };
    }
    const last = lines.at(-1);
    const before = last === undefined ? NOTHING_KNOWN : await readKnown(runtime, owner, schedule.id, last);
    const head = {
      schedule: schedule.id,
      name: schedule.name,
      number: (last?.number ?? 0) + 1,
      slug: meta.slug,
      topic: meta.request.topic,
      time: firing.time,
      status: meta.status === 'complete' ? ('complete' as const) : ('partial' as const),
      reason: meta.reason,
    };
    const { digest, known } = buildDigest(head, before, snapshot);
    const files = {
      'known.json': JSON.stringify(known),
      'digest.json': `${JSON.stringify(digest, null, 1)}\n`,
      'digest.md': digestMarkdown(digest),
      'digest.html': digestHtml(digest),
    } as const;
    for (const [file, content] of Object.entries(files)) {
      await runtime.blobs.put(digestFile(prefix, digest, file as keyof typeof files), content);
    }
    const key = keys.digest(owner, schedule.id, digest.number);
    const put = () => runtime.table.put(key, lineOf(digest) as unknown as Row, { exists: false });
    if (await holds(put)) return { digest, isNew: true };
    // Another digest took the number: what it told of is known now, so this one is made again.
  }
}

async function note(runtime: Runtime, owner: string, id: string, time: string, digest: number): Promise<void> {
  await runtime.table.update(keys.firing(owner, id, time), { set: { digest } }, { exists: true });
}
