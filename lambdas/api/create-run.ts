import { createRun } from '../../shared/api/routes/create-run.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(createRun);
