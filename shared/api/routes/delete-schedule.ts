import { NoQuery, ScheduleParams } from '../requests.ts';
import { route } from '../route.ts';

/** Deletes a schedule with its digests; the runs it has started stay. */
export const deleteSchedule = route({
  id: 'deleteSchedule',
  method: 'DELETE',
  path: '/schedules/{id}',
  summary: 'Delete a schedule and its digests; its runs stay',
  scope: 'schedules.write',
  params: ScheduleParams,
  query: NoQuery,
  body: null,
  success: { 204: { description: 'The schedule is gone', content: {} } },
  problems: [404],
  offers: ['application/json'],
  run: async (service, { params }) => {
    await service.schedules.remove(params.id);
    return { status: 204 };
  },
});
