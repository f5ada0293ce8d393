import { cancelRun } from '../../shared/api/routes/cancel-run.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(cancelRun);
