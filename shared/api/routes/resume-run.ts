import { NoQuery, ResumeOptions, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { RunView } from '../views.ts';

/** Starts the next attempt of a run that was cut off, failed or was stopped early. */
export const resumeRun = route({
  id: 'resumeRun',
  method: 'POST',
  path: '/runs/{slug}/resume',
  summary: 'Go on with a run whose last attempt has ended',
  scope: 'runs.write',
  params: RunParams,
  query: NoQuery,
  body: ResumeOptions,
  bodyOptional: true,
  success: { 200: json('The run afterwards', RunView) },
  problems: [404, 409, 429],
  offers: ['application/json'],
  run: async (service, { params, body }) => ok(await service.resume(params.slug, body)),
});
