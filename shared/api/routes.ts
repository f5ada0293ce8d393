import type { AnyRoute } from './route.ts';
import { answerQuestion } from './routes/answer-question.ts';
import { cancelRun } from './routes/cancel-run.ts';
import { createRun } from './routes/create-run.ts';
import { deleteRun } from './routes/delete-run.ts';
import { getArtifacts } from './routes/get-artifacts.ts';
import { getRun } from './routes/get-run.ts';
import { getTranscript } from './routes/get-transcript.ts';
import { listRuns } from './routes/list-runs.ts';
import { resumeRun } from './routes/resume-run.ts';

/** Every route of the deployed API; the document, the embedded server and the handlers are made from it. */
export const ROUTES: readonly AnyRoute[] = [
  createRun,
  listRuns,
  getRun,
  deleteRun,
  getTranscript,
  getArtifacts,
  answerQuestion,
  resumeRun,
  cancelRun,
];
