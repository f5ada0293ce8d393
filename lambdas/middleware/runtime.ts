import { AsyncLocalStorage } from 'node:async_hooks';
import type { Runtime } from '../../shared/runtime.ts';

const embedded = new AsyncLocalStorage<Runtime>();
let deployed: Promise<Runtime> | undefined;

/** Runs a handler with the ports of an embedded cloud. */
export function withRuntime<T>(runtime: Runtime, call: () => T): T {
  return embedded.run(runtime, call);
}

/** The ports of this invocation: the embedded cloud's, or those of the deployed function, made once. */
export async function currentRuntime(): Promise<Runtime> {
  const found = embedded.getStore();
  if (found) return found;
  deployed ??= import('../../shared/aws/runtime.ts').then((module) => module.awsRuntime());
  return deployed;
}
