import type { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { copyOf, intercepted, type MemoryStores } from '../../support/faults.ts';
import {
  around,
  deliveredTwice,
  FullDisk,
  hastyAsl,
  type Lost,
  lostOnce,
  Throttle,
  type Twice,
} from '../../support/hostile.ts';
import { cloudOver } from '../../support/pipeline.ts';
import { goOn, type Parts, type Reference, type Verdict, verdictOf } from '../../support/sweep.ts';

/** One run under a fault that the run itself has to survive; resumed when it did not end. */
async function runUnder(
  stores: MemoryStores,
  expected: Reference,
  at: string,
  parts: Parts,
  calm: Parts = parts,
): Promise<Verdict> {
  const mine = copyOf(stores);
  const cloud = await cloudOver(mine, parts);
  const { slug } = await cloud.service.create(expected.asked);
  await cloud.ended(slug);
  if ((await cloud.service.meta(slug)).status !== 'complete') return goOn(mine, expected, at, calm);
  return verdictOf(cloud, mine, expected, at);
}

/** Every invocation of a run is delivered twice. */
export async function twice(stores: MemoryStores, expected: Reference, parts: Parts, how: Twice) {
  const { handlers, count, settled } = deliveredTwice(how);
  const mine = copyOf(stores);
  const cloud = await cloudOver(mine, { ...parts, handlers, asl: hastyAsl() });
  const { slug } = await cloud.service.create(expected.asked);
  await cloud.ended(slug);
  await settled();
  return { verdict: await verdictOf(cloud, mine, expected, `twice ${how}`), count: count() };
}

/** Operations of the state machine that a run of this kind goes through; each may be lost. */
export const OPERATIONS = [
  'begin',
  'ask',
  'settle',
  'plan',
  'commit',
  'tick',
  'research',
  'check',
  'answer',
  'collate',
  'reads',
  'read',
  'critique',
  'decide',
  'write',
  'verify',
  'present',
  'close',
] as const;

/** One invocation never answers: its task times out and is tried again, in the same execution. */
export async function lost(stores: MemoryStores, expected: Reference, parts: Parts, op: string, how: Lost) {
  const hostile = lostOnce(op, how);
  const hasty = { ...parts, handlers: hostile.handlers, asl: hastyAsl(op) };
  const verdict = await runUnder(stores, expected, `${op} lost ${how}`, hasty, parts);
  return { verdict, lost: hostile.lost() };
}

/** A table that refuses a share of all operations. What ends early is resumed until it gets through. */
export async function throttled(stores: MemoryStores, expected: Reference, parts: Parts, share: number, seed: number) {
  const mine = copyOf(stores);
  const throttle = new Throttle(share, seed);
  const asl = hastyAsl();
  const { slug } = expected;
  // The order itself is placed on a calm table: a refusal there is told to whoever placed it.
  const busy = await cloudOver(mine, { ...parts, asl });
  const cloud = await cloudOver(intercepted(mine, throttle), { ...parts, asl });
  await cloud.service.create(expected.asked).catch(() => busy.service.create(expected.asked));
  await cloud.executionEnded(slug, 1);
  return { verdict: await goOn(mine, expected, `throttled ${share} seed ${seed}`, parts), refused: throttle.refused };
}

/** A disk that is full from one file on; there is room again when the run is resumed. */
export async function diskFull(stores: MemoryStores, expected: Reference, parts: Parts, from: number) {
  const mine = copyOf(stores);
  const disk = new FullDisk(from);
  const cloud = await cloudOver(intercepted(mine, disk), { ...parts, asl: hastyAsl() });
  const { slug } = await cloud.service.create(expected.asked);
  await cloud.executionEnded(slug, 1);
  const { reason } = await cloud.service.meta(slug);
  const verdict = await goOn(mine, expected, `disk full from file ${from}`, parts);
  return { verdict, refused: disk.refused, reason };
}

/** Files of a run that its resume must make again when they are torn. */
export const TEARABLE = (path: string): boolean => !/^(transcript\.jsonl|drafts\/|replies\/|INDEX)/.test(path);

/**
 * Tears one file of stores that a crash left, and resumes. The step that wrote it is the only one to be made again, and stage
 * 8, which writes the projections.
 */
export async function torn(
  left: MemoryStores,
  expected: Reference,
  parts: Parts,
  path: string,
  how: 'half' | 'empty' | 'gone',
) {
  const key = `runs/${expected.slug}/${path}`;
  const body = await left.blobs.get(key);
  if (body === undefined) throw new Error(`There is no ${path} to tear.`);
  if (how === 'gone') await left.blobs.delete(key);
  else await left.blobs.put(key, body.slice(0, how === 'half' ? Math.floor(body.byteLength / 2) : 0));
  const verdict = await goOn(left, expected, `${path} ${how}`, parts);
  const others = verdict.repeated.filter((id) => id !== 'present');
  return { ...verdict, repeated: others.length <= 1 ? [] : others };
}

/** A clock that is set to another time, again and again, while the run goes on. */
export async function clockJumps(stores: MemoryStores, expected: Reference, parts: Parts, hours: readonly number[]) {
  let reads = 0;
  const at = () => hours[Math.floor(reads++ / 5) % hours.length]! * 3600_000;
  const clock = { now: () => new Date('2026-11-30T12:00:00.000Z'), wall: () => Date.now() + at() };
  return runUnder(
    stores,
    expected,
    `clock jumps of ${hours.join(', ')} h`,
    { ...parts, clock, asl: hastyAsl() },
    parts,
  );
}

/**
 * A second process takes a run over at its nth invocation, while the first one, which was believed dead, goes on. The
 * writes of the first are refused from then on.
 */
export async function takenOver(stores: MemoryStores, expected: Reference, parts: Parts, nth: number) {
  const mine = copyOf(stores);
  let invocations = 0;
  let second: EmbeddedCloud | undefined;
  let takeover: Promise<unknown> | undefined;
  const handlers = around((_, handler) => async (event, context) => {
    if (++invocations === nth) {
      second = await cloudOver(mine, parts);
      takeover = second.service.resume(expected.slug);
      await takeover;
    }
    return handler(event, context);
  });
  const first = await cloudOver(mine, { ...parts, handlers, asl: hastyAsl() });
  await first.service.create(expected.asked);
  await first.executionEnded(expected.slug, 1);
  await takeover;
  await second?.ended(expected.slug);
  const cloud = second ?? first;
  const verdict = await verdictOf(cloud, mine, expected, `taken over at invocation ${nth}`);
  const { rows } = await cloud.service.transcript(expected.slug, 0, 100_000);
  const begun = rows.findIndex((row) => row.attempt === 2);
  const late = rows.slice(begun).filter((row) => row.attempt === 1);
  return { verdict, late: late.length, taken: second !== undefined };
}
