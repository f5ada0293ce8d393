import { handler as answerQuestion } from './answer-question.ts';
import { handler as cancelRun } from './cancel-run.ts';
import { handler as createEstimate } from './create-estimate.ts';
import { handler as createRun } from './create-run.ts';
import { handler as createSchedule } from './create-schedule.ts';
import { handler as deleteRun } from './delete-run.ts';
import { handler as deleteSchedule } from './delete-schedule.ts';
import { handler as getArtifacts } from './get-artifacts.ts';
import { handler as getDigest } from './get-digest.ts';
import { handler as getGraph } from './get-graph.ts';
import { handler as getPlan } from './get-plan.ts';
import { handler as getRun } from './get-run.ts';
import { handler as getSchedule } from './get-schedule.ts';
import { handler as getTranscript } from './get-transcript.ts';
import { handler as listDigests } from './list-digests.ts';
import { handler as listRuns } from './list-runs.ts';
import { handler as listSchedules } from './list-schedules.ts';
import type { ApiHandler } from './middleware/handler.ts';
import { handler as pauseSchedule } from './pause-schedule.ts';
import { handler as replaceSchedule } from './replace-schedule.ts';
import { handler as resumeRun } from './resume-run.ts';
import { handler as resumeSchedule } from './resume-schedule.ts';
import { handler as runSchedule } from './run-schedule.ts';

/** Handlers by operation id, for what calls them in one process. */
export const API_HANDLERS: Readonly<Record<string, ApiHandler>> = {
  answerQuestion,
  cancelRun,
  createEstimate,
  createRun,
  createSchedule,
  deleteRun,
  deleteSchedule,
  getArtifacts,
  getDigest,
  getGraph,
  getPlan,
  getRun,
  getSchedule,
  getTranscript,
  listDigests,
  listRuns,
  listSchedules,
  pauseSchedule,
  replaceSchedule,
  resumeRun,
  resumeSchedule,
  runSchedule,
};
