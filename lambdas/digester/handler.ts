import { makeDue } from '../../shared/schedule/digest/make.ts';
import { scheduleOf } from '../../shared/schedule/fire.ts';
import { sendNotices } from '../../shared/schedule/notice.ts';
import { keys } from '../../shared/store/keys.ts';
import { eventHandler } from '../middleware/events.ts';
import { ExecutionEvent } from '../middleware/execution-event.ts';

/** When a scheduled run has ended: its digest of what is new, and a notice of it. Other runs pass by. */
export const handler = eventHandler(ExecutionEvent, async ({ detail }, { runtime, links, notifier, log }) => {
  const { owner, slug } = detail.input;
  const row = await runtime.table.get(keys.meta(owner, slug));
  const schedule = scheduleOf(row?.origin);
  if (schedule === null) return { made: 0, noticed: 0 };
  const made = await makeDue(runtime, owner, schedule.id);
  const noticed = notifier === null ? [] : await sendNotices(runtime, notifier, links, owner, schedule.id);
  log.info('digests made', { schedule: schedule.id, made: made.map(({ number }) => number), noticed });
  return { made: made.length, noticed: noticed.length };
});
