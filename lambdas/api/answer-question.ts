import { answerQuestion } from '../../shared/api/routes/answer-question.ts';
import { apiHandler } from './middleware/handler.ts';

export const handler = apiHandler(answerQuestion);
