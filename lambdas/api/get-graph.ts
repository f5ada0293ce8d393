import { getGraph } from '../../shared/api/routes/get-graph.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getGraph);
