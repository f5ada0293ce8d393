import { readFile } from 'node:fs/promises';
import type { Executions } from '../../shared/api/executions.ts';
import { Service, type ServiceParts } from '../../shared/api/service.ts';
import { executionName } from '../../shared/contracts/ids.ts';
import type { Runtime, TaskTokens } from '../../shared/runtime.ts';
import { makeDue } from '../../shared/schedule/digest/make.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import { Engine, type Execution, type LambdaHandler } from './engine.ts';
import { type StepParts, sharedPorts } from './step-parts.ts';

/** Everything on one machine belongs to one owner. */
export const OWNER = 'local';

export interface CloudParts extends StepParts {
  /** Another definition than the project's: for tests that cannot wait as long between retries. */
  readonly asl?: string;
  /** Other handlers than the project's: for tests that lose, delay or repeat invocations. */
  readonly handlers?: Readonly<Record<string, LambdaHandler>>;
  /** What the service has beside its defaults: an estimator, limits. */
  readonly service?: ServiceParts;
  /** Threads to run steps in; left out: steps run in this one, with the parts that are given. */
  readonly threads?: (tokens: TaskTokens) => Steps;
}

/** Where the work is done: in this thread or in others. */
export interface Steps {
  /** The handler of a function that the state machine names; undefined when there is none. */
  handler(name: string): LambdaHandler | undefined;
  /** Indexes a library of this machine; whatever has it open opens it again. */
  importLibrary(path: string): Promise<Manifest>;
  close(): Promise<void>;
}

/** The embedded cloud: the state machine's file, the handlers, the table and the blobs in one process. */
export class EmbeddedCloud implements Executions {
  readonly runtime: Runtime;
  readonly service: Service;
  readonly engine: Engine;
  private readonly steps: Steps;
  private readonly executions = new Map<string, Execution>();

  private constructor(
    asl: string,
    parts: CloudParts,
    open: (tokens: TaskTokens) => { runtime: Runtime; steps: Steps },
  ) {
    const tokens: TaskTokens = { succeed: (token, output) => this.engine.succeed(token, output) };
    const { runtime, steps } = open(tokens);
    this.runtime = runtime;
    this.steps = steps;
    this.engine = new Engine(asl, parts.handlers ?? handlersOf(asl, steps));
    this.service = new Service(runtime, this, OWNER, { digester: makeDue, ...parts.service });
  }

  static async open(parts: CloudParts): Promise<EmbeddedCloud> {
    const asl = parts.asl ?? (await readFile(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8'));
    const { threads } = parts;
    if (threads) {
      return new EmbeddedCloud(asl, parts, (tokens) => ({
        runtime: doorRuntime(parts, tokens),
        steps: threads(tokens),
      }));
    }
    const { stepsHere } = await import('./steps-here.ts');
    return new EmbeddedCloud(asl, parts, (tokens) => stepsHere(parts, tokens));
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

  /** Indexes a library of this machine: runs that start from now on read it as it is now. */
  importLibrary(path: string): Promise<Manifest> {
    return this.steps.importLibrary(path);
  }

  /** Ends what steps run in. What is in flight is lost: drain the engine first. */
  close(): Promise<void> {
    return this.steps.close();
  }
}

/** A handler for every function that a definition names. */
function handlersOf(asl: string, steps: Steps): Record<string, LambdaHandler> {
  const found: Record<string, LambdaHandler> = {};
  for (const [, name] of asl.matchAll(/\$\{(\w+)\}/g)) {
    const handler = steps.handler(name!);
    if (handler) found[name!] = handler;
  }
  return found;
}

/** What the main thread's doors are given where steps run elsewhere: stores and tokens, no agents. */
function doorRuntime(parts: StepParts, tokens: TaskTokens): Runtime {
  const missing = (part: string): never => {
    throw new Error(`The main thread has no ${part}; the threads of steps have it.`);
  };
  return {
    ...sharedPorts(parts, tokens),
    live: null,
    get embedder(): never {
      return missing('embedder');
    },
    get roles(): never {
      return missing('roles');
    },
    library: async () => missing('library'),
  };
}
