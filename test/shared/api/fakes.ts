import { importLibrary } from '../../../local/library/import.ts';
import type { Executions } from '../../../shared/api/executions.ts';
import { Service, type ServiceParts } from '../../../shared/api/service.ts';
import { RunRequest } from '../../../shared/contracts/run.ts';
import { reconcile } from '../../../shared/run/reconcile.ts';
import type { Log, Runtime } from '../../../shared/runtime.ts';
import { keys } from '../../../shared/store/keys.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import type { Blobs, Table } from '../../../shared/store/ports.ts';

/** Executions that run until they are told to end; one of a cancelled run ends by itself. */
export class FakeExecutions implements Executions {
  readonly started: string[] = [];
  /** Set once there is a runtime. */
  runtime: Runtime | undefined;
  private readonly running = new Set<string>();

  async start(owner: string, slug: string, attempt: number): Promise<void> {
    const name = `${owner}/${slug}/${attempt}`;
    if (this.started.includes(name)) return;
    this.started.push(name);
    this.running.add(name);
    const meta = await this.runtime!.table.get(keys.meta(owner, slug));
    if (meta?.cancelled !== true) return;
    await reconcile(this.runtime!, { owner, slug, attempt }, { how: 'aborted', cause: null });
    this.end(owner, slug, attempt);
  }

  async hasEnded(owner: string, slug: string, attempt: number): Promise<boolean> {
    return !this.running.has(`${owner}/${slug}/${attempt}`);
  }

  endAll(): void {
    this.running.clear();
  }

  end(owner: string, slug: string, attempt = 1): void {
    this.running.delete(`${owner}/${slug}/${attempt}`);
  }
}

export interface World {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly runtime: Runtime;
  readonly executions: FakeExecutions;
  readonly logged: { message: string; facts: object | undefined }[];
  /** Milliseconds; tests move it. */
  time: number;
  service(owner: string, parts?: ServiceParts): Service;
}

/** A runtime over memory, without agents: what the API needs. */
export function makeWorld(start = '2026-03-01T10:00:00.000Z', store: { table?: Table; blobs?: Blobs } = {}): World {
  const logged: World['logged'] = [];
  const write = (message: string, facts?: object) => {
    logged.push({ message, facts });
  };
  const log: Log = { info: write, warn: write, error: write };
  const executions = new FakeExecutions();
  const world: World = {
    table: store.table ?? new MemoryTable(),
    blobs: store.blobs ?? new MemoryBlobs(),
    executions,
    logged,
    time: Date.parse(start),
    runtime: undefined as unknown as Runtime,
    service: (owner, parts) => new Service(world.runtime, executions, owner, parts),
  };
  const runtime = {
    table: world.table,
    blobs: world.blobs,
    clock: { now: () => new Date(world.time), wall: () => world.time },
    log,
    tokens: { succeed: async () => {} },
    live: null,
    hasLibrary: async (id: string) => id === 'starter',
    rootOf: (owner: string, slug: string) => `${owner}/runs/${slug}`,
  } as unknown as Runtime;
  executions.runtime = runtime;
  return Object.assign(world, { runtime });
}

export const request = (topic: string, more: Partial<RunRequest> = {}): RunRequest =>
  RunRequest.parse({ topic, ...more });

/** A world as a server on this machine is given it. */
export const served = (world: World, service: Service = world.service('local')) => ({
  runtime: world.runtime,
  service,
  importLibrary: (path: string) => importLibrary(world.blobs, path),
});
