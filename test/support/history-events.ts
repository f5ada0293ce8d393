export interface Rule {
  readonly ErrorEquals: readonly string[];
  readonly MaxAttempts: number;
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
}
export interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: readonly Rule[];
  readonly ItemProcessor?: Machine;
  readonly Branches?: readonly Machine[];
}
export interface Machine {
  readonly States: Readonly<Record<string, State>>;
}

/** How often each state is entered in a run; items of a Map count each. */
export type Visits = Readonly<Record<string, number>>;

/** How often a task is tried again before it succeeds. */
type Retries = (rules: readonly Rule[]) => number;

/** Every kind of failure but a batch that takes its time. */
const storms = (rules: readonly Rule[]) => rules.filter(({ ErrorEquals }) => !ErrorEquals.includes('BatchPending'));

/** Each task meets the longest storm that it is built to outlast. */
export const longestStorm: Retries = (rules) => Math.max(0, ...storms(rules).map(({ MaxAttempts }) => MaxAttempts));
export const noRetries: Retries = () => 0;
/** Each batch is looked at as often as the state machine grants, and no call of the others fails. */
export const slowestBatches: Retries = (rules) =>
  Math.max(
    0,
    ...rules.filter(({ ErrorEquals }) => ErrorEquals.includes('BatchPending')).map(({ MaxAttempts }) => MaxAttempts),
  );

/** States of every level by name. */
export function statesOf(machine: Machine): Map<string, State> {
  const found = new Map<string, State>();
  for (const [name, state] of Object.entries(machine.States)) {
    found.set(name, state);
    for (const inner of [...(state.ItemProcessor ? [state.ItemProcessor] : []), ...(state.Branches ?? [])]) {
      for (const [innerName, innerState] of statesOf(inner)) found.set(innerName, innerState);
    }
  }
  return found;
}

/**
 * History events of a run, as Step Functions writes them: a task has two for its state and three for each try, a task
 * token one more; a Map and a Parallel have four, each item or branch two; everything else has two.
 *
 * @throws {Error} for a state of the definition that `visits` leaves out, so that a new one is thought of here
 */
export function eventsOf(machine: Machine, visits: Visits, retries: Retries): number {
  const states = statesOf(machine);
  const forgotten = [...states.keys()].filter((name) => visits[name] === undefined);
  const unknown = Object.keys(visits).filter((name) => !states.has(name));
  if (forgotten.length + unknown.length > 0) throw new Error(`Not counted: ${forgotten}; not there: ${unknown}.`);
  let events = 2; // the execution's own start and end
  for (const [name, state] of states) {
    events += visits[name]! * eventsOfState(state, retries);
    const first = state.ItemProcessor && Object.keys(state.ItemProcessor.States)[0];
    if (first !== undefined) events += 2 * visits[first]!; // start and end of each item
  }
  return events;
}

function eventsOfState(state: State, retries: Retries): number {
  if (state.Type === 'Task') {
    const token = state.Resource?.endsWith('.waitForTaskToken') ? 1 : 0;
    return 2 + (3 + token) * (1 + retries(state.Retry ?? []));
  }
  if (state.Type === 'Map') return 4;
  if (state.Type === 'Parallel') return 4 + 2 * (state.Branches?.length ?? 0);
  return 2;
}
