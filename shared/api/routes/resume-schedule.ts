import { ScheduleView } from '../../schedule/schedule.ts';
import { NoQuery, ScheduleParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';

/** Lets a paused schedule go on. */
export const resumeSchedule = route({
  id: 'resumeSchedule',
  method: 'POST',
  path: '/schedules/{id}/resume',
  summary: 'Let a paused schedule go on; missed times are not made up for',
  scope: 'schedules.write',
  params: ScheduleParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The schedule as it is now', ScheduleView) },
  problems: [404, 409],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.schedules.resume(params.id)),
});
