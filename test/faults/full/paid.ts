import { openProviders } from '../../../shared/models/open.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { liveSources } from '../../../shared/sources/live.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { WarpedTime } from '../../support/fake-time.ts';
import { faultRun } from '../../support/fault-run.ts';
import { type Interceptor, intercepted, type MemoryStores } from '../../support/faults.ts';
import { hastyAsl } from '../../support/hostile.ts';
import { answerOf } from '../../support/messages-server/answer.ts';
import { MessagesServer } from '../../support/messages-server/server.ts';
import { startReplay } from '../../support/replay-server.ts';
import { goOn, type Parts, type Reference, reference, type Verdict } from '../../support/sweep.ts';
import { SYNTHETIC } from '../../support/synthetic-sources.ts';

/** A run whose answers cost something: from models, or from sources beyond this machine. */
export interface PaidRun {
  readonly stores: MemoryStores;
  readonly parts: Parts;
  readonly expected: Reference;
  /** Where its answers are stored. */
  readonly answers: RegExp;
  close(): Promise<void>;
}

/** What a call in flight at the crash has cost is said in the methodology; nothing else may differ. */
const withoutCost = (text: string): string =>
  text.replace(/\d+ model calls, \d+ tokens, \$\d+\.\d\d\./g, 'COST').replace(/answers? by the extractive agents/g, '');

export async function modelRun(): Promise<PaidRun> {
  const server = await MessagesServer.start({ retryAfter: 0.02, answer: (request) => answerOf(request, '1') });
  const run = await faultRun({ offline: false });
  const rolesOf = () => new ModelRunner(openProviders({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }));
  const parts = { embedder: run.parts.embedder, rolesOf, asl: hastyAsl(), normalise: withoutCost };
  const expected = await reference(run.stores, run.asked, parts);
  return { stores: run.stores, parts, expected, answers: /^blob .*\/replies\//, close: () => server.close() };
}

/** Nothing but the stand-ins on the loopback is there. */
const nowhere = async (host: string): Promise<never> => {
  throw Object.assign(new Error(`${host} is not there`), { code: 'ENOTFOUND' });
};

/** How long an address that failed is left alone depends on when it is asked. */
const withoutPauses = (text: string): string => text.replace(/; left alone for another \d+ s/g, '');

export async function sourceRun(): Promise<PaidRun> {
  const replay = await startReplay(SYNTHETIC);
  const run = await faultRun({
    offline: false,
    model: 'extractive',
    sources: ['arxiv', 'scholarly', 'web', 'community'],
  });
  const time = new WarpedTime();
  const liveOver: Parts['liveOver'] = ({ table, blobs }) =>
    liveSources(openSources({ env: replay.env, table, blobs, time, random: () => 0.5, resolve: nowhere }));
  const parts = { ...run.parts, liveOver, asl: hastyAsl(), normalise: withoutPauses };
  const expected = await reference(run.stores, run.asked, parts);
  return { stores: run.stores, parts, expected, answers: /^blob cache\/http\//, close: () => replay.close() };
}

/** Counts answers that are stored once more although they were stored when the process died. */
class Again implements Interceptor {
  count = 0;
  private readonly known: ReadonlySet<string>;
  constructor(known: ReadonlySet<string>) {
    this.known = known;
  }
  write<T>(name: string, effect: () => Promise<T>): Promise<T> {
    if (this.known.has(name)) this.count++;
    return effect();
  }
  read<T>(_name: string, effect: () => Promise<T>): Promise<T> {
    return effect();
  }
}

/** Writes around which a process of this run is killed: every stored answer, and a spread of all others. */
export function paidPoints({ expected, answers }: PaidRun, spread: number): number[] {
  const names = expected.boundaries;
  const points = new Set(names.flatMap((name, at) => (answers.test(name) ? [at, at + 1] : [])));
  for (let n = 0; n < spread; n++) points.add(Math.floor((n * names.length) / spread));
  return [...points].sort((a, b) => a - b);
}

/** Resumes from the stores as they were after some writes, and counts the stored answers that were asked for again. */
export async function resumePaid(
  run: PaidRun,
  left: MemoryStores,
  writes: number,
): Promise<{ verdict: Verdict; calls: number }> {
  const { expected, answers, parts } = run;
  const known = new Set(expected.boundaries.slice(0, writes).filter((name) => answers.test(name)));
  const again = new Again(known);
  const at = `${writes} ${expected.boundaries[writes - 1] ?? 'start'}`;
  return { verdict: await goOn(intercepted(left, again), expected, at, parts), calls: again.count };
}
