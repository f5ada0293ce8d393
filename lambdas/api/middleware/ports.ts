import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApiPorts } from '../../../shared/api/ports.ts';

const embedded = new AsyncLocalStorage<ApiPorts>();
let deployed: Promise<ApiPorts> | undefined;

/** Runs a handler with the ports of an embedded cloud. */
export function withApi<T>(ports: ApiPorts, call: () => T): T {
  return embedded.run(ports, call);
}

/** The ports of this invocation: the embedded server's, or those of the deployed function, made once. */
export async function currentApi(): Promise<ApiPorts> {
  const found = embedded.getStore();
  if (found) return found;
  deployed ??= import('../../../shared/aws/api.ts').then((module) => module.awsApi());
  return deployed;
}
