import { NoQuery, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { RunView } from '../views.ts';

/** One run as it stands: for polling, with an ETag. */
export const getRun = route({
  id: 'getRun',
  method: 'GET',
  path: '/runs/{slug}',
  summary: 'Show a run: status, plan, open questions, budget',
  scope: 'runs.read',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The run', RunView) },
  problems: [404],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.view(params.slug)),
});
