import { getArtifacts } from '../../shared/api/routes/get-artifacts.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getArtifacts);
