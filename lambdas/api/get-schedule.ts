import { getSchedule } from '../../shared/api/routes/get-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getSchedule);
