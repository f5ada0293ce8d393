import { resumeRun } from '../../shared/api/routes/resume-run.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(resumeRun);
