import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Bundle } from '../../../infra/bundle/bundle.ts';
import { ROOT } from '../../../infra/bundle/root.ts';
import { type DeployedFunction, REGION } from '../../../infra/check/template.ts';

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string; readonly stack?: string };
}

/** Layers lie below `/opt` there: the one there is holds the embedder's model. */
const mounted = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value.replace(/^\/opt\//, `${ROOT}shared/collate/embed/model/`),
    ]),
  );

/** A deployed function: its bundle with nothing but the settings of its template, started when it is first called. */
export class Lambda {
  private readonly name: string;
  private readonly index: string;
  private readonly made: DeployedFunction;
  private readonly address: string;
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private worker: Promise<Worker> | undefined;
  private calls = 0;

  /** @param address where it finds AWS, signing with its own name as key */
  constructor(name: string, bundle: Bundle, made: DeployedFunction, address: string) {
    this.name = name;
    this.index = `${bundle.folder}/index.mjs`;
    this.made = made;
    this.address = address;
  }

  async call(event: unknown): Promise<unknown> {
    this.worker ??= this.start();
    const worker = await this.worker;
    const id = ++this.calls;
    const { value, error } = await new Promise<Reply>((resolve) => {
      this.waiting.set(id, resolve);
      const deadline = Date.now() + this.made.seconds * 1000;
      worker.postMessage({ id, event: JSON.parse(JSON.stringify(event)), deadline });
    });
    if (error) throw Object.assign(new Error(error.message), error);
    return JSON.parse(JSON.stringify(value));
  }

  async stop(): Promise<void> {
    await (await this.worker)?.terminate();
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
      workerData: this.index,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...mounted(this.made.environment),
        AWS_ENDPOINT_URL: this.address,
        AWS_REGION: REGION,
        AWS_ACCESS_KEY_ID: this.name,
        AWS_SECRET_ACCESS_KEY: 'secret',
        POWERTOOLS_LOG_LEVEL: 'SILENT',
      },
    });
    worker.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
    worker.on('error', (error) => {
      for (const resolve of this.waiting.values()) resolve({ id: 0, error });
      this.waiting.clear();
    });
    await once(worker, 'online');
    return worker;
  }
}
