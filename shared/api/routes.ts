import type { AnyRoute } from './route.ts';
import { answerQuestion } from './routes/answer-question.ts';
import { cancelRun } from './routes/cancel-run.ts';
import { createEstimate } from './routes/create-estimate.ts';
import { createRun } from './routes/create-run.ts';
import { createSchedule } from './routes/create-schedule.ts';
import { deleteRun } from './routes/delete-run.ts';
import { deleteSchedule } from './routes/delete-schedule.ts';
import { getArtifacts } from './routes/get-artifacts.ts';
import { getDigest } from './routes/get-digest.ts';
import { getGraph } from './routes/get-graph.ts';
import { getPlan } from './routes/get-plan.ts';
import { getRun } from './routes/get-run.ts';
import { getSchedule } from './routes/get-schedule.ts';
import { getTranscript } from './routes/get-transcript.ts';
import { listDigests } from './routes/list-digests.ts';
import { listRuns } from './routes/list-runs.ts';
import { listSchedules } from './routes/list-schedules.ts';
import { pauseSchedule } from './routes/pause-schedule.ts';
import { replaceSchedule } from './routes/replace-schedule.ts';
import { resumeRun } from './routes/resume-run.ts';
import { resumeSchedule } from './routes/resume-schedule.ts';
import { runSchedule } from './routes/run-schedule.ts';

/** Every route of the deployed API; the document, the embedded server and the handlers are made from it. */
export const ROUTES: readonly AnyRoute[] = [
  createRun,
  createEstimate,
  listRuns,
  getRun,
  deleteRun,
  getPlan,
  getGraph,
  getTranscript,
  getArtifacts,
  answerQuestion,
  resumeRun,
  cancelRun,
  createSchedule,
  listSchedules,
  getSchedule,
  replaceSchedule,
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  listDigests,
  getDigest,
];
