import { getRun } from '../../shared/api/routes/get-run.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getRun);
