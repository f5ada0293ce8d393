import { NoQuery, ScheduleParams } from '../requests.ts';
import { json, route } from '../route.ts';
import { Created } from '../views.ts';

/** Starts a run of a schedule now, outside its rhythm. */
export const runSchedule = route({
  id: 'runSchedule',
  method: 'POST',
  path: '/schedules/{id}/run',
  summary: 'Run a schedule now',
  scope: 'schedules.write',
  params: ScheduleParams,
  query: NoQuery,
  body: null,
  success: { 202: { ...json('The run was accepted', Created), headers: { Location: 'Path of the run' } } },
  problems: [404, 409, 429],
  offers: ['application/json'],
  run: async (service, { params }) => {
    const { slug } = await service.schedules.runNow(params.id);
    return { status: 202, body: { slug }, headers: { location: `/runs/${slug}` } };
  },
});
