import type { Grants } from './grants.ts';

const SEE: Grants = { table: ['get', 'query'] };
const SEE_FILES: Grants = { table: ['get', 'query'], objects: { runs: ['read'] } };
const CHANGE_SCHEDULE: Grants = { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['schedule'] };

/** What the function of each route may do, by the route's operation id. */
export const ROUTE_GRANTS: Readonly<Record<string, Grants>> = {
  createRun: { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['start', 'describe'] },
  createEstimate: SEE,
  listRuns: { ...SEE, rights: ['describe'] },
  getRun: { ...SEE, rights: ['describe'] },
  deleteRun: {
    table: ['get', 'update', 'delete', 'query'],
    objects: { runs: ['read', 'delete', 'deleteVersions'] },
    rights: ['describe', 'versions'],
  },
  getPlan: SEE_FILES,
  getGraph: SEE_FILES,
  getTranscript: SEE,
  getArtifacts: SEE_FILES,
  answerQuestion: {
    table: ['get', 'put', 'update', 'delete', 'query'],
    rights: ['start', 'describe', 'wake'],
  },
  resumeRun: { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['start', 'describe'] },
  cancelRun: { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['describe', 'wake'] },
  createSchedule: CHANGE_SCHEDULE,
  listSchedules: SEE,
  getSchedule: SEE,
  replaceSchedule: CHANGE_SCHEDULE,
  deleteSchedule: {
    ...CHANGE_SCHEDULE,
    objects: { schedules: ['read', 'delete', 'deleteVersions'] },
    rights: ['schedule', 'versions'],
  },
  pauseSchedule: CHANGE_SCHEDULE,
  resumeSchedule: CHANGE_SCHEDULE,
  runSchedule: { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['start', 'describe'] },
  listDigests: { ...SEE, objects: { schedules: ['read'] } },
  getDigest: { ...SEE, objects: { schedules: ['read'] } },
};

/** Functions that services of the cloud call, by folder of `lambdas/`. */
export const EVENT_GRANTS = {
  starter: { table: ['get', 'put', 'update', 'delete', 'query'], rights: ['start', 'describe'] },
  reconciler: { table: ['get', 'put', 'update', 'query'], objects: { runs: ['read'] } },
  digester: {
    table: ['get', 'put', 'update', 'query'],
    objects: { runs: ['read'], schedules: ['read', 'write'] },
    rights: ['notify'],
  },
} as const satisfies Record<string, Grants>;
