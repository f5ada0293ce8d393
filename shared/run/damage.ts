import { keys, runPk } from '../store/keys.ts';
import type { RunHandle } from './handle.ts';
import { Receipt } from './receipt.ts';
import { reopenStep } from './step.ts';

/** A step that is done, as its row says. */
export interface DoneStep {
  readonly id: string;
  readonly stage: number;
  readonly receipt: Receipt;
  /** Bytes by path. */
  readonly wrote: Readonly<Record<string, number>>;
}

interface Place {
  readonly stage: number;
  readonly round: number;
  readonly tick: number;
}

/** Files that every round, or every pass, writes anew. */
const SHARED = /^(analysis\/|(records|candidates|citation-graph|embeddings|collation)\.json$)/;
/** Nobody reads these once their step is done. */
const SPENT = /^(replies|drafts)\//;

const order = (step: DoneStep): string => `${step.receipt.at.round} ${step.stage} ${step.id}`;

/**
 * Steps whose artefacts are not as they were stored: missing, or of another size. Of a file that several steps wrote, the
 * last of them answers for it, unless the next one may just be writing it.
 *
 * @param sizes bytes by path, of what is stored
 * @param open ids of steps that were begun and not finished
 */
export function damagedSteps(
  steps: readonly DoneStep[],
  sizes: ReadonlyMap<string, number | undefined>,
  cursor: Place,
  open: readonly string[] = [],
): DoneStep[] {
  const begun = new Set(open.map(familyOf));
  const last = new Map<string, DoneStep>();
  for (const step of [...steps].sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    for (const path of Object.keys(step.wrote)) {
      // The plan is a projection that many steps write; what stage 8 made of it is its last form.
      if (SPENT.test(path) || (path === 'plan.md' && step.id !== 'present')) continue;
      last.set(path, step);
    }
  }
  const hit = new Set<DoneStep>();
  for (const [path, step] of last) {
    if (SHARED.test(path) && (step.stage === cursor.stage || begun.has(familyOf(step.id)))) continue;
    if (sizes.get(path) !== step.wrote[path]) hit.add(step);
  }
  return [...hit].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Steps that write the same files in every round: `collate`, `critique.domain`. */
const familyOf = (id: string): string => id.replace(/\.\d+/g, '');

/** Where a run has to go back to for a step to be made again: from there the stored receipts of its neighbours lead on. */
export function placeOf({ id, stage, receipt: { at, next } }: DoneStep): Place {
  const { round } = at;
  const dispatch = /^(\d+)\.(\d+)\.\w+\.[\w-]+(\.more\d*)?/.exec(id);
  if (stage === 2 && dispatch) {
    const tick = Number(dispatch[2]) - 1;
    return { stage: dispatch[3] ? 3 : 2, round, tick };
  }
  return { stage, round, tick: stage === 3 && next === 'rebalance' ? at.tick - 1 : at.tick };
}

/**
 * Looks, at the start of a later attempt, whether everything that was stored is still whole: a torn file is made again by
 * the step that wrote it. The cursor goes back to the first of those steps.
 *
 * @returns the steps that will be made again
 */
export async function repair(run: RunHandle): Promise<string[]> {
  const rows = await run.runtime.table.query({ pk: runPk(run.owner, run.slug), prefix: 'STEP#' });
  const steps: DoneStep[] = [];
  for (const row of rows) {
    const receipt = Receipt.safeParse(row.receipt);
    if (row.status !== 'done' || !receipt.success || typeof row.wrote !== 'object' || row.wrote === null) continue;
    const wrote = row.wrote as Readonly<Record<string, number>>;
    steps.push({ id: row.sk.slice('STEP#'.length), stage: Number(row.stage), receipt: receipt.data, wrote });
  }
  const paths = new Set(steps.flatMap((step) => Object.keys(step.wrote)));
  const sizes = new Map<string, number | undefined>();
  for (const path of paths) sizes.set(path, await run.runtime.blobs.size(run.path(path)));
  const cursor = await run.cursor();
  const begun = rows.filter((row) => row.status !== 'done').map((row) => row.sk.slice('STEP#'.length));
  const damaged = damagedSteps(steps, sizes, cursor, begun);
  if (damaged.length === 0) return [];
  // The cursor goes back before the steps are reopened: a crash between the two finds them again.
  const first = damaged.map(placeOf).reduce((a, b) => (rank(b) < rank(a) ? b : a));
  if (rank(first) < rank(cursor)) await run.fenced(keys.cursor(run.owner, run.slug), { set: { ...first } });
  // What is made again may write the plan as it goes; stage 8 gives it its last form.
  const again = [...damaged.map((step) => step.id), 'present'];
  for (const id of new Set(again)) await reopenStep(run, id);
  return damaged.map((step) => step.id);
}

const rank = ({ round, stage, tick }: Place): number => round * 1e6 + stage * 1e4 + tick;
