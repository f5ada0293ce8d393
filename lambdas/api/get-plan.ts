import { getPlan } from '../../shared/api/routes/get-plan.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getPlan);
