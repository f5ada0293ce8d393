import * as z from 'zod';
import { PlumblineError } from '../contracts/errors.ts';
import { PaperRecord } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { withinHorizon } from '../run/horizon.ts';
import { MIN_ABSTRACT } from '../run/validate-findings.ts';
import type { StepContext } from './context.ts';
import { openLibrary } from './plan.ts';

const FILE = 'seeds.json';

/** Seed papers that no search brought, and what has to be said of the others. */
const Seeds = z.object({ papers: z.array(PaperRecord), notes: z.array(z.string()) });
type Seeds = z.infer<typeof Seeds>;

/** Longest time the registers are given. */
const PATIENCE_MS = 60_000;

/**
 * The papers named with `--seed-paper` that are not among those found: from the library, then from the registers. Stored, so
 * that every later collation of the run has the same; what could not be checked is asked for again.
 */
export async function seedPapers(
  step: StepContext,
  goal: Goal,
  found: readonly Pick<PaperRecord, 'id' | 'ids'>[],
): Promise<Seeds> {
  const have = new Set(found.flatMap(({ id, ids }) => [id, ...ids]));
  const excluded = new Set(goal.exclude);
  const wanted = goal.seed_papers.filter((id) => !have.has(id) && !excluded.has(id));
  if (wanted.length === 0) return { papers: [], notes: [] };
  const stored = (await step.run.exists(FILE)) ? (await step.run.readJson(FILE, Seeds)).papers : [];
  const library = await openLibrary(step);
  const papers: PaperRecord[] = [];
  const notes: string[] = [];
  const missing: string[] = [];
  for (const id of wanted) {
    const paper = stored.find((one) => one.ids.includes(id)) ?? (await library.get(id));
    if (paper === undefined) missing.push(id);
    else papers.push(PaperRecord.parse(paper));
  }
  const live = goal.offline ? null : step.runtime.live;
  if (live === null) notes.push(...missing.map((id) => `The seed paper ${id} was not found: ${elsewhere(goal)}.`));
  else if (missing.length > 0) {
    const asked = await ask(step, live, missing);
    papers.push(...asked.papers);
    notes.push(
      ...asked.absent.map((id) => `The seed paper ${id} was not found in any register: its id may be mistyped.`),
      ...asked.unchecked.map((id) => `The seed paper ${id} could not be looked for: no register answered for it.`),
    );
  }
  const kept = papers.filter((paper) => withinHorizon(paper, goal.time_horizon, paper.source) === 'in');
  for (const { id } of papers.filter((paper) => !kept.includes(paper)))
    notes.push(`The seed paper ${id} was left out: it is not within the time horizon.`);
  for (const { id } of kept.filter(({ abstract }) => (abstract ?? '').length < MIN_ABSTRACT))
    notes.push(`The seed paper ${id} came without an abstract, so it counts only where its full text could be had.`);
  const seeds = { papers: kept, notes };
  await step.run.writeJson(FILE, { ...seeds, papers });
  return seeds;
}

const elsewhere = ({ offline }: Goal): string =>
  offline ? 'the library does not have it, and the run was offline' : 'the library does not have it';

/** A register that cannot be asked leaves a seed paper unchecked and is no reason to fail. */
async function ask(step: StepContext, live: NonNullable<StepContext['runtime']['live']>, ids: readonly string[]) {
  const until = step.runtime.clock.wall() + PATIENCE_MS;
  const bounds = { remainingMs: () => Math.min(step.remainingMs() / 2, until - step.runtime.clock.wall()) };
  try {
    return await live.seeds(ids, bounds);
  } catch (error) {
    if (!(error instanceof PlumblineError) || !error.retryable) throw error;
    return { papers: [], absent: [], unchecked: ids };
  }
}
