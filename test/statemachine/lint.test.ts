import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { handlerNames, lint, walk } from '../../statemachine/lint.ts';

const TEXT = readFileSync(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8');
const FUNCTIONS = handlerNames(new URL('../../lambdas/', import.meta.url));

type Definition = { States: Record<string, Record<string, unknown>> };

/** The definition with one thing broken. */
function broken(change: (definition: Definition) => void): string[] {
  const definition = JSON.parse(TEXT) as Definition;
  change(definition);
  return lint(JSON.stringify(definition), FUNCTIONS);
}

describe('the state machine', () => {
  it('passes its own lint', () => {
    expect(lint(TEXT, FUNCTIONS)).toEqual([]);
  });

  it('has all stages: maps for discovery and reading, three critics, questions, a failure and a terminal state', () => {
    const machine = JSON.parse(TEXT) as Parameters<typeof walk>[0];
    const states = [...walk(machine)];
    const of = (type: string) => states.filter(({ state }) => state.Type === type).map(({ name }) => name);
    expect(of('Map')).toEqual(expect.arrayContaining(['Research', 'Answer', 'Read']));
    expect(machine.States.Critique?.Branches).toHaveLength(3);
    expect(machine.States.Read?.MaxConcurrency).toBe(5);
    expect(states.filter(({ state }) => state.Resource?.endsWith('.waitForTaskToken')).map(({ name }) => name)).toEqual(
      ['AskReading', 'AskPlan', 'AskDirection'],
    );
    expect(of('Fail').filter((name) => name in machine.States)).toEqual(['Failed', 'Fenced']);
    // What the stores refuse is no finding: it stops the run, which can be resumed.
    expect(of('Fail').filter((name) => name.endsWith('Cut'))).toHaveLength(8);
    expect(machine.States.RecordFailure).toBeDefined();
    expect(machine.States.Close).toBeDefined();
  });

  it.each<[string, (d: Definition) => void, RegExp]>([
    ['JSONata', (d) => Object.assign(d.States.Collate!, { QueryLanguage: 'JSONata' }), /QueryLanguage/],
    ['Assign', (d) => Object.assign(d.States.Collate!, { Assign: { x: 1 } }), /Assign/],
    ['a Task without a time-out', (d) => delete d.States.Collate!.TimeoutSeconds, /Collate: TimeoutSeconds/],
    [
      'a time-out that fires at once locally',
      (d) => Object.assign(d.States.Collate!, { TimeoutSeconds: 99_999_999 }),
      /Collate: TimeoutSeconds/,
    ],
    ['a Task without a Catch', (d) => delete d.States.Collate!.Catch, /Collate: a Catch/],
    ['a Task without retries', (d) => delete d.States.Collate!.Retry, /Collate: named retries/],
    [
      'States.ALL before another rule',
      (d) => (d.States.Collate!.Catch as unknown[]).reverse(),
      /Collate: States.ALL stands last/,
    ],
    [
      'a retry without jitter',
      (d) => delete (d.States.Collate!.Retry as Record<string, unknown>[])[0]!.JitterStrategy,
      /no full jitter/,
    ],
    [
      'a handler that does not exist',
      (d) => Object.assign(d.States.Collate!.Parameters as object, { FunctionName: '${NobodyFunction}' }),
      /NobodyFunction: no handler/,
    ],
    [
      'content in the state',
      (d) => Object.assign(d.States.Collate!, { ResultSelector: { 'all.$': '$' } }),
      /Collate: a result is a receipt/,
    ],
    [
      'results of a Map in the state',
      (d) => Object.assign(d.States.Research!, { ResultPath: '$.all' }),
      /Research: results of a Map/,
    ],
    ['a Choice without a Default', (d) => delete d.States.Route!.Default, /Route: a Choice needs a Default/],
    [
      'IsPresent false',
      (d) => (d.States.Route!.Choices as unknown[]).unshift({ Variable: '$.x', IsPresent: false, Next: 'Plan' }),
      /IsPresent false never matches/,
    ],
    [
      'one name at two levels',
      (d) => {
        const inner = (d.States.Read!.ItemProcessor as { States: Record<string, unknown> }).States;
        inner.Collate = inner.ReaderFailed;
      },
      /Collate: the name is used twice/,
    ],
  ])('refuses %s', (_what, change, expected) => {
    expect(broken(change).join('\n')).toMatch(expected);
  });
});
