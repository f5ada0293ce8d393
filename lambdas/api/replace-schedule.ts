import { replaceSchedule } from '../../shared/api/routes/replace-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(replaceSchedule);
