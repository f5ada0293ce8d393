import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServicePorts } from '../../shared/api/ports.ts';

const embedded = new AsyncLocalStorage<ServicePorts>();
let deployed: Promise<ServicePorts> | undefined;

/** Runs a handler with given ports. */
export function withServices<T>(ports: ServicePorts, call: () => T): T {
  return embedded.run(ports, call);
}

/** The ports of this invocation: those given, or those of the deployed function, made once. */
export async function currentServices(): Promise<ServicePorts> {
  const found = embedded.getStore();
  if (found) return found;
  deployed ??= import('../../shared/aws/api.ts').then((module) => module.awsApi());
  return deployed;
}
