import { readFile } from 'node:fs/promises';
import type { Executions } from '../../shared/api/executions.ts';
import { Service, type ServiceParts } from '../../shared/api/service.ts';
import type { Embedder } from '../../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { executionName } from '../../shared/contracts/ids.ts';
import { ExtractiveRunner } from '../../shared/models/extractive.ts';
import type { Clock, Library, LiveSources, Log, RoleRunner, Runtime } from '../../shared/runtime.ts';
import { makeDue } from '../../shared/schedule/digest/make.ts';
import { hasLibrary } from '../../shared/sources/library/manifest.ts';
import { loadLibrary } from '../../shared/sources/library/store.ts';
import type { Blobs, Table } from '../../shared/store/ports.ts';
import { importLibrary } from '../library/import.ts';
import { STARTER, starterPath } from '../library/starter.ts';
import { Engine, type Execution, type LambdaHandler } from './engine.ts';
import { HANDLERS } from './handlers.ts';

/** Everything on one machine belongs to one owner. */
export const OWNER = 'local';

export interface CloudParts {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly live?: LiveSources | null;
  readonly roles?: RoleRunner;
  readonly embedder?: Embedder;
  /** Another definition than the project's: for tests that cannot wait as long between retries. */
  readonly asl?: string;
  /** Other handlers than the project's: for tests that lose, delay or repeat invocations. */
  readonly handlers?: Readonly<Record<string, LambdaHandler>>;
  /** What the service has beside its defaults: an estimator, limits. */
  readonly service?: ServiceParts;
}

/** The embedded cloud: the state machine's file, the handlers, the table and the blobs in one process. */
export class EmbeddedCloud implements Executions {
  readonly runtime: Runtime;
  readonly service: Service;
  readonly engine: Engine;
  private readonly executions = new Map<string, Execution>();
  private readonly libraries = new Map<string, Promise<Library>>();

  private constructor(engine: Engine, parts: CloudParts) {
    const embedder = parts.embedder ?? loadStaticEmbedder();
    this.engine = engine;
    this.runtime = {
      table: parts.table,
      blobs: parts.blobs,
      clock: parts.clock,
      log: parts.log,
      embedder,
      roles: parts.roles ?? new ExtractiveRunner(embedder),
      tokens: engine,
      live: parts.live ?? null,
      hasLibrary: async (id) => id === STARTER || (await hasLibrary(parts.blobs, '', id)),
      library: (id) => this.openLibrary(id ?? STARTER),
      rootOf: (_owner, slug) => `runs/${slug}`,
    };
    this.service = new Service(this.runtime, this, OWNER, { digester: makeDue, ...parts.service });
  }

  static async open(parts: CloudParts): Promise<EmbeddedCloud> {
    const asl = parts.asl ?? (await readFile(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8'));
    return new EmbeddedCloud(new Engine(asl, parts.handlers ?? HANDLERS), parts);
  }

  async start(owner: string, slug: string, attempt: number): Promise<void> {
    const name = executionName(slug, attempt);
    if (this.executions.has(name)) return;
    const execution = this.engine.start(name, { run: { owner, slug, attempt } }, this.runtime);
    this.executions.set(name, execution);
  }

  /** An execution of another process cannot be alive: this process owns the home. */
  async hasEnded(_owner: string, slug: string, attempt: number): Promise<boolean> {
    return !this.engine.active.includes(executionName(slug, attempt));
  }

  /** Resolves when the execution of a run's current attempt in this process has ended. */
  async ended(slug: string): Promise<void> {
    for (;;) {
      const { attempt } = await this.service.meta(slug);
      await this.executions.get(executionName(slug, attempt))?.ended;
      if ((await this.service.meta(slug)).attempt === attempt) return;
    }
  }

  /** Resolves when one execution in this process has ended, whatever its stores still answer. */
  async executionEnded(slug: string, attempt: number): Promise<void> {
    await this.executions.get(executionName(slug, attempt))?.ended;
  }

  /** History events of a run's executions in this process. */
  events(slug: string): number {
    return [...this.executions.values()]
      .filter((execution) => execution.name.startsWith(`${slug}-a`))
      .reduce((sum, execution) => sum + execution.events(), 0);
  }

  private openLibrary(id: string): Promise<Library> {
    let open = this.libraries.get(id);
    if (!open) {
      open = this.indexed(id).catch((error: unknown) => {
        this.libraries.delete(id);
        throw error;
      });
      this.libraries.set(id, open);
    }
    return open;
  }

  private async indexed(id: string): Promise<Library> {
    if (id === STARTER)
      await importLibrary(this.runtime.blobs, starterPath(), { id: STARTER, name: 'starter library' });
    return loadLibrary(this.runtime.blobs, '', id, this.runtime.embedder);
  }

  /** Forgets an open library: its file was indexed again. */
  reloadLibrary(id: string): void {
    this.libraries.delete(id);
  }
}
