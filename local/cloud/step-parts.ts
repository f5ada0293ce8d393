import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { Clock, LiveSources, Log, RoleRunner, Runtime, TaskTokens } from '../../shared/runtime.ts';
import { hasLibrary } from '../../shared/sources/library/manifest.ts';
import type { Blobs, Table } from '../../shared/store/ports.ts';
import { STARTER } from '../library/starter.ts';

/** What steps are given on this machine. */
export interface StepParts {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly live?: LiveSources | null;
  readonly roles?: RoleRunner;
  readonly embedder?: Embedder;
}

/** Ports that every thread has: stores, tokens, and where a run's blobs lie, which is where a person looks for them. */
export function sharedPorts({ table, blobs, clock, log }: StepParts, tokens: TaskTokens) {
  return {
    table,
    blobs,
    clock,
    log,
    tokens,
    hasLibrary: async (id: string) => id === STARTER || (await hasLibrary(blobs, '', id)),
    rootOf: (_owner: string, slug: string) => `runs/${slug}`,
  } satisfies Partial<Runtime>;
}
