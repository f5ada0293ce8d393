import type { PlanGraph, Revision } from '../contracts/plan.ts';
import type { RunRequest } from '../contracts/run.ts';
import type { SchedulesApi } from '../schedule/schedules.ts';
import type { Estimate } from './estimates.ts';
import type { RunPage, RunView, TranscriptPage } from './views.ts';

/** What every front end uses: the service itself in the owner's process, or a client over HTTP. */
export interface Api {
  readonly schedules: SchedulesApi;
  /** @param key the same key with the same request is the same run */
  create(request: RunRequest, key?: string | null): Promise<{ slug: string }>;
  /** What a run would use; nothing is started. */
  estimate(request: RunRequest): Promise<Estimate>;
  list(options?: { status?: string; after?: string; limit?: number }): Promise<RunPage>;
  view(slug: string): Promise<RunView>;
  /** The plan as it stands. */
  plan(slug: string): Promise<{ graph: PlanGraph; revisions: Revision[] }>;
  transcript(slug: string, after?: number, limit?: number): Promise<TranscriptPage>;
  answer(slug: string, question: string, choice: string): Promise<RunView>;
  /** @param options `budget`: a higher limit for a run that its budget stopped, in tokens */
  resume(slug: string, options?: { budget?: number | null }): Promise<RunView>;
  cancel(slug: string): Promise<RunView>;
  /** Deletes a run that has ended, with everything it stored. */
  remove(slug: string): Promise<void>;
  /** Paths of a run's files below its folder. */
  artifacts(slug: string): Promise<string[]>;
  /** One file; undefined when it is not there. */
  artifact(slug: string, path: string): Promise<Uint8Array | undefined>;
}
