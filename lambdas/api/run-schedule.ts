import { runSchedule } from '../../shared/api/routes/run-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(runSchedule);
