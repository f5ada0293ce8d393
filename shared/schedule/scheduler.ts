import type { Schedule } from './schedule.ts';

/** What fires schedules: EventBridge Scheduler, or a loop that reads the rows and needs to be told nothing. */
export interface Scheduler {
  /** Makes it fire as the schedule says now; repeating it is harmless. */
  put(owner: string, schedule: Schedule): Promise<void>;
  /** Ends it; one that is not there is no failure. */
  remove(owner: string, id: string): Promise<void>;
}

/** The embedded loop reads the rows at every turn. */
export const ROWS_ONLY: Scheduler = { put: async () => {}, remove: async () => {} };
