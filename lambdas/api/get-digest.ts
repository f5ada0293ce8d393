import { getDigest } from '../../shared/api/routes/get-digest.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getDigest);
