import { deleteSchedule } from '../../shared/api/routes/delete-schedule.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(deleteSchedule);
