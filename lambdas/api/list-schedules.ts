import { listSchedules } from '../../shared/api/routes/list-schedules.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(listSchedules);
