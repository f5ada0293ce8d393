import { NewSchedule } from '../../schedule/new-schedule.ts';
import { ScheduleView } from '../../schedule/schedule.ts';
import { NoQuery } from '../requests.ts';
import { json, route } from '../route.ts';
import { NoParams } from '../views.ts';

/** A topic that is researched again and again. */
export const createSchedule = route({
  id: 'createSchedule',
  method: 'POST',
  path: '/schedules',
  summary: 'Make a schedule',
  scope: 'schedules.write',
  params: NoParams,
  query: NoQuery,
  body: NewSchedule,
  success: { 201: { ...json('The schedule was made', ScheduleView), headers: { Location: 'Path of the schedule' } } },
  problems: [429],
  offers: ['application/json'],
  run: async (service, { body }) => {
    const schedule = await service.schedules.create(body);
    return { status: 201, body: schedule, headers: { location: `/schedules/${schedule.id}` } };
  },
});
