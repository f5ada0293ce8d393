import * as z from 'zod';
import { Owner } from '../../shared/api/owner.ts';
import { ScheduleId } from '../../shared/schedule/schedule.ts';
import { eventHandler } from '../middleware/events.ts';

/** What EventBridge Scheduler sends: whose schedule, and the time it was due. */
const Delivery = z.object({
  owner: Owner,
  schedule: ScheduleId,
  /** The scheduled time, the same for every delivery of one firing. */
  scheduledTime: z.iso.datetime({ offset: true }),
});

/** Starts the run of a scheduled time; a second delivery of the same time finds the first one's run. */
export const handler = eventHandler(Delivery, async ({ owner, schedule, scheduledTime }, { service, log }) => {
  const fired = await service(owner).schedules.fire(schedule, new Date(scheduledTime), 'clock');
  log.info('schedule fired', { schedule, scheduledTime, ...fired });
  return fired;
});
