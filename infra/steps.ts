import type { Grants, ObjectOp, Place, TableOp } from './grants.ts';

/** How much of the live sources a bundle carries. */
export type Live = 'off' | 'channels' | 'lookup' | 'search' | 'read';

/** Whether a bundle carries clients of models, or says only what they are called. */
export type Roles = 'off' | 'names' | 'on';

/** One function of the state machine: what it is given, and what it may do. */
export interface Step {
  readonly memoryMb: number;
  /** Seconds; less than the time-out of its states, so that nothing works on when the state machine tries again. */
  readonly seconds: number;
  readonly roles: Roles;
  readonly live: Live;
  /** Has the model of the static embedder. */
  readonly embedder: boolean;
  /** Keeps concurrency to itself where the settings reserve some: many of it run at once. */
  readonly reserve: boolean;
  readonly grants: Grants;
}

/** `delete` opens a step again whose artefact is gone, and forgets that there was no network. */
const ALL: readonly TableOp[] = ['get', 'put', 'update', 'query', 'delete'];
const RUN: Partial<Record<Place, readonly ObjectOp[]>> = { runs: ['read', 'write'] };
const LIBRARY: Partial<Record<Place, readonly ObjectOp[]>> = { library: ['read'] };
const CACHE: Partial<Record<Place, readonly ObjectOp[]>> = { cache: ['read', 'write'] };

const step = (seconds: number, parts: Partial<Omit<Step, 'grants' | 'seconds'>>, grants: Grants): Step => ({
  memoryMb: 512,
  roles: 'off',
  live: 'off',
  embedder: false,
  reserve: false,
  seconds,
  ...parts,
  grants,
});

/** By folder of `lambdas/`. */
export const STEPS: Readonly<Record<string, Step>> = {
  intake: step(120, { roles: 'on', live: 'channels' }, { table: ALL, objects: RUN, rights: ['keys', 'bedrock'] }),
  planner: step(
    300,
    { roles: 'on', live: 'lookup', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: { ...RUN, ...LIBRARY, ...CACHE }, rights: ['keys', 'bedrock'] },
  ),
  wave: step(
    120,
    { live: 'search', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: { ...RUN, ...CACHE }, rights: ['keys'] },
  ),
  researcher: step(
    240,
    { roles: 'on', live: 'search', embedder: true, memoryMb: 1024, reserve: true },
    { table: ALL, objects: { ...RUN, ...LIBRARY, ...CACHE }, rights: ['keys', 'bedrock'] },
  ),
  answerer: step(
    300,
    { roles: 'on', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: RUN, rights: ['keys', 'bedrock'] },
  ),
  collator: step(
    600,
    { live: 'search', embedder: true, memoryMb: 2048 },
    { table: ALL, objects: { ...RUN, ...LIBRARY, ...CACHE }, rights: ['keys'] },
  ),
  reader: step(
    600,
    { roles: 'on', live: 'read', embedder: true, memoryMb: 1536, reserve: true },
    { table: ALL, objects: { ...RUN, ...LIBRARY, ...CACHE }, rights: ['keys', 'bedrock', 'pdf'] },
  ),
  critic: step(
    600,
    { roles: 'on', embedder: true, memoryMb: 1536 },
    { table: ALL, objects: RUN, rights: ['keys', 'bedrock'] },
  ),
  replanner: step(120, {}, { table: ALL, objects: RUN }),
  synthesizer: step(
    900,
    { roles: 'on', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: { ...RUN, ...LIBRARY }, rights: ['keys', 'bedrock'] },
  ),
  verifier: step(
    600,
    { roles: 'on', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: { ...RUN, ...LIBRARY }, rights: ['keys', 'bedrock'] },
  ),
  presenter: step(
    600,
    { roles: 'names', live: 'lookup', embedder: true, memoryMb: 1024 },
    { table: ALL, objects: { ...RUN, ...LIBRARY, ...CACHE, index: ['read', 'write'] }, rights: ['keys'] },
  ),
  questioner: step(30, { memoryMb: 256 }, { table: ['get', 'put', 'update', 'query'], rights: ['wake'] }),
};
