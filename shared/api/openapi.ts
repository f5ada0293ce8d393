import * as z from 'zod';
import { Digest, DigestList } from '../schedule/digest/digest.ts';
import { NewSchedule } from '../schedule/new-schedule.ts';
import { ScheduleList, ScheduleView } from '../schedule/schedule.ts';
import { LibraryOrder } from './embedded.ts';
import { Estimate } from './estimates.ts';
import { PROBLEM_TYPE, Problem, problemTitles } from './problem.ts';
import { NewAnswer, NewRun } from './requests.ts';
import type { AnyRoute, Success } from './route.ts';
import { ROUTES } from './routes.ts';
import { SCOPES, scopeName } from './scopes.ts';
import * as views from './views.ts';

type Json = Record<string, unknown>;

/** Schemas with a name of their own in the document; the rest stands where it is used. */
const NAMED: readonly (readonly [string, z.ZodType, 'input' | 'output'])[] = [
  ['ArtifactLink', views.ArtifactLink, 'output'],
  ['ArtifactList', views.ArtifactList, 'output'],
  ['Created', views.Created, 'output'],
  ['Digest', Digest, 'output'],
  ['DigestList', DigestList, 'output'],
  ['Estimate', Estimate, 'output'],
  ['Graph', views.GraphView, 'output'],
  ['LibraryOrder', LibraryOrder, 'input'],
  ['NewAnswer', NewAnswer, 'input'],
  ['NewRun', NewRun, 'input'],
  ['NewSchedule', NewSchedule, 'input'],
  ['Plan', views.PlanView, 'output'],
  ['Problem', Problem, 'output'],
  ['Run', views.RunView, 'output'],
  ['RunPage', views.RunPage, 'output'],
  ['Schedule', ScheduleView, 'output'],
  ['ScheduleList', ScheduleList, 'output'],
  ['TranscriptPage', views.TranscriptPage, 'output'],
];

/** Statuses that every operation may answer. */
const ALWAYS = [400, 401, 403, 405, 406, 413, 429, 500, 503] as const;
const WITH_BODY = [415] as const;

/** The OpenAPI 3.1 document of the API, made from the routes and their schemas. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version,
      summary: 'One topic in, a cited synthesis out.',
      description:
        'The same routes are served by a deployment, behind API Gateway and a Cognito user pool, and by the embedded server on 127.0.0.1, with the token of `server.json`. Paths marked `x-embedded-only` are served by the latter alone. GETs carry an ETag: poll with `If-None-Match`.',
    },
    security: [{ bearer: [] }],
    paths: { ...paths, ...embeddedPaths() },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `Scopes: ${Object.entries(SCOPES)
            .map(([name, what]) => `\`plumbline/${name}\`: ${what}`)
            .join('. ')}.`,
        },
      },
      responses: Object.fromEntries(
        Object.keys(problemTitles()).map((status) => [`Problem${status}`, problem(Number(status))]),
      ),
      schemas: Object.fromEntries(NAMED.map(([name, schema, io]) => [name, schemaOf(schema, io)])),
    },
  };
}

function operation(route: AnyRoute): Json {
  const statuses = [...new Set([...ALWAYS, ...(route.body ? WITH_BODY : []), ...route.problems])].sort((a, b) => a - b);
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.path.split('/')[1]!],
    security: [{ bearer: [scopeName(route.scope)] }],
    parameters: [...parameters(route), ...headerParameters(route)],
    ...(route.body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: refOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(Object.entries(route.success).map(([status, one]) => [status, success(one, route)])),
      ...(route.method === 'GET' ? { 304: { description: 'It is as the client has it' } } : {}),
      ...problems(statuses),
    },
  };
}

function success({ description, content, headers }: Success, route: AnyRoute): Json {
  const shown: Record<string, string> = { ...headers };
  if (route.method === 'GET') shown.ETag = 'Version of what is shown, for If-None-Match';
  return {
    description,
    ...(Object.keys(shown).length > 0
      ? {
          headers: Object.fromEntries(
            Object.entries(shown).map(([name, what]) => [name, { description: what, schema: { type: 'string' } }]),
          ),
        }
      : {}),
    ...(Object.keys(content).length > 0
      ? {
          content: Object.fromEntries(
            Object.entries(content).map(([type, schema]) => [type, schema ? { schema: refOf(schema, 'output') } : {}]),
          ),
        }
      : {}),
  };
}

const problems = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]));

function problem(status: number): Json {
  return {
    description: problemTitles()[status] ?? 'Problem',
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
      : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function parameters(route: AnyRoute): Json[] {
  return [
    ...fieldsOf(route.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...fieldsOf(route.query).map(([name, schema, required]) => ({ name, in: 'query', required, schema })),
  ];
}

function headerParameters(route: AnyRoute): Json[] {
  const out: Json[] = [];
  if (route.idempotent) {
    const schema = { type: 'string', minLength: 1, maxLength: 255 };
    const description = 'The same key with the same body is the same run, for seven days';
    out.push({ name: 'Idempotency-Key', in: 'header', required: false, description, schema });
  }
  if (route.method === 'GET') {
    out.push({ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } });
  }
  return out;
}

/** Fields of an object schema: name, schema and whether it must be given. */
function fieldsOf(schema: z.ZodType): [string, Json, boolean][] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
}

function refOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const named = NAMED.find(([, one]) => one === schema);
  return named ? { $ref: `#/components/schemas/${named[0]}` } : schemaOf(schema, io);
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' }) as Json;
  return rest;
}

/** What only the embedded server has: indexing files of its machine, and a stream of events. */
function embeddedPaths(): Record<string, Json> {
  return {
    '/libraries': {
      post: {
        operationId: 'importLibrary',
        'x-embedded-only': true,
        summary: 'Index a library of the machine on which the server runs',
        tags: ['libraries'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/LibraryOrder' } } },
        },
        responses: {
          200: { description: 'The manifest of the indexed library', content: { 'application/json': {} } },
          ...problems([400, 401, 403, 405, 413, 415, 500, 503]),
        },
      },
    },
    '/runs/{slug}/events': {
      get: {
        operationId: 'streamEvents',
        'x-embedded-only': true,
        summary: 'Follow a run as server-sent events: `row` for transcript rows, `status`, and `end`',
        tags: ['runs'],
        parameters: [
          { name: 'slug', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'after', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
          { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
        ],
        responses: {
          200: { description: 'The stream', content: { 'text/event-stream': {} } },
          ...problems([400, 401, 403, 404, 405, 413, 500, 503]),
        },
      },
    },
  };
}
