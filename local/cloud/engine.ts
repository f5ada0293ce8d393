import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { StateMachine } from 'aws-local-stepfunctions';
import { withRuntime } from '../../lambdas/middleware/runtime.ts';
import type { Runtime, TaskTokens } from '../../shared/runtime.ts';
import { EventCount } from './event-count.ts';
import { invoke, timedOut } from './invoke.ts';

/** Seconds; timers above 2³¹ ms would fire at once. */
const LONGEST_WAIT = 2_147_483;

/** A handler as Lambda calls it. */
export type LambdaHandler = (event: unknown, context: Context) => Promise<unknown>;

interface AslState {
  readonly Type: string;
  readonly Resource?: string;
  readonly TimeoutSeconds?: number;
  readonly ItemProcessor?: AslMachine;
  readonly Branches?: readonly AslMachine[];
}
interface AslMachine {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, AslState>>;
}

export interface Execution {
  readonly name: string;
  /** Never rejects: how it ended, and why. */
  readonly ended: Promise<{ readonly status: 'succeeded' | 'failed' | 'aborted'; readonly cause: string | null }>;
  /** History events as Step Functions would count them; the service's limit is 25,000. */
  events(): number;
  abort(): void;
}

interface Call {
  readonly FunctionName: string;
  readonly Payload: Record<string, unknown>;
}

/**
 * Runs the state machine's own file with handlers in this process, behind the boundaries of Lambda: JSON in and out,
 * 256 KiB, a time-out, a context. Task overrides are keyed by state name, so names are unique at every level.
 */
export class Engine implements TaskTokens {
  private readonly definition: AslMachine;
  private readonly handlers: Readonly<Record<string, LambdaHandler>>;
  private readonly waiting = new Map<string, (output: object) => void>();
  private readonly running = new Map<string, Execution>();
  private inFlight = 0;
  private draining = false;
  private onIdle: (() => void) | undefined;

  /**
   * @param asl text of the definition, with `${IntakeFunction}` placeholders
   * @param handlers by placeholder name
   */
  constructor(asl: string, handlers: Readonly<Record<string, LambdaHandler>>) {
    this.definition = JSON.parse(asl.replaceAll(/\$\{(\w+)\}/g, '$1')) as AslMachine;
    this.handlers = handlers;
  }

  /** Executions that have not ended. */
  get active(): readonly string[] {
    return [...this.running.keys()];
  }

  /** Starts an execution. A name that is running is refused, as the service does. */
  start(name: string, input: object, runtime: Runtime): Execution {
    if (this.running.has(name)) throw new Error(`The execution ${name} is running already.`);
    const machine = new StateMachine(this.definition as never, {
      // The lint has validated the file; validating it again would cost more than a small run.
      validationOptions: { noValidate: true },
    });
    const run = machine.run(JSON.parse(JSON.stringify(input)), {
      overrides: { taskResourceLocalHandlers: this.overrides(runtime) as never },
      context: { Execution: { Name: name }, Task: tokenSource(name) },
    });
    const count = new EventCount();
    const ended = run.result.then(
      () => ({ status: 'succeeded' as const, cause: null }),
      (error: Error) => ({
        status: error.name === 'ExecutionAbortedError' ? ('aborted' as const) : ('failed' as const),
        cause: error.message,
      }),
    );
    const execution: Execution = {
      name,
      ended: ended.finally(() => this.running.delete(name)),
      events: () => count.total,
      abort: () => run.abort(),
    };
    this.running.set(name, execution);
    count.follow(run.eventLogs, () => run.abort()).catch((error: unknown) => runtime.log.error(String(error)));
    return execution;
  }

  async succeed(token: string, output: object): Promise<void> {
    this.waiting.get(token)?.(output);
    this.waiting.delete(token);
  }

  /** Starts no further invocation, and resolves when those in flight have ended. What waits, waits for ever. */
  async drain(): Promise<void> {
    this.draining = true;
    if (this.inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
  }

  private overrides(runtime: Runtime): Record<string, (call: Call) => Promise<unknown>> {
    const table: Record<string, (call: Call) => Promise<unknown>> = {};
    for (const [name, state] of tasksOf(this.definition)) {
      const waits = state.Resource?.endsWith('.waitForTaskToken') ?? false;
      table[name] = (call) =>
        waits
          ? this.callAndWait(call, state.TimeoutSeconds ?? LONGEST_WAIT, runtime)
          : this.call(call, state.TimeoutSeconds ?? 60, runtime);
    }
    return table;
  }

  private async call(call: Call, timeoutSeconds: number, runtime: Runtime): Promise<unknown> {
    if (this.draining) return new Promise(() => {});
    const handler = this.handlers[call.FunctionName];
    if (!handler) throw new Error(`No handler is registered for ${call.FunctionName}.`);
    this.inFlight++;
    try {
      const Payload = await withRuntime(runtime, () =>
        invoke(handler, call.FunctionName, call.Payload, timeoutSeconds),
      );
      if (this.draining) return new Promise(() => {});
      return { StatusCode: 200, Payload };
    } finally {
      this.inFlight--;
      if (this.draining && this.inFlight === 0) this.onIdle?.();
    }
  }

  /** Waits for the token; at the state's time-out, or at the earlier time that the handler names, it fails as there. */
  private async callAndWait(call: Call, timeoutSeconds: number, runtime: Runtime): Promise<unknown> {
    const token = String(call.Payload.token);
    const woken = new Promise<object>((resolve) => {
      this.waiting.set(token, resolve);
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      const begun = performance.now();
      const { Payload } = (await this.call(call, Math.min(60, timeoutSeconds), runtime)) as { Payload: unknown };
      const over = new Promise<never>((_, reject) => {
        const left = timeoutSeconds * 1000 - (performance.now() - begun);
        const until = (Payload as { until?: string | null } | null)?.until ?? null;
        const named = until === null ? left : Date.parse(until) - runtime.clock.wall();
        timer = setTimeout(
          () => reject(timedOut(`${call.FunctionName} waited for an answer and none came.`)),
          Math.max(0, Math.min(left, named)),
        );
        timer.unref();
      });
      return await Promise.race([woken, over]);
    } finally {
      clearTimeout(timer);
      this.waiting.delete(token);
    }
  }
}

/** `$$.Task.Token` is read once per task, right before its handler is called. */
function tokenSource(name: string): { readonly Token: string } {
  return {
    get Token() {
      return `${name}.${randomUUID()}`;
    },
  };
}

/** Every Task at every level. */
export function* tasksOf(machine: AslMachine): Generator<[string, AslState]> {
  for (const [name, state] of Object.entries(machine.States)) {
    if (state.Type === 'Task') yield [name, state];
    if (state.ItemProcessor) yield* tasksOf(state.ItemProcessor);
    for (const branch of state.Branches ?? []) yield* tasksOf(branch);
  }
}
