import { ScheduleView } from '../../schedule/schedule.ts';
import { NoQuery, ScheduleParams } from '../requests.ts';
import { json, ok, route } from '../route.ts';

/** Stops a schedule from firing until it is resumed. */
export const pauseSchedule = route({
  id: 'pauseSchedule',
  method: 'POST',
  path: '/schedules/{id}/pause',
  summary: 'Pause a schedule',
  scope: 'schedules.write',
  params: ScheduleParams,
  query: NoQuery,
  body: null,
  success: { 200: json('The schedule as it is now', ScheduleView) },
  problems: [404, 409],
  offers: ['application/json'],
  run: async (service, { params }) => ok(await service.schedules.pause(params.id)),
});
