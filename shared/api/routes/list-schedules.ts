import { ScheduleList } from '../../schedule/schedule.ts';
import { NoQuery } from '../requests.ts';
import { json, ok, route } from '../route.ts';
import { NoParams } from '../views.ts';

/** All schedules of the owner; there are at most 100. */
export const listSchedules = route({
  id: 'listSchedules',
  method: 'GET',
  path: '/schedules',
  summary: 'List schedules',
  scope: 'schedules.read',
  params: NoParams,
  query: NoQuery,
  body: null,
  success: { 200: json('All schedules', ScheduleList) },
  problems: [],
  offers: ['application/json'],
  run: async (service) => ok({ schedules: await service.schedules.list() }),
});
