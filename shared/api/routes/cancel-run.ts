import { NoQuery, RunParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { RunView } from '../views.ts';

/** Stops what has not started. */
export const cancelRun = route({
  id: 'cancelRun',
  method: 'POST',
  path: '/runs/{slug}/cancel',
  summary: 'Cancel a run; what it has is written up',
  scope: 'runs.write',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The run afterwards', RunView) },
  problems: [404, 409],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.cancel(params.slug)),
});
