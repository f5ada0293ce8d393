import { getTranscript } from '../../shared/api/routes/get-transcript.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(getTranscript);
