import { handler as answerQuestion } from './answer-question.ts';
import { handler as cancelRun } from './cancel-run.ts';
import { handler as createRun } from './create-run.ts';
import { handler as deleteRun } from './delete-run.ts';
import { handler as getArtifacts } from './get-artifacts.ts';
import { handler as getRun } from './get-run.ts';
import { handler as getTranscript } from './get-transcript.ts';
import { handler as listRuns } from './list-runs.ts';
import type { ApiHandler } from './middleware/handler.ts';
import { handler as resumeRun } from './resume-run.ts';

/** Handlers by operation id, for what calls them in one process. */
export const API_HANDLERS: Readonly<Record<string, ApiHandler>> = {
  answerQuestion,
  cancelRun,
  createRun,
  deleteRun,
  getArtifacts,
  getRun,
  getTranscript,
  listRuns,
  resumeRun,
};
