import { listDigests } from '../../shared/api/routes/list-digests.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(listDigests);
