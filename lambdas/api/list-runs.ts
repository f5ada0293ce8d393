import { listRuns } from '../../shared/api/routes/list-runs.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(listRuns);
