import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allSpecs, type EventName } from '../../../infra/bundle/specs.ts';
import { actionsOf, type Grants, OBJECT_ACTIONS, PLACES, type Place } from '../../../infra/grants.ts';
import { EVENT_GRANTS, ROUTE_GRANTS } from '../../../infra/routes.ts';
import { LIBRARY_GRANTS } from '../../../infra/starter-library.ts';
import { STEPS } from '../../../infra/steps.ts';
import { placeholder } from '../../../infra/workflow.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import { walk } from '../../../statemachine/lint.ts';
import { flat, type Resource, type Synthesized } from '../../support/synthesized.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
}

const LOG = ['logs:CreateLogStream', 'logs:PutLogEvents', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const listed = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** What each function may do, by a part of its description. */
const GRANTS: ReadonlyMap<string, Grants> = new Map<string, Grants>([
  ...Object.entries(STEPS).map(([name, { grants }]) => [`step of a run: ${name}`, grants] as const),
  ...ROUTES.map(({ id, summary }) => [`API: ${summary}`, ROUTE_GRANTS[id]!] as const),
  ...Object.entries(EVENT_GRANTS).map(([name, grants]) => [`called by an event: ${name}`, grants] as const),
  ['takes the text out of a PDF', { objects: { papers: ['read', 'write'] } }],
  ['indexes the starter library', LIBRARY_GRANTS],
]);

export function functionChecks({ resources, ofType }: Synthesized): void {
  const functions = ofType('AWS::Lambda::Function');
  const policies = ofType('AWS::IAM::Policy');
  const named = (text: string) =>
    functions.filter(([, { Properties }]) => String(Properties.Description).endsWith(text));
  const statementsOf = ({ Properties }: Resource): Statement[] => {
    const role = (Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0];
    return policies
      .filter(([, policy]) => (policy.Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === role))
      .flatMap(([, policy]) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement);
  };

  it('has one function for every handler, and a role, a policy and a log for every function', () => {
    const folders = readdirSync(new URL('../../../lambdas/', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['api', 'middleware'].includes(entry.name))
      .map((entry) => entry.name);
    const known = [...Object.keys(STEPS), ...(Object.keys(EVENT_GRANTS) as EventName[])];
    expect(known.sort()).toEqual(folders.sort());
    expect(functions).toHaveLength(allSpecs().size);
    expect(functions).toHaveLength(GRANTS.size);
    const roles = functions.map(([, { Properties }]) => flat(Properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
    const logs = functions.map(([, { Properties }]) =>
      flat((Properties.LoggingConfig as { LogGroup: unknown }).LogGroup),
    );
    expect(new Set(logs).size).toBe(functions.length);
  });

  it('runs all of them on the same runtime, traced, with logs that end', () => {
    for (const [id, { Properties }] of functions) {
      expect(Properties.Runtime, id).toBe('nodejs24.x');
      expect(Properties.Architectures, id).toEqual(['arm64']);
      expect(Properties.TracingConfig, id).toEqual({ Mode: 'Active' });
      expect(Properties.Handler, id).toBe('index.handler');
      expect(Properties.Timeout, id).toBeLessThanOrEqual(900);
      const log = (Properties.LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref;
      expect(resources.get(log)!.Properties.RetentionInDays, id).toBe(30);
    }
  });

  it.each([...GRANTS.keys()])('allows %s what its line says, and nothing else', (text) => {
    const found = named(text);
    expect(found).toHaveLength(1);
    const statements = statementsOf(found[0]![1]);
    const grants = GRANTS.get(text)!;
    // Bedrock is off unless the settings turn it on.
    const rights = (grants.rights ?? []).filter((right) => right !== 'bedrock');
    const expected = [...actionsOf({ ...grants, rights }), ...LOG].sort();
    expect(statements.every(({ Effect }) => Effect === 'Allow')).toBe(true);
    const allowed = new Set(statements.flatMap(({ Action }) => listed(Action)));
    expect([...allowed].sort()).toEqual(expected);
    const onObjects = statements
      .flatMap(({ Action, Resource }) =>
        listed(Action).flatMap((action) => listed(Resource).map((resource) => `${action} ${flat(resource)}`)),
      )
      .filter((pair) => /^s3:\w+Object/.test(pair));
    const granted = Object.entries(grants.objects ?? {}).flatMap(([place, ops]) =>
      ops.map((op) => `${OBJECT_ACTIONS[op]} <Bucket.Arn>/${PLACES[place as Place]}`),
    );
    expect(onObjects.sort()).toEqual(granted.sort());
  });

  it('grants no action by a wildcard, and everything only to what knows no resources', () => {
    for (const [id, policy] of policies) {
      for (const { Action, Resource } of (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement) {
        const actions = listed(Action);
        for (const action of actions) expect(action, id).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
        if (!listed(Resource).includes('*')) continue;
        for (const action of actions)
          expect(action, id).toMatch(/^(?:xray:|logs:\w*(?:LogDeliver|ResourcePolic|LogGroups))/);
      }
    }
  });

  it('lets objects be reached only below their places, and no function that reads hostile files reach a run', () => {
    const places = new Set<string>();
    for (const [id, fn] of functions) {
      for (const { Action, Resource } of statementsOf(fn)) {
        if (!listed(Action).some((action) => /^s3:(?:Get|Put|Delete)Object/.test(action))) continue;
        const texts = listed(Resource).map((one) => flat(one).replace('<Bucket.Arn>/', ''));
        for (const place of texts) {
          places.add(place);
          expect(place, id).not.toBe('*');
        }
      }
    }
    expect([...places].sort()).toEqual([
      '*/INDEX.md',
      '*/runs/*',
      '*/schedules/*',
      'cache/http/*',
      'cache/pdf/*',
      'shared/library/*',
    ]);
    const pdf = named('takes the text out of a PDF')[0]![1];
    const actions = statementsOf(pdf).flatMap(({ Action }) => listed(Action));
    expect(actions.filter((action) => /^(?:dynamodb|secretsmanager|states):/.test(action))).toEqual([]);
    expect(Object.keys((pdf.Properties.Environment as { Variables: object }).Variables)).toEqual(['BUCKET_NAME']);
  });

  it('ends every function before the state machine gives up on it: what is tried again has no twin that still works', () => {
    const text = readFileSync(new URL('../../../statemachine/research.asl.json', import.meta.url), 'utf8');
    const tasks = [...walk(JSON.parse(text) as Parameters<typeof walk>[0])].filter(
      ({ state }) => state.Type === 'Task',
    );
    const called = new Set<string>();
    for (const { name, state } of tasks) {
      const step = Object.keys(STEPS).find((one) => `\${${placeholder(one)}}` === state.Parameters?.FunctionName)!;
      const { seconds } = STEPS[step]!;
      called.add(step);
      expect(state.TimeoutSeconds, name).toBeGreaterThan(seconds);
      // A function that dies leaves its claim until the lease ends: its time, and a second. Delays are drawn evenly.
      const waits = (state.Retry ?? []).find(({ ErrorEquals }) => ErrorEquals.includes('StepInProgress'))!;
      const delays = Array.from({ length: waits.MaxAttempts! }, (_, n) =>
        Math.min(waits.MaxDelaySeconds!, waits.IntervalSeconds! * waits.BackoffRate! ** n),
      );
      const mean = delays.reduce((sum, delay) => sum + delay / 2, 0);
      const deviation = Math.sqrt(delays.reduce((sum, delay) => sum + delay ** 2 / 12, 0));
      expect(mean - 2 * deviation, name).toBeGreaterThan(seconds + 1);
    }
    expect([...called].sort()).toEqual(Object.keys(STEPS).sort());
  });

  it('tries again what Lambda fails with by itself, by the names it gives', () => {
    const text = readFileSync(new URL('../../../statemachine/research.asl.json', import.meta.url), 'utf8');
    for (const { name, state } of walk(JSON.parse(text) as Parameters<typeof walk>[0])) {
      if (state.Type !== 'Task') continue;
      const names = (state.Retry ?? []).flatMap(({ ErrorEquals }) => ErrorEquals);
      expect(names, name).toEqual(
        expect.arrayContaining([
          'Lambda.ClientExecutionTimeoutException',
          'Lambda.ServiceException',
          'Lambda.AWSLambdaException',
          'Lambda.SdkClientException',
          'Lambda.TooManyRequestsException',
          'Lambda.Unknown',
          'Runtime.ExitError',
          'Sandbox.Timedout',
        ]),
      );
    }
  });
}
