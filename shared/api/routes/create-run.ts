import { NewRun, NoQuery, runRequestOf } from '../requests.ts';
import { json, route } from '../route.ts';
import { Created, NoParams } from '../views.ts';

/** Starts a run. The same idempotency key with the same body is the same run. */
export const createRun = route({
  id: 'createRun',
  method: 'POST',
  path: '/runs',
  summary: 'Start a run',
  scope: 'runs.write',
  params: NoParams,
  query: NoQuery,
  body: NewRun,
  success: {
    202: { ...json('The run was accepted and goes on by itself', Created), headers: { Location: 'Path of the run' } },
  },
  problems: [409, 422, 429],
  offers: ['application/json'],
  idempotent: true,
  run: async (service, { body, idempotencyKey }) => {
    const { slug } = await service.create(runRequestOf(body), idempotencyKey);
    return { status: 202, body: { slug }, headers: { location: `/runs/${slug}` } };
  },
});
