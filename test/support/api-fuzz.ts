import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { parse } from 'yaml';
import { Problem } from '../../shared/api/problem.ts';
import { ROUTES } from '../../shared/api/routes.ts';
import { type JsonSchema, valuesOf } from './json-schema-arbitrary.ts';
import { OPENAPI_FILE } from './openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Record<string, unknown>>>;
}

export const DOCUMENT = parse(readFileSync(OPENAPI_FILE, 'utf8')) as Document;

/** One request as it goes over the wire. */
export interface Shot {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function resolve(ref: string): never | JsonSchema {
  const [section, name] = ref.replace('#/components/', '').split('/') as [string, string];
  return DOCUMENT.components[section]![name] as JsonSchema;
}

export const OPERATIONS: readonly { path: string; method: string; operation: Operation }[] = Object.entries(
  DOCUMENT.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const JUNK = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.constantFrom(
    '',
    '..',
    '../..',
    '%2e%2e',
    '%00',
    '%ff',
    'a'.repeat(3000),
    '{}',
    '-1',
    '1e9',
    'null',
    '__proto__',
    '#',
    '\u202e',
    "' OR 1=1",
  ),
);

const often = <T>(one: fc.Arbitrary<T>) => fc.oneof({ arbitrary: one, weight: 2 }, fc.constant(null));
const seldom = <T>(one: fc.Arbitrary<T>) => fc.oneof(one, { arbitrary: fc.constant(null), weight: 14 });

/** Mostly what the document allows, often a name that exists, sometimes anything. */
function parameterValues(parameter: Parameter, known: readonly string[]): fc.Arbitrary<string> {
  const allowed = valuesOf(parameter.schema, resolve).map(String);
  const choices = [
    { arbitrary: allowed, weight: 3 },
    { arbitrary: JUNK, weight: 1 },
  ];
  if (known.length > 0) {
    // Looked up when a request is made: names come and go.
    choices.push({ arbitrary: fc.nat({ max: 9999 }).map((n) => known[n % known.length]!), weight: 16 });
  }
  return fc.oneof(...choices);
}

function bodies(operation: Operation): fc.Arbitrary<{ body: string | null; type: string | null }> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const json = 'application/json';
  const junk = fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"topic":',
    '\u0000',
    '{"__proto__":{"x":1}}',
    `{"topic":"${'x'.repeat(5000)}"}`,
  );
  const junkBody = junk.map((body) => ({ body: body === '' ? null : body, type: json as string | null }));
  if (!schema) return fc.oneof(fc.constant({ body: null, type: null }), junkBody);
  const valid = valuesOf(schema, resolve);
  const changed = fc
    .tuple(valid, fc.string({ maxLength: 12 }), fc.jsonValue())
    .map(([value, name, extra]) => JSON.stringify({ ...(value as object), [name]: extra }));
  return fc.oneof(
    { arbitrary: valid.map((value) => ({ body: JSON.stringify(value), type: json as string | null })), weight: 12 },
    { arbitrary: changed.map((body) => ({ body, type: json as string | null })), weight: 2 },
    { arbitrary: junkBody, weight: 1 },
    {
      arbitrary: valid.map((value) => ({ body: JSON.stringify(value), type: 'text/plain' as string | null })),
      weight: 1,
    },
    { arbitrary: fc.constant({ body: `{"topic":"${'y'.repeat(300_000)}"}`, type: json as string | null }), weight: 1 },
  );
}

