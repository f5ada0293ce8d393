import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import type { DomainMap } from '../../shared/contracts/analysis.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import { RECORDS, TOPIC } from '../e2e/models/library.ts';
import type { MemoryStores } from './faults.ts';
import { request, storesWith } from './pipeline.ts';
import { type Steer, SteeredRoles } from './steered-roles.ts';

export const embedder = loadStaticEmbedder();

/** What the domain critic of the first round misses: the run widens once. */
export const MISSING: DomainMap['missing_perspectives'][number] = {
  name: 'cost',
  critical: true,
  why: 'No paper read says what bounded queues cost.',
  question: 'What do bounded queues cost in stream processors under overload?',
  kind: 'practical',
  depends_on: ['SQ1'],
};

/** Misses one perspective in the first round, none later. */
export const widenOnce: Steer = (answer: DomainMap, at) => ({
  ...answer,
  missing_perspectives: at.step === 'critique.1.domain' ? [MISSING] : [],
});

export const steered = (steers: ConstructorParameters<typeof SteeredRoles>[1] = {}): SteeredRoles =>
  new SteeredRoles(embedder, { domain: widenOnce, ...steers });

/** A run that faults fall on: its stores before it starts, what is asked, and who answers. */
export interface FaultRun {
  readonly stores: MemoryStores;
  readonly asked: RunRequest;
  readonly parts: { readonly embedder: typeof embedder; readonly roles: SteeredRoles };
}

/** The run that faults fall on: every stage, several ticks, waves of readers, a replan that adds a sub-question. */
export async function faultRun(more: Partial<RunRequest> = {}, records = 8): Promise<FaultRun> {
  return {
    stores: await storesWith(RECORDS.slice(0, records)),
    asked: request(TOPIC, more),
    parts: { embedder, roles: steered() },
  };
}
