import { NoQuery, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { RunView } from '../views.ts';

/** Starts the next attempt of a run that was cut off or failed. */
export const resumeRun = route({
  id: 'resumeRun',
  method: 'POST',
  path: '/runs/{slug}/resume',
  summary: 'Go on with a run whose last attempt has ended',
  scope: 'runs.write',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The run afterwards', RunView) },
  problems: [404, 409, 429],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.resume(params.slug)),
});
