import { deleteRun } from '../../shared/api/routes/delete-run.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(deleteRun);
