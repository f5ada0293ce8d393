import { resumeSchedule } from '../../shared/api/routes/resume-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(resumeSchedule);
