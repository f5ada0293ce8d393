import { existsSync, readdirSync, readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';

interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Parameters?: { readonly FunctionName?: string; readonly Payload?: Readonly<Record<string, unknown>> };
  readonly TimeoutSeconds?: number;
  readonly ResultPath?: string | null;
  readonly ResultSelector?: Readonly<Record<string, unknown>>;
  readonly Result?: unknown;
  readonly Retry?: readonly Rule[];
  readonly Catch?: readonly Rule[];
  readonly ItemProcessor?: Machine;
  readonly ItemsPath?: string;
  readonly ItemSelector?: Readonly<Record<string, unknown>>;
  readonly MaxConcurrency?: number;
  readonly Branches?: readonly Machine[];
  readonly Choices?: readonly unknown[];
  readonly Default?: string;
}
interface Rule {
  readonly ErrorEquals: readonly string[];
  readonly JitterStrategy?: string;
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly MaxAttempts?: number;
}
interface Machine {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

/** The embedded engine fires a time-out above this at once. */
const MAX_TIMEOUT = 2_147_483;
const RESOURCES = ['arn:aws:states:::lambda:invoke', 'arn:aws:states:::lambda:invoke.waitForTaskToken'];
/** Fields and words that one of the two engines ignores or gets wrong. */
const FORBIDDEN = [
  /"QueryLanguage"/,
  /"Assign"/,
  /"Arguments"\s*:/,
  /"Output"\s*:/,
  /\{%/,
  /"HeartbeatSeconds/,
  /"ToleratedFailure/,
  /States\.JsonMerge/,
  /States\.Format/,
  /States\.JsonToString/,
  /\$\$\.State(Machine)?\./,
];

/** Every state of every level with the level it is on. */
export function* walk(machine: Machine, inMap = false): Generator<{ name: string; state: State; inMap: boolean }> {
  for (const [name, state] of Object.entries(machine.States)) {
    yield { name, state, inMap };
    if (state.ItemProcessor) yield* walk(state.ItemProcessor, true);
    for (const branch of state.Branches ?? []) yield* walk(branch, inMap);
  }
}

/**
 * What is wrong with a definition, by asl-validator and by the rules that keep both engines in agreement.
 *
 * @param text the definition as it stands in the file
 * @param functions names that may stand in `${…}`: one per handler
 */
export function lint(text: string, functions: readonly string[]): string[] {
  const problems: string[] = [];
  const say = (name: string, what: string) => problems.push(`${name}: ${what}`);
  const plain = text.replaceAll(/\$\{(\w+)\}/g, '$1');
  const machine = JSON.parse(plain) as Machine;
  const verdict = aslValidator(machine as never, { checkPaths: true, checkArn: true });
  if (!verdict.isValid) problems.push(verdict.errorsText('\n'));
  for (const pattern of FORBIDDEN) if (pattern.test(text)) say('definition', `${pattern.source} is not allowed`);

  const seen = new Set<string>();
  const called = new Set<string>();
  for (const { name, state, inMap } of walk(machine)) {
    if (seen.has(name)) say(name, 'the name is used twice; overrides are keyed by name at every level');
    seen.add(name);
    if (state.ResultPath === '$') say(name, 'ResultPath "$" is wrong on one engine');
    if (state.Type === 'Pass' && 'Result' in state && !state.Result) say(name, 'a falsy Result is ignored');
    if (inMap && JSON.stringify(state).includes('$$.Execution.Input')) say(name, '$$.Execution.Input is the item here');
    if (!state.ItemSelector && JSON.stringify(state).includes('$$.Map.Item') && state.Type !== 'Map')
      say(name, '$$.Map.Item belongs into an ItemSelector');
    if (/"Is(Null|Present)":\s*false/.test(JSON.stringify(state.Choices ?? [])))
      say(name, 'IsNull or IsPresent false never matches; use Not');
    if (state.Type === 'Choice' && state.Default === undefined) say(name, 'a Choice needs a Default');
    if (state.Type === 'Map') lintMap(name, state, say);
    if (state.Type === 'Parallel' && !state.Catch) say(name, 'a Parallel needs a Catch');
    if (state.Type === 'Task') {
      lintTask(name, state, say);
      const called_ = state.Parameters?.FunctionName;
      if (called_ !== undefined) called.add(called_);
    }
    for (const rules of [state.Retry ?? [], state.Catch ?? []]) lintRules(name, rules, say);
  }
  for (const name of called) if (!functions.includes(name)) say(name, 'no handler of that name exists');
  for (const name of functions) if (!called.has(name)) say(name, 'the handler is never called');
  return problems;
}

type Say = (name: string, what: string) => void;

function lintTask(name: string, state: State, say: Say): void {
  if (!RESOURCES.includes(state.Resource ?? '')) say(name, `the resource ${state.Resource} is not a Lambda invoke`);
  if (!state.Parameters?.FunctionName || !state.Parameters.Payload) say(name, 'FunctionName and Payload are needed');
  if (!state.TimeoutSeconds || state.TimeoutSeconds > MAX_TIMEOUT) say(name, 'TimeoutSeconds is missing or too large');
  if (!state.Catch?.length) say(name, 'a Catch is missing');
  if (!state.Retry?.length) say(name, 'named retries are missing');
  for (const rule of state.Retry ?? []) {
    if (rule.JitterStrategy !== 'FULL') say(name, 'a retry has no full jitter');
    if (rule.MaxDelaySeconds === undefined || rule.MaxAttempts === undefined) say(name, 'a retry has no bound');
    if (rule.ErrorEquals.includes('States.ALL')) say(name, 'retries name their errors; States.ALL is for Catch');
  }
  const selector = JSON.stringify(state.ResultSelector ?? {});
  const receipt = state.ResultPath === null || selector === '{"receipt.$":"$.Payload"}';
  if (!receipt) say(name, 'a result is a receipt at $.last, or discarded');
  const payload = Object.keys(state.Parameters?.Payload ?? {});
  if (payload.includes('$') || payload.includes('state.$')) say(name, 'the whole state is passed on; pass ids');
}

function lintMap(name: string, state: State, say: Say): void {
  if (state.MaxConcurrency === undefined || state.MaxConcurrency < 1) say(name, 'MaxConcurrency is missing');
  if (state.ResultPath !== null) say(name, 'results of a Map are discarded: they live in the stores');
  if (!state.Catch?.length) say(name, 'a Map needs a Catch');
  for (const { name: inner, state: item } of walk(state.ItemProcessor!)) {
    const last = item.Catch?.at(-1)?.ErrorEquals;
    if (item.Type === 'Task' && last?.[0] !== 'States.ALL')
      say(inner, 'an item catches States.ALL itself: a failed Map starts its queue anyway');
  }
}

function lintRules(name: string, rules: readonly Rule[], say: Say): void {
  rules.forEach((rule, at) => {
    if (!rule.ErrorEquals.includes('States.ALL')) return;
    if (rule.ErrorEquals.length > 1 || at < rules.length - 1) say(name, 'States.ALL stands last and alone');
  });
}

/**
 * Placeholders of the machine's handlers that exist: `lambdas/intake` is `IntakeFunction`. They are made of steps; handlers
 * of events and routes are not.
 */
export function handlerNames(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isStep(new URL(`${entry.name}/handler.ts`, folder)))
    .map((entry) => `${entry.name[0]!.toUpperCase()}${entry.name.slice(1)}Function`)
    .sort();
}

const isStep = (file: URL): boolean =>
  existsSync(file) && readFileSync(file, 'utf8').includes("from '../middleware/step.ts'");

if (import.meta.main) {
  const text = readFileSync(new URL('./research.asl.json', import.meta.url), 'utf8');
  const problems = lint(text, handlerNames(new URL('../lambdas/', import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'state machine: no problem' : `state machine: ${problems.length} problem(s)`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
