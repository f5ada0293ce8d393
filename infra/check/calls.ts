import { readFileSync } from 'node:fs';
import type { AnyRoute } from '../../shared/api/route.ts';
import { ROUTES } from '../../shared/api/routes.ts';
import { SCOPES, scopeName } from '../../shared/api/scopes.ts';

/** One invocation of a bundle, and what it must come to in an account with nothing in it. */
export interface Call {
  readonly what: string;
  readonly event: unknown;
  /** @returns what is wrong, null when nothing is */
  judge(result: Result): string | null;
}
export type Result = { readonly value: unknown } | { readonly error: Error };

const RUN = { owner: 'owner-1', slug: 'nothing-here-2026-11-30', attempt: 1 };

/** Invocations of a function by its name in `allSpecs`. */
export function callsOf(name: string, responseUrl: string): Call[] {
  const [kind, rest = ''] = [name.slice(0, name.indexOf('-')), name.slice(name.indexOf('-') + 1)];
  if (kind === 'step') return stepCalls(rest);
  if (kind === 'api') return [apiCall(ROUTES.find(({ id }) => id === rest)!)];
  if (kind === 'event') return [eventCall(rest)];
  return [name === 'pdf' ? PDF : libraryCall(responseUrl)];
}

/** Refused by name: a minified class would make the state machine's rules match nothing. */
function stepCalls(step: string): Call[] {
  const wrong: Call = {
    what: 'an operation that there is not',
    event: { op: 'nonsense' },
    judge: (result) => named(result, /^UsageError$/),
  };
  const op = firstOperation(step);
  const empty: Call = {
    what: `${op} of a run that there is not`,
    event: {
      run: RUN,
      op,
      at: {},
      item: { id: 'x' },
      question: 'Q1',
      token: 'T',
      critic: 'domain',
      error: { Error: 'E', Cause: 'c' },
    },
    judge: (result) => named(result, /^(?!Error$|TypeError|ReferenceError|SyntaxError|RangeError)[A-Z]\w{4,}$/),
  };
  return [wrong, empty];
}

function firstOperation(step: string): string {
  const text = readFileSync(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8');
  const name = `${step[0]!.toUpperCase()}${step.slice(1)}Function`;
  const pattern = new RegExp(`"FunctionName": "\\$\\{${name}\\}",\\s*"Payload": \\{[\\s\\S]*?"op": "(\\w+)"`);
  const op = pattern.exec(text)?.[1];
  if (op === undefined) throw new Error(`The definition never calls ${step}.`);
  return op;
}

function named(result: Result, pattern: RegExp): string | null {
  if (!('error' in result)) return `answered ${JSON.stringify(result.value).slice(0, 200)} instead of failing`;
  const { name, message } = result.error;
  return pattern.test(name) ? null : `failed as ${name}: ${message.slice(0, 300)}`;
}

function apiCall({ id, method, path }: AnyRoute): Call {
  const values: Record<string, string> = { slug: RUN.slug, id: 'weekly', number: '1' };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const scope = (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map(scopeName).join(' ');
  return {
    what: id,
    event: {
      httpMethod: method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x'),
      resource: path,
      headers: { 'content-type': 'application/json' },
      multiValueHeaders: { 'content-type': ['application/json'] },
      pathParameters: Object.fromEntries(names.map((name) => [name, values[name] ?? 'x'])),
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: '{}',
      isBase64Encoded: false,
      requestContext: { requestId: 'check', authorizer: { claims: { sub: RUN.owner, scope } } },
    },
    judge: (result) => {
      if ('error' in result) return `threw ${result.error.name}: ${result.error.message.slice(0, 300)}`;
      const { statusCode, body } = result.value as { statusCode: number; body: string };
      return statusCode >= 200 && statusCode < 500 ? null : `answered ${statusCode}: ${String(body).slice(0, 300)}`;
    },
  };
}

function eventCall(name: string): Call {
  const scheduled = { owner: RUN.owner, schedule: 'weekly', scheduledTime: '2026-11-30T07:00:00Z' };
  const ended = {
    source: 'aws.states',
    detail: { name: 'x', status: 'FAILED', input: JSON.stringify({ run: RUN }), error: 'E', cause: 'c' },
  };
  return {
    what: 'an event about what there is not',
    event: name === 'starter' ? scheduled : ended,
    judge: (result) => ('error' in result ? `threw ${result.error.name}: ${result.error.message.slice(0, 300)}` : null),
  };
}

const PDF: Call = {
  what: 'a PDF of one page',
  event: { name: 'a'.repeat(64) },
  judge: (result) =>
    'value' in result && (result.value as { pages?: number }).pages === 1
      ? null
      : `did not read it: ${'error' in result ? result.error.message.slice(0, 300) : JSON.stringify(result.value)}`,
};

function libraryCall(responseUrl: string): Call {
  return {
    what: 'the deployment',
    event: {
      RequestType: 'Create',
      ResponseURL: `${responseUrl}/answer`,
      StackId: 's',
      RequestId: 'r',
      LogicalResourceId: 'l',
      ResourceProperties: { id: 'starter' },
    },
    judge: (result) => ('error' in result ? `threw ${result.error.message.slice(0, 300)}` : null),
  };
}
