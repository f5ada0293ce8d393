import { Estimate } from '../estimates.ts';
import { NewRun, NoQuery, runRequestOf } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { NoParams } from '../views.ts';

/** What a run would use, before anything is spent. */
export const createEstimate = route({
  id: 'createEstimate',
  method: 'POST',
  path: '/estimates',
  summary: 'Estimate calls, tokens and cost of a run, expected and worst case',
  scope: 'runs.read',
  params: NoParams,
  query: NoQuery,
  body: NewRun,
  success: { 200: json('The estimate; nothing was started', Estimate) },
  problems: [],
  offers: ['application/json'],
  run: async (service, { body }) => ok(await service.estimate(runRequestOf(body))),
});
