import type { Key } from './ports.ts';

/** Digits of a sequence number in a sort key, so that text order is number order. */
const WIDTH = 10;

export const runPk = (owner: string, slug: string): string => `RUN#${owner}#${slug}`;
export const schedulePk = (owner: string, id: string): string => `SCHED#${owner}#${id}`;
export const ownerPk = (owner: string): string => `OWNER#${owner}`;

/** Every key of the single table is made here, and nowhere else. */
export const keys = {
  meta: (owner: string, slug: string): Key => ({ pk: runPk(owner, slug), sk: 'META' }),
  cursor: (owner: string, slug: string): Key => ({ pk: runPk(owner, slug), sk: 'CURSOR' }),
  budget: (owner: string, slug: string): Key => ({ pk: runPk(owner, slug), sk: 'BUDGET' }),
  graph: (owner: string, slug: string): Key => ({ pk: runPk(owner, slug), sk: 'NODE#graph' }),
  node: (owner: string, slug: string, id: string): Key => ({ pk: runPk(owner, slug), sk: `NODE#${id}` }),
  event: (owner: string, slug: string, seq: number): Key => ({
    pk: runPk(owner, slug),
    sk: `EV#${String(seq).padStart(WIDTH, '0')}`,
  }),
  step: (owner: string, slug: string, id: string): Key => ({ pk: runPk(owner, slug), sk: `STEP#${id}` }),
  /** What a step's model calls have been through; beside the step, so that it survives its invocations. */
  ladder: (owner: string, slug: string, step: string): Key => ({ pk: runPk(owner, slug), sk: `LADDER#${step}` }),
  circuit: (owner: string, slug: string): Key => ({ pk: runPk(owner, slug), sk: 'CIRCUIT' }),
  question: (owner: string, slug: string, id: string): Key => ({ pk: runPk(owner, slug), sk: `Q#${id}` }),
  finding: (owner: string, slug: string, dispatch: string): Key => ({
    pk: runPk(owner, slug),
    sk: `FIND#${dispatch}`,
  }),
  paper: (owner: string, slug: string, id: string): Key => ({ pk: runPk(owner, slug), sk: `PAPER#${id}` }),
  revision: (owner: string, slug: string, number: number): Key => ({
    pk: runPk(owner, slug),
    sk: `REV#${String(number).padStart(3, '0')}`,
  }),
  index: (owner: string, created: string, slug: string): Key => ({
    pk: ownerPk(owner),
    sk: `RUN#${created}#${slug}`,
  }),
  /** An idempotency key, by its hash. */
  idempotency: (owner: string, hash: string): Key => ({ pk: ownerPk(owner), sk: `IDEM#${hash}` }),
  /** Runs an owner has going at once. */
  slots: (owner: string): Key => ({ pk: ownerPk(owner), sk: 'LIMIT#runs' }),
  /** Tokens an owner has reserved and used in a month, `2026-11`. */
  month: (owner: string, month: string): Key => ({ pk: ownerPk(owner), sk: `LIMIT#tokens#${month}` }),
  schedule: (owner: string, id: string): Key => ({ pk: ownerPk(owner), sk: `SCHED#${id}` }),
  /** One firing of a schedule, by its scheduled time. */
  firing: (owner: string, id: string, time: string): Key => ({ pk: schedulePk(owner, id), sk: `FIRE#${time}` }),
  digest: (owner: string, id: string, number: number): Key => ({
    pk: schedulePk(owner, id),
    sk: `DIGEST#${String(number).padStart(6, '0')}`,
  }),
} as const;
