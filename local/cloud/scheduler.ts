import type { Runtime } from '../../shared/runtime.ts';
import { makeDue } from '../../shared/schedule/digest/make.ts';
import { listSchedules } from '../../shared/schedule/rows.ts';
import type { Schedules } from '../../shared/schedule/schedules.ts';

/** What the loop needs of an embedded cloud. */
export interface Scheduled {
  readonly runtime: Runtime;
  readonly service: { readonly schedules: Schedules; resumeOverdue(): Promise<string[]> };
}

export interface ScheduleLoop {
  /** One turn: fires what is due, makes the digests of what has ended, and resumes what waited for an answer too long. */
  turn(): Promise<void>;
  /** Resolves when a turn that is under way has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = 5000;

/**
 * Runs schedules in this process as EventBridge Scheduler does in the cloud. It keeps nothing in memory: rows say what is
 * due, so a restart neither loses nor repeats a time. A failed turn is logged and the next one tries again.
 */
export function startSchedules(cloud: Scheduled, owner: string, everyMs: number = EVERY_MS): ScheduleLoop {
  const { runtime, service } = cloud;
  let under: Promise<void> | undefined;

  async function once(): Promise<void> {
    for (const slug of await service.resumeOverdue()) {
      runtime.log.info('run resumed: its question was not answered in time', { slug });
    }
    for (const { id, time, fired } of await service.schedules.fireDue(new Date(runtime.clock.wall()))) {
      runtime.log.info('schedule fired', { schedule: id, time, ...fired });
    }
    for (const { id } of await listSchedules(runtime.table, owner)) {
      for (const { number, slug } of await makeDue(runtime, owner, id)) {
        runtime.log.info('digest made', { schedule: id, number, slug });
      }
    }
  }

  function turn(): Promise<void> {
    under ??= once().finally(() => {
      under = undefined;
    });
    return under;
  }

  const timer = setInterval(() => {
    turn().catch((error: unknown) => runtime.log.error('A turn of the schedules failed', { error: String(error) }));
  }, everyMs);
  timer.unref();
  return {
    turn,
    stop: async () => {
      clearInterval(timer);
      await under?.catch((error: unknown) => runtime.log.error('The last turn failed', { error: String(error) }));
    },
  };
}
