import { NewAnswer, NoQuery, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { RunView } from '../views.ts';

/** Answers a question of a run; the first answer stands. */
export const answerQuestion = route({
  id: 'answerQuestion',
  method: 'POST',
  path: '/runs/{slug}/answers',
  summary: 'Answer a question of a run',
  scope: 'runs.write',
  params: RunParams,
  query: NoQuery,
  body: NewAnswer,
  success: { 200: json('The run after the answer', RunView) },
  problems: [404, 409, 429],
  offers: ['application/json'],
  run: async (service, { params, body }) => ok(await service.answer(params.slug, body.question, body.choice)),
});
