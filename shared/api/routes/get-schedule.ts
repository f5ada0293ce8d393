import { ScheduleView } from '../../schedule/schedule.ts';
import { NoQuery, ScheduleParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';

/** One schedule, with its next time and its last run. */
export const getSchedule = route({
  id: 'getSchedule',
  method: 'GET',
  path: '/schedules/{id}',
  summary: 'Show a schedule',
  scope: 'schedules.read',
  params: ScheduleParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The schedule', ScheduleView) },
  problems: [404],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.schedules.get(params.id)),
});
