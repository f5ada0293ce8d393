import { NoQuery, RunParams } from '../requests.ts';
import { route } from '../route.ts';

/** Deletes every item and every version of every object of a run that has ended. */
export const deleteRun = route({
  id: 'deleteRun',
  method: 'DELETE',
  path: '/runs/{slug}',
  summary: 'Delete a run with everything it stored',
  scope: 'runs.write',
  params: RunParams,
  query: NoQuery,
  body: null,
  success: { 204: { description: 'The run is gone', content: {} } },
  problems: [404, 409],
  offers: ['application/json'],
  run: async (service, { params }) => {
    await service.remove(params.slug);
    return { status: 204 };
  },
});
