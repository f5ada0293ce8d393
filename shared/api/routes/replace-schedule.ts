import { NewSchedule } from '../../schedule/new-schedule.ts';
import { ScheduleView } from '../../schedule/schedule.ts';
import { NoQuery, ScheduleParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';

/** Replaces what the user has said of a schedule; its digests stay. */
export const replaceSchedule = route({
  id: 'replaceSchedule',
  method: 'PUT',
  path: '/schedules/{id}',
  summary: 'Change a schedule',
  scope: 'schedules.write',
  params: ScheduleParams,
  query: NoQuery,
  body: NewSchedule,
  success: { 200: json('The schedule as it is now', ScheduleView) },
  problems: [404, 409],
  offers: ['application/json'],
  run: async (service, { params, body }) => ok(await service.schedules.replace(params.id, body)),
});