/** Requests to every operation of the document, and some that it does not have. */
export function shots(known: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<Shot> {
  const mine = OPERATIONS.filter(({ operation }) => operation.operationId !== 'streamEvents');
  // What makes something is asked more often: later requests then have more to find.
  return fc.oneof(
    ...mine.map((one) => ({
      arbitrary: shotsAt(one, known),
      weight: '201' in one.operation.responses || '202' in one.operation.responses ? 3 : 1,
    })),
  );
}

function shotsAt(
  { path, method, operation }: (typeof OPERATIONS)[number],
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Shot> {
  const parameters = operation.parameters ?? [];
  const values = parameters.map((parameter) => {
    const value = parameterValues(parameter, known[parameter.name] ?? []);
    return parameter.in === 'path' ? value : often(value);
  });
  return fc
    .record({
      values: fc.tuple(...values),
      sent: bodies(operation),
      verb: fc.oneof(
        { arbitrary: fc.constant(method), weight: 24 },
        fc.constantFrom('PATCH', 'PUT', 'HEAD', 'GET', 'DELETE'),
      ),
      accept: fc.oneof(
        { arbitrary: fc.constantFrom(null, 'application/json', '*/*'), weight: 12 },
        fc.constantFrom('text/markdown', 'image/svg+xml', 'text/html', 'x', 'image/*;q=0', 'a/b'),
      ),
      extra: seldom(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }))),
    })
    .map(({ values: given, sent, verb, accept, extra }) => {
      let url = path;
      const query = new URLSearchParams();
      const headers: Record<string, string> = {};
      for (const [at, parameter] of parameters.entries()) {
        const value = given[at] as string | null;
        if (value === null) continue;
        if (parameter.in === 'path')
          url = url.replace(`{${parameter.name}}`, () => encodeURIComponent(value.toWellFormed()));
        else if (parameter.in === 'query') query.append(parameter.name, value.toWellFormed());
        else headers[parameter.name.toLowerCase()] = value.replace(/[^\x20-\x7e]/g, '') || 'x';
      }
      if (extra) query.append(extra[0].toWellFormed(), extra[1].toWellFormed());
      if (accept !== null) headers.accept = accept;
      if (sent.type !== null) headers['content-type'] = sent.type;
      const search = query.toString();
      const whole = search === '' ? url : `${url}?${search}`;
      const body = verb === 'GET' || verb === 'HEAD' ? null : sent.body;
      return { operationId: operation.operationId, method: verb, headers, path: whole, body };
    });
}

/** Sends a request as it is: no client library tidies it up. */
export function fire(port: number, token: string, shot: Shot): Promise<Reply> {
  return new Promise((done, failed) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: shot.method,
        path: shot.path,
        agent: false,
        headers: {
          ...shot.headers,
          authorization: `Bearer ${token}`,
          ...(shot.body === null ? {} : { 'content-length': Buffer.byteLength(shot.body) }),
        },
      },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const type = (reply.headers['content-type'] ?? '').split(';')[0]!.trim();
          done({ status: reply.statusCode ?? 0, type, text: Buffer.concat(parts).toString('utf8') });
        });
        reply.on('error', failed);
      },
    );
    outgoing.on('error', failed);
    outgoing.end(shot.body ?? undefined);
  });
}

/** What is wrong with an answer by the document; null when nothing is. */
export function faultOf(shot: Shot, reply: Reply): string | null {
  if (reply.status >= 500) return `answered ${reply.status}: ${reply.text.slice(0, 300)}`;
  const path = shot.path.split('?')[0]!;
  const template = OPERATIONS.find(({ operation }) => operation.operationId === shot.operationId)!.path;
  const meant = DOCUMENT.paths[template]?.[shot.method.toLowerCase()];
  // A method that the document does not have at this path has one answer; a path whose parameter is empty is no path.
  if (!meant) return [404, 405].includes(reply.status) ? null : `answered ${reply.status} to an unknown method`;
  // A parameter that is empty makes another path of it.
  if (path.split('/').slice(1).includes(''))
    return [404, 405].includes(reply.status) ? null : `answered ${reply.status}`;
  const documented = meant.responses[String(reply.status)];
  if (!documented) return `answered ${reply.status}, which the document does not have`;
  const content = documented.$ref ? (resolve(documented.$ref) as typeof documented).content : documented.content;
  if (reply.status === 304 || reply.status === 204) return reply.text === '' ? null : 'has a body';
  if (!content || !(reply.type in content)) return `answered ${reply.status} as ${reply.type}`;
  return bodyFault(meant.operationId, reply);
}

function bodyFault(operationId: string, reply: Reply): string | null {
  const route = ROUTES.find(({ id }) => id === operationId);
  const schema = reply.status >= 400 ? Problem : route?.success[reply.status]?.content[reply.type];
  if (!schema || !/json$/.test(reply.type)) return null;
  const parsed = schema.safeParse(JSON.parse(reply.text));
  return parsed.success ? null : `has a body that its schema refuses: ${parsed.error.message.slice(0, 300)}`;
}
