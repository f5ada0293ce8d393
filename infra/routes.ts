import type { Grants } from './grants.ts';

const SEE_RUN: Grants = { table: ['get', 'query'], rights: ['describe'] };
/** A library that a request names is looked up before the request is accepted. */
const NAMED = { library: ['read'] } as const;
const CHANGE_SCHEDULE: Grants = { table: ['get', 'update'], rights: ['schedule'] };
/** Starts runs: `delete` gives an idempotency key back when the start fails. */
const START: Grants = {
  table: ['get', 'put', 'update', 'delete'],
  objects: NAMED,
  rights: ['start', 'describe'],
};

/** What the function of each route may do, by the route's operation id. */
export const ROUTE_GRANTS: Readonly<Record<string, Grants>> = {
  createRun: START,
  createEstimate: { table: ['get'], objects: NAMED },
  listRuns: SEE_RUN,
  getRun: SEE_RUN,
  deleteRun: {
    table: ['get', 'update', 'delete', 'query'],
    objects: { runs: ['delete', 'deleteVersions'], index: ['write', 'delete', 'deleteVersions'] },
    rights: ['describe', 'versions'],
  },
  getPlan: { table: ['get', 'query'] },
  getGraph: { table: ['get', 'query'] },
  getTranscript: { table: ['get', 'query'] },
  getArtifacts: { table: ['get'], objects: { runs: ['read'] } },
  answerQuestion: { table: ['get', 'put', 'update', 'query'], rights: ['start', 'describe', 'wake'] },
  resumeRun: { table: ['get', 'put', 'update', 'query'], rights: ['start', 'describe'] },
  cancelRun: { table: ['get', 'put', 'update', 'query'], rights: ['describe', 'wake'] },
  createSchedule: { table: ['get', 'put', 'delete', 'query'], objects: NAMED, rights: ['schedule'] },
  listSchedules: { table: ['query'] },
  getSchedule: { table: ['get'] },
  replaceSchedule: { ...CHANGE_SCHEDULE, objects: NAMED },
  deleteSchedule: {
    table: ['get', 'delete', 'query'],
    objects: { schedules: ['delete', 'deleteVersions'] },
    rights: ['schedule', 'versions'],
  },
  pauseSchedule: CHANGE_SCHEDULE,
  resumeSchedule: CHANGE_SCHEDULE,
  runSchedule: START,
  listDigests: { table: ['get', 'query'] },
  getDigest: { table: ['get'], objects: { schedules: ['read'] } },
};

/** Functions that services of the cloud call, by folder of `lambdas/`. */
export const EVENT_GRANTS = {
  starter: {
    table: ['get', 'put', 'update', 'delete'],
    objects: NAMED,
    rights: ['start', 'describe', 'lost'],
  },
  reconciler: { table: ['get', 'put', 'update'], rights: ['lost'] },
  digester: {
    table: ['get', 'put', 'update', 'query'],
    objects: { runs: ['read'], schedules: ['read', 'write'] },
    rights: ['notify', 'lost'],
  },
} as const satisfies Record<string, Grants>;
