import { readFileSync } from 'node:fs';
import { bundleAll } from '../../../infra/bundle/bundle.ts';
import { allSpecs } from '../../../infra/bundle/specs.ts';
import { ACCOUNT, functionsOf, REGION, type Resources } from '../../../infra/check/template.ts';
import { Engine, type LambdaHandler } from '../../../local/cloud/engine.ts';
import type { Runtime } from '../../../shared/runtime.ts';
import { stackWith, synthesized } from '../synthesized.ts';
import { type Asked, type Incoming, refused } from './asked.ts';
import { openGate } from './gate.ts';
import { Lambda } from './lambda.ts';

const MACHINE = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:Plumbline-research`;
const EXECUTIONS = MACHINE.replace('stateMachine', 'execution');

interface Execution {
  readonly name: string;
  readonly input: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';
  abort(): void;
}

/**
 * The stack on this machine: its bundles in threads with the settings and rights of its template, its definition on the
 * embedded engine, its stores on the servers, events delivered by its rules.
 */
export class Account {
  readonly resources: Resources;
  /** What functions asked for and may not. */
  readonly denied: string[] = [];
  /** Actions that were asked for, by function. */
  readonly asked = new Map<string, Set<string>>();
  readonly executions = new Map<string, Execution>();
  private readonly lambdas = new Map<string, Lambda>();
  private readonly deliveries: Promise<unknown>[] = [];
  private engine: Engine | undefined;
  private gate: { readonly url: string; close(): Promise<void> } | undefined;

  private constructor(resources: Resources) {
    this.resources = resources;
  }

  /** @param folder for bundles, in the project, so that what the runtime brings is found */
  static async open(folder: string, servers: { dynamo: string; moto: string }): Promise<Account> {
    const bundles = await bundleAll(allSpecs(), folder);
    const account = new Account(Object.fromEntries(synthesized(stackWith().stack).resources));
    const functions = functionsOf(bundles.keys(), account.resources);
    const gate = await openGate(
      (request) => account.refuse(request, functions.get(request.who)?.allowed ?? []),
      async (request, incoming) => account.answer(request, incoming, servers),
    );
    account.gate = gate;
    for (const [name, bundle] of bundles)
      account.lambdas.set(name, new Lambda(name, bundle, functions.get(name)!, gate.url));
    account.engine = account.openEngine();
    return account;
  }

  get address(): string {
    return this.gate!.url;
  }

  /** Calls a function by the name of its bundle. */
  call(name: string, event: unknown): Promise<unknown> {
    return this.lambdas.get(name)!.call(event);
  }

  /** Waits until nothing runs and every event was delivered. */
  async settled(): Promise<void> {
    while ([...this.executions.values()].some(({ status }) => status === 'RUNNING'))
      await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all(this.deliveries);
  }

  async close(): Promise<void> {
    await Promise.all([...this.lambdas.values()].map((lambda) => lambda.stop()));
    await this.gate?.close();
  }

  private refuse(request: Asked, allowed: Parameters<typeof refused>[0]): string[] {
    const seen = this.asked.get(request.who) ?? new Set();
    this.asked.set(request.who, seen);
    for (const { action } of request.pairs) seen.add(action);
    const denied = refused(allowed, request.pairs);
    this.denied.push(...denied.map((one) => `${request.who}: ${one}`));
    return denied;
  }

  private async answer(
    { service }: Asked,
    request: Incoming,
    { dynamo, moto }: { dynamo: string; moto: string },
  ): Promise<string | { status: number; body: string }> {
    if (service === 'dynamodb') return dynamo;
    if (service === 'states') return this.states(request);
    return moto;
  }

  private async states({ headers, body }: Incoming): Promise<{ status: number; body: string }> {
    const input = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const answer = (value: object) => ({ status: 200, body: JSON.stringify(value) });
    const fault = (__type: string) => ({ status: 400, body: JSON.stringify({ __type, message: __type }) });
    switch (headers['x-amz-target']) {
      case 'AWSStepFunctions.StartExecution': {
        if (this.executions.has(input.name!)) return fault('ExecutionAlreadyExists');
        this.start(input.name!, input.input!);
        return answer({ executionArn: `${EXECUTIONS}:${input.name}`, startDate: Date.now() / 1000 });
      }
      case 'AWSStepFunctions.DescribeExecution': {
        const found = this.executions.get(input.executionArn!.split(':').at(-1)!);
        return found ? answer({ ...input, status: found.status }) : fault('ExecutionDoesNotExist');
      }
      default:
        await this.engine!.succeed(input.taskToken!, JSON.parse(input.output!) as object);
        return answer({});
    }
  }

  private start(name: string, input: string): void {
    const runtime = {
      clock: { now: () => new Date(), wall: () => Date.now() },
      log: { info() {}, warn() {}, error() {} },
    } as unknown as Runtime;
    const running = this.engine!.start(name, JSON.parse(input) as object, runtime);
    const execution: Execution = { name, input, status: 'RUNNING', abort: () => running.abort() };
    this.executions.set(name, execution);
    this.deliveries.push(
      running.ended.then(({ status }) => {
        execution.status = ({ succeeded: 'SUCCEEDED', failed: 'FAILED', aborted: 'ABORTED' } as const)[status];
        return this.deliver(execution);
      }),
    );
  }

  /** As Step Functions tells EventBridge of an execution that was started by an alias. */
  private async deliver({ name, input, status }: Execution): Promise<void> {
    const event = {
      version: '0',
      id: name,
      'detail-type': 'Step Functions Execution Status Change',
      source: 'aws.states',
      account: ACCOUNT,
      time: new Date().toISOString(),
      region: REGION,
      resources: [`${EXECUTIONS}:${name}`],
      detail: {
        executionArn: `${EXECUTIONS}:${name}`,
        stateMachineArn: MACHINE,
        stateMachineVersionArn: `${MACHINE}:1`,
        stateMachineAliasArn: `${MACHINE}:live`,
        name,
        status,
        startDate: Date.now(),
        stopDate: Date.now(),
        input,
        inputDetails: { included: true },
        output: null,
        outputDetails: null,
        error: null,
        cause: null,
      },
    };
    for (const target of this.targetsOf(event.detail)) await this.call(target, event);
  }

  /** Functions that the stack's rules send an event to. */
  private targetsOf(detail: { status: string }): string[] {
    return Object.values(this.resources)
      .filter(({ Type }) => Type === 'AWS::Events::Rule')
      .filter(({ Properties }) =>
        (Properties.EventPattern as { detail: { status: string[] } }).detail.status.includes(detail.status),
      )
      .flatMap(({ Properties }) => Properties.Targets as { Arn: { 'Fn::GetAtt': [string] } }[])
      .map(({ Arn }) => `event-${/^FunctionsEvent([a-z]+)/.exec(Arn['Fn::GetAtt'][0])![1]}`);
  }

  private openEngine(): Engine {
    const steps = [...this.lambdas.keys()].filter((name) => name.startsWith('step-'));
    const handlers = Object.fromEntries(
      steps.map((name): [string, LambdaHandler] => {
        const step = name.slice('step-'.length);
        return [`${step[0]!.toUpperCase()}${step.slice(1)}Function`, (event) => this.call(name, event)];
      }),
    );
    return new Engine(
      readFileSync(new URL('../../../statemachine/research.asl.json', import.meta.url), 'utf8'),
      handlers,
    );
  }
}
