import { pauseSchedule } from '../../shared/api/routes/pause-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(pauseSchedule);
