import { createEstimate } from '../../shared/api/routes/create-estimate.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(createEstimate);
