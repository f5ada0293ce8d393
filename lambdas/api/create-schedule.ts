import { createSchedule } from '../../shared/api/routes/create-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(createSchedule);
